-- Two foreign keys share the tenant; dropping the parent deletes the rows that the migration has just filled.
--- before
CREATE TABLE tenant (id TEXT NOT NULL PRIMARY KEY);
CREATE TABLE flag (tenant_id TEXT NOT NULL REFERENCES tenant (id), name TEXT NOT NULL, PRIMARY KEY (tenant_id, name));
CREATE TABLE segment (tenant_id TEXT NOT NULL REFERENCES tenant (id), name TEXT NOT NULL, PRIMARY KEY (tenant_id, name));
CREATE TABLE rule (id TEXT NOT NULL PRIMARY KEY, tenant_id TEXT NOT NULL, flag_name TEXT NOT NULL, segment_name TEXT NOT NULL, FOREIGN KEY (tenant_id, flag_name) REFERENCES flag (tenant_id, name), FOREIGN KEY (tenant_id, segment_name) REFERENCES segment (tenant_id, name));
CREATE INDEX rule_flag ON rule (tenant_id, flag_name);
CREATE TABLE rollout (id INTEGER PRIMARY KEY, rule_id TEXT NOT NULL REFERENCES rule (id) ON DELETE CASCADE);
CREATE INDEX rollout_rule ON rollout (rule_id);
--- bug: SL304 rollout
CREATE TABLE rule_new (id TEXT NOT NULL PRIMARY KEY, tenant_id TEXT NOT NULL, flag_name TEXT NOT NULL, segment_name TEXT NOT NULL, rank INTEGER NOT NULL DEFAULT 1, FOREIGN KEY (tenant_id, flag_name) REFERENCES flag (tenant_id, name), FOREIGN KEY (tenant_id, segment_name) REFERENCES segment (tenant_id, name));
INSERT INTO rule_new (id, tenant_id, flag_name, segment_name) SELECT id, tenant_id, flag_name, segment_name FROM rule;
DROP TABLE rule;
ALTER TABLE rule_new RENAME TO rule;
CREATE INDEX rule_flag ON rule (tenant_id, flag_name);
--- fixed
ALTER TABLE rule ADD COLUMN rank INTEGER NOT NULL DEFAULT 1;
