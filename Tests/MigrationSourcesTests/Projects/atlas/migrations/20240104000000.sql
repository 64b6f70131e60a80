-- atlas:delimiter \n\n\n

CREATE TABLE log (line text)


CREATE TRIGGER new_user AFTER INSERT ON users BEGIN
  INSERT INTO log VALUES ('a user;


  with an id');
END
