CREATE TABLE t("check" INT, "primary key" INT, "unique" INT, CHECK("check" > 0));
