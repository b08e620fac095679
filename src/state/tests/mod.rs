//! Tests of state as a whole: runs, faults, locks, secrets.

mod runs;
mod samples;
