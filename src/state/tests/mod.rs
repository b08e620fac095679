//! Tests of state as a whole: runs, faults, locks, secrets.

mod damage;
mod documents;
mod drift_history;
mod faulty_store;
mod format;
mod locks;
mod lost_connections;
mod names;
mod recorded;
mod renaming;
mod runs;
mod samples;
mod secrets;
mod writes;
