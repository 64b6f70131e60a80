CREATE TABLE t(a INT);
CREATE VIEW v AS select  *  from "t";
