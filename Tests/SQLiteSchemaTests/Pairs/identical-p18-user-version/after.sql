PRAGMA user_version = 7;
PRAGMA application_id = 1234567;
CREATE TABLE t(a INT);
