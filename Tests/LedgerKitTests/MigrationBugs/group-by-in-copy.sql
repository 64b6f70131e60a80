-- A GROUP BY in the copy keeps one row of each group.
--- before
CREATE TABLE score (id INTEGER PRIMARY KEY, player TEXT NOT NULL, points INTEGER NOT NULL);
--- bug: SL304 score
CREATE TABLE score_new (id INTEGER PRIMARY KEY, player TEXT NOT NULL, points INTEGER NOT NULL);
INSERT INTO score_new (id, player, points) SELECT id, player, points FROM score GROUP BY player;
DROP TABLE score;
ALTER TABLE score_new RENAME TO score;
--- fixed
CREATE TABLE score_new (id INTEGER PRIMARY KEY, player TEXT NOT NULL, points INTEGER NOT NULL);
INSERT INTO score_new (id, player, points) SELECT id, player, points FROM score ORDER BY player;
DROP TABLE score;
ALTER TABLE score_new RENAME TO score;
