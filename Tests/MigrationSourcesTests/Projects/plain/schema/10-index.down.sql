DROP INDEX user_email;
