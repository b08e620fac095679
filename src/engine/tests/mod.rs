//! The engine against a world in memory: with a program that is data, a provider whose objects are
//! data, and a journal that can be cut off anywhere.

mod faults;
mod objects;
mod options;
mod program;
mod providers;
mod runs;
pub mod samples;
mod scenario;
mod wire;
mod world;
