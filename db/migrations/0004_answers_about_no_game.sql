-- What was answered about tokens is remembered like what was answered about games.

CREATE TABLE answer_of_any (
    scope BLOB NOT NULL PRIMARY KEY CHECK (length(scope) = 32), -- hash of who, where and the key
    body BLOB NOT NULL CHECK (length(body) = 32), -- hash of what was sent
    at INTEGER NOT NULL,
    game INTEGER REFERENCES game (id), -- NULL: about none
    version INTEGER NOT NULL, -- of the game after the command, 0 for none
    player INTEGER CHECK (player BETWEEN 1 AND 8), -- whom it was about
    refusal TEXT NOT NULL -- code of a refusal that left an event behind, '' for none
) STRICT, WITHOUT ROWID;

INSERT INTO answer_of_any (scope, body, at, game, version, player, refusal)
SELECT scope, body, at, game, version, player, refusal FROM answer;

DROP TABLE answer;
ALTER TABLE answer_of_any RENAME TO answer;

CREATE INDEX answer_by_at ON answer (at);
