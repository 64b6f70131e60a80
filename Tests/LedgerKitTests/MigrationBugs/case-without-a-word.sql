-- A CASE that forgets a word makes NULL of it.
--- before
CREATE TABLE article (id INTEGER PRIMARY KEY, title TEXT NOT NULL, status TEXT DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'archived')));
--- bug: SL305 article.status
UPDATE article SET status = CASE status WHEN 'draft' THEN 'draft' WHEN 'published' THEN 'published' END;
--- fixed
UPDATE article SET status = CASE status WHEN 'draft' THEN 'draft' WHEN 'published' THEN 'published' ELSE status END;
