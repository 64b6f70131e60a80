PRAGMA page_size = 8192;
PRAGMA encoding = 'UTF-16le';
PRAGMA auto_vacuum = 1;
CREATE TABLE t(a TEXT);
