ALTER TABLE `users` ADD `email` text;
