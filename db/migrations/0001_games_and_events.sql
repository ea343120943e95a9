-- The log of every game. It is all that is kept of a game: what the table game holds beside its
-- key follows from the log and is there for lists.

CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    public_id TEXT NOT NULL UNIQUE CHECK (length(public_id) = 26), -- a ULID in lower case
    name TEXT NOT NULL,
    creator TEXT NOT NULL, -- subject of the creator's token, '' if there was none
    private INTEGER NOT NULL CHECK (private IN (0, 1)),
    created_at INTEGER NOT NULL, -- milliseconds since 1970, as all times
    updated_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0), -- seq of the last event
    status TEXT NOT NULL,
    step TEXT NOT NULL, -- '' when none is open
    players INTEGER NOT NULL,
    joined INTEGER NOT NULL, -- bits: 1 is p1
    waiting INTEGER NOT NULL -- bits of the players that the game waits for
) STRICT;

-- One index for each order of lists, with what lists are narrowed down by behind the key, so that
-- rows which are passed over are never fetched.
CREATE INDEX game_by_created ON game (created_at, public_id, private, status, step);
CREATE INDEX game_by_updated ON game (updated_at, public_id, private, status, step);
CREATE INDEX game_by_name ON game (name, public_id, private, status, step);
CREATE INDEX game_by_creator_created ON game (creator, created_at, public_id, status, step);
CREATE INDEX game_by_creator_updated ON game (creator, updated_at, public_id, status, step);
CREATE INDEX game_by_creator_name ON game (creator, name, public_id, status, step);

CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    at INTEGER NOT NULL,
    type TEXT NOT NULL,
    player INTEGER CHECK (player BETWEEN 1 AND 8), -- NULL: nobody, or the host
    data TEXT NOT NULL, -- the public part, the very bytes that were hashed
    private TEXT, -- what is hidden until the epoch is disclosed
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    UNIQUE (game, seq)
) STRICT;

-- Whom games wait for, by the names that bots know people by.
CREATE TABLE waiting (
    game INTEGER NOT NULL REFERENCES game (id),
    player INTEGER NOT NULL CHECK (player BETWEEN 1 AND 8),
    external_id TEXT NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX waiting_by_external_id ON waiting (external_id, game);
