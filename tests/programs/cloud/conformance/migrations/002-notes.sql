-- Needs the table of the migration before.
ALTER TABLE accounts ADD COLUMN note jsonb;
UPDATE accounts SET note = '{"from": "002"}';
