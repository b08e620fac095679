//! Runs that are killed or disturbed at any point: no object is lost, and the next run reaches the
//! desired state.
//!
//! `make soak` runs the long ones of these tests, which are ignored otherwise.

mod changed_sources;
mod clock;
mod conditions;
#[cfg(debug_assertions)]
mod damage;
mod deployed;
mod disks;
#[cfg(debug_assertions)]
mod every_write;
mod faulty_proxy;
mod file_kill;
mod flaky_api;
mod preloaded;
pub mod random_choice;
mod random_program;
pub mod read_only;
mod running;
pub mod soak;
mod stops;
