CREATE TABLE t(/* the key */ a INT, b /* it's; "odd" ` [ */ TEXT/**/);
