CREATE TABLE t("check" INT, "primary key" INT, "unique" INT UNIQUE, CHECK("unique" > 0));
