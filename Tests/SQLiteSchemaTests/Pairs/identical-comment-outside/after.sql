-- before
CREATE /* between */ TABLE /* and -- here */ t(a INT) -- after
; /* the end */
