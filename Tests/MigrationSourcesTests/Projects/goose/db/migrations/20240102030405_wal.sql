-- +goose NO TRANSACTION
-- +goose Up
PRAGMA journal_mode = WAL;
