CREATE VIEW v AS SELECT application_function(1) AS x, 2 AS y;
CREATE VIEW w AS SELECT 'y' AS z FROM v;
