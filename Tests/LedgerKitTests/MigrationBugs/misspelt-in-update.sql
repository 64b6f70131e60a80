-- P22. The same in an UPDATE.
--- before
CREATE TABLE profile (id INTEGER PRIMARY KEY, phone TEXT, contact TEXT);
--- bug: SL307 profile.contact
UPDATE profile SET contact = "fone";
--- fixed
UPDATE profile SET contact = "phone" WHERE contact IS NULL;
