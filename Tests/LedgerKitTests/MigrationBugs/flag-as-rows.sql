-- A column becomes rows of another table; the bug selects the rows by the text that it does not store.
--- before
CREATE TABLE cipher (id INTEGER PRIMARY KEY, owner TEXT, favorite INTEGER NOT NULL DEFAULT 0, note TEXT NOT NULL);
--- bug: SL305 cipher.note
CREATE TABLE favorite (cipher_id INTEGER NOT NULL REFERENCES cipher (id), PRIMARY KEY (cipher_id));
INSERT INTO favorite (cipher_id) SELECT id FROM cipher WHERE note <> '';
ALTER TABLE cipher DROP COLUMN note;
--- fixed
CREATE TABLE favorite (cipher_id INTEGER NOT NULL REFERENCES cipher (id), PRIMARY KEY (cipher_id));
INSERT INTO favorite (cipher_id) SELECT id FROM cipher WHERE favorite = 1 AND owner IS NOT NULL;
ALTER TABLE cipher DROP COLUMN favorite;
