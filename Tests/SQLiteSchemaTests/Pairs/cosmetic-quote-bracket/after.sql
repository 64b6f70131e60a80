CREATE TABLE [t]([a] INT, [b c] TEXT);
CREATE VIEW [v] AS SELECT [b c] FROM [t];
