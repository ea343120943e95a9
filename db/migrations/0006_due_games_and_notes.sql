-- When something will happen to a game by itself, or somebody has to look whether it does; NULL:
-- never, as things are. Derived from the game's log and from what its players have noted.
ALTER TABLE game ADD COLUMN due_at INTEGER;

CREATE INDEX game_by_due ON game (due_at) WHERE due_at IS NOT NULL;

-- What players have left behind for themselves: private, and no part of the log.
CREATE TABLE note (
    game INTEGER NOT NULL REFERENCES game (id),
    player INTEGER NOT NULL CHECK (player BETWEEN 1 AND 8),
    name TEXT NOT NULL,
    body TEXT NOT NULL, -- a JSON document
    PRIMARY KEY (game, player, name)
) STRICT, WITHOUT ROWID;
