CREATE TABLE ft(a, b);
