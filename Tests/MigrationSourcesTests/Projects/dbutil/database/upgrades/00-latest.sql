-- v0 -> v6 (compatible with v3+): Latest revision
CREATE TABLE room (
	room_id TEXT NOT NULL PRIMARY KEY,
	-- only: postgres
	state   jsonb,
	-- only: sqlite (line commented)
--	state   TEXT,
	topic   TEXT
);
CREATE TABLE receipt (
	room_id  TEXT NOT NULL REFERENCES room (room_id),
	event_id TEXT NOT NULL,
	PRIMARY KEY (room_id, event_id)
);
