CREATE TABLE t(a TEXT DEFAULT current_timestamp);
