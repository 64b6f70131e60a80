create   table
	t(a INT);
Create  Index i ON t(a);
