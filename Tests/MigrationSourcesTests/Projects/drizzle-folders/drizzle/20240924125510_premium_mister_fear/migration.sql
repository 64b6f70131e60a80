CREATE TABLE `users` (
	`id` integer PRIMARY KEY
);
