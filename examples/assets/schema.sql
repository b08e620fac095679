CREATE TABLE greeting (
  language TEXT PRIMARY KEY,
  text TEXT NOT NULL
);
