-- Tokens that are not accepted any more, until they expire by themselves.
CREATE TABLE revocation (
    token_id TEXT NOT NULL PRIMARY KEY,
    until INTEGER NOT NULL -- seconds since 1970
) STRICT, WITHOUT ROWID;

CREATE INDEX revocation_by_until ON revocation (until);

-- Written to find out whether writing works.
CREATE TABLE probe (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    count INTEGER NOT NULL
) STRICT;

INSERT INTO probe (one, count) VALUES (1, 0);
