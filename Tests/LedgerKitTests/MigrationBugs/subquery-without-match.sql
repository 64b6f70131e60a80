-- A subquery that finds nothing is NULL, and overwrites what was there.
--- before
CREATE TABLE article (id INTEGER PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE order_line (id INTEGER PRIMARY KEY, article_id INTEGER REFERENCES article (id), label TEXT);
CREATE INDEX order_line_article ON order_line (article_id);
--- bug: SL305 order_line.label
UPDATE order_line SET label = (SELECT label FROM article WHERE article.id = order_line.article_id);
--- fixed
UPDATE order_line SET label = coalesce(label, (SELECT label FROM article WHERE article.id = order_line.article_id));
