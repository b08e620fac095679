CREATE TABLE orders (id text PRIMARY KEY, customer text NOT NULL, gross int NOT NULL, paid int NOT NULL DEFAULT 0);
CREATE TABLE ledger (id text PRIMARY KEY REFERENCES orders);
