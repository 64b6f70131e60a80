CREATE TABLE t("GRÖßE" INT, "größe" INT);
