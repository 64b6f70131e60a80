ALTER TABLE note ADD COLUMN words INTEGER NOT NULL DEFAULT 0;
UPDATE note SET words = length(body) - length(replace(body, ' ', '')) + 1;
