-- Who is told what happens in a game, and what is still to be told: an outbox, whose rows are
-- written in the transaction of the events that they are about.

CREATE TABLE webhook (
    id INTEGER PRIMARY KEY,
    public_id TEXT NOT NULL UNIQUE CHECK (length(public_id) = 26), -- a ULID in lower case
    game INTEGER NOT NULL REFERENCES game (id),
    owner INTEGER CHECK (owner BETWEEN 1 AND 8), -- whose it is; NULL: the game's own
    about INTEGER CHECK (about BETWEEN 1 AND 8), -- it hears of this player alone; NULL: of all
    format TEXT NOT NULL,
    url TEXT NOT NULL,
    types TEXT NOT NULL, -- what it hears of, separated by commas; '' is everything
    created_at INTEGER NOT NULL,
    pings INTEGER NOT NULL DEFAULT 0, -- asked for so far
    disabled_at INTEGER, -- nothing is sent any more
    reason TEXT, -- why not
    tried_at INTEGER, -- the last attempt, and what came of it
    status INTEGER,
    fault TEXT,
    due_at INTEGER, -- of the first delivery that is pending; NULL when none is
    failing INTEGER -- whether that one has been tried in vain
) STRICT;

CREATE INDEX webhook_by_game ON webhook (game, owner);
CREATE INDEX webhook_by_due ON webhook (failing, due_at) WHERE due_at IS NOT NULL;

-- Deliveries of a webhook go out in the order of seq and part, one after the other.
CREATE TABLE delivery (
    webhook INTEGER NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL, -- of the event; 0 for pings, which go first
    part INTEGER NOT NULL, -- which of the deliveries that come with the event
    type TEXT NOT NULL,
    players INTEGER NOT NULL, -- bits of those whom it is about: 1 is p1
    created_at INTEGER NOT NULL, -- when that happened
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0, -- attempts that count against the webhook
    next_at INTEGER NOT NULL, -- while pending: not before
    finished_at INTEGER,
    status INTEGER, -- of the last answer
    fault TEXT, -- why the last attempt brought none
    PRIMARY KEY (webhook, seq, part)
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_pending ON delivery (webhook, seq, part) WHERE state = 'pending';
CREATE INDEX delivery_by_time ON delivery (webhook, created_at, seq, part);
CREATE INDEX delivery_by_finished ON delivery (finished_at) WHERE finished_at IS NOT NULL;

-- What an answer was about beside the game: the id of a webhook, of a delivery.
ALTER TABLE answer ADD COLUMN subject TEXT NOT NULL DEFAULT '';
