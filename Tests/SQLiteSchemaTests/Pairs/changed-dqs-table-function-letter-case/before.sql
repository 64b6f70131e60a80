CREATE VIEW v AS SELECT value FROM json_each('[1]') WHERE value <> "ABC";
