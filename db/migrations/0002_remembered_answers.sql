-- What was answered to a request with an Idempotency-Key: enough to make the answer again.

CREATE TABLE answer (
    scope BLOB NOT NULL PRIMARY KEY CHECK (length(scope) = 32), -- hash of who, where and the key
    body BLOB NOT NULL CHECK (length(body) = 32), -- hash of what was sent
    at INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES game (id),
    version INTEGER NOT NULL, -- of the game after the command
    player INTEGER CHECK (player BETWEEN 1 AND 8), -- whom it was about
    refusal TEXT NOT NULL -- code of a refusal that left an event behind, '' for none
) STRICT, WITHOUT ROWID;

CREATE INDEX answer_by_at ON answer (at);
