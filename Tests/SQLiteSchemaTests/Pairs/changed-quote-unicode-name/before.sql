CREATE TABLE t("größe" INT);
