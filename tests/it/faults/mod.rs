//! Runs that are killed, hindered or disturbed anywhere: no object is lost, and the next run brings
//! the world to what is wanted.
//!
//! `make soak` runs the long ones of these tests. They are ignored otherwise.

mod clock;
mod conditions;
#[cfg(debug_assertions)]
mod damage;
mod deployed;
pub mod dice;
mod disks;
#[cfg(debug_assertions)]
mod every_write;
mod faulty_proxy;
mod flaky_api;
mod read_only;
mod running;
mod soak;
mod stops;
mod wanted;
