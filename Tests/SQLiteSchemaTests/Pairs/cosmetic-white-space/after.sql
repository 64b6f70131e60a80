CREATE TABLE t (
	a   INT ,

	b	TEXT   DEFAULT 'x y'
) ;
