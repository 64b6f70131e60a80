-- A word is taken out of a CHECK, and rows still have it.
--- before
CREATE TABLE article (id INTEGER PRIMARY KEY, title TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'archived')));
--- bug: SL301
CREATE TABLE article_new (id INTEGER PRIMARY KEY, title TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published')));
INSERT INTO article_new (id, title, status) SELECT id, title, status FROM article;
DROP TABLE article;
ALTER TABLE article_new RENAME TO article;
--- fixed
CREATE TABLE article_new (id INTEGER PRIMARY KEY, title TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published')));
INSERT INTO article_new (id, title, status) SELECT id, title, CASE status WHEN 'archived' THEN 'draft' ELSE status END FROM article;
DROP TABLE article;
ALTER TABLE article_new RENAME TO article;
