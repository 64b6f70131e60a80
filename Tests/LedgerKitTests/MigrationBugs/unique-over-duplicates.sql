-- A unique index over values that were never unique.
--- before
CREATE TABLE member (id INTEGER PRIMARY KEY, nickname TEXT);
--- bug: SL301
CREATE UNIQUE INDEX member_nickname ON member (nickname);
--- fixed
CREATE INDEX member_nickname ON member (nickname);
