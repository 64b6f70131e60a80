-- Text is cut to fit a new limit.
--- before
CREATE TABLE review (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
--- bug: SL305 review.body
UPDATE review SET body = substr(body, 1, 12);
--- fixed
UPDATE review SET body = rtrim(body, char(10));
