CREATE TABLE t("order" INT, "group" TEXT);
