CREATE TABLE t("b" text, a INT);
CREATE TABLE u( x INT );
