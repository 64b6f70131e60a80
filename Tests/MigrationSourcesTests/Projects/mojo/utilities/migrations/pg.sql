-- 1 up
CREATE TABLE notes (id SERIAL PRIMARY KEY);
-- 1 down
DROP TABLE notes;
