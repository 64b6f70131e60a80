CREATE TABLE t("a""b" INT, "c]d" TEXT, "e`f" TEXT);
CREATE INDEX i ON t("a""b");
