CREATE TABLE straße([größe] INT);
