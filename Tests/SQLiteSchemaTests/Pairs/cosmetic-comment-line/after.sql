CREATE TABLE t(a INT, -- not "closed, it's (a comment
 b TEXT -- last
);
