CREATE TABLE t(j TEXT, n TEXT GENERATED ALWAYS AS (
  j->>'$.name' -- the name
) STORED);
