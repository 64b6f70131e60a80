ALTER TABLE `users` ADD `name` text;
