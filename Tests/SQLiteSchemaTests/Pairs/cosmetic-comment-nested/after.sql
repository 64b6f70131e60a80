CREATE TABLE t(a INT, /* outer /* inner -- */ b TEXT -- line /* not opened
);
