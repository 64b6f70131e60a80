ALTER TABLE `users` ADD `draft` text;
