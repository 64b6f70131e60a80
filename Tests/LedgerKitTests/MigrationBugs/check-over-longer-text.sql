-- A CHECK on the length of what people have written already.
--- before
CREATE TABLE topic (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
--- bug: SL301
CREATE TABLE topic_new (id INTEGER PRIMARY KEY, title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 40));
INSERT INTO topic_new (id, title) SELECT id, title FROM topic;
DROP TABLE topic;
ALTER TABLE topic_new RENAME TO topic;
--- fixed
CREATE TABLE topic_new (id INTEGER PRIMARY KEY, title TEXT NOT NULL, is_long INTEGER NOT NULL DEFAULT 0);
INSERT INTO topic_new (id, title) SELECT id, title FROM topic;
DROP TABLE topic;
ALTER TABLE topic_new RENAME TO topic;
