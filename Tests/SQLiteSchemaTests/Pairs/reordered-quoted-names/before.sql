CREATE TABLE t("a b" INT, "order" INT, c INT);
