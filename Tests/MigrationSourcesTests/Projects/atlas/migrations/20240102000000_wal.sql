-- atlas:txmode none

PRAGMA journal_mode = WAL;
