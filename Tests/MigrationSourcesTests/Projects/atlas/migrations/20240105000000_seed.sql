-- atlas:sum ignore
INSERT INTO log VALUES ('ready');
