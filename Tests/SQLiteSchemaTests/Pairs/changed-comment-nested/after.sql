CREATE TABLE t(a INT, /* outer /* inner */ c REAL, -- */
 b TEXT);
