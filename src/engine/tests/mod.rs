//! The engine against a world in memory: programs are data, the objects of the provider are data,
//! and the journal can be cut off anywhere.

mod acts;
mod components;
mod effects;
mod faults;
mod guests;
mod hooks;
mod imports;
mod manual_outcomes;
mod objects;
mod old_objects;
mod options;
mod planned_goals;
mod plans;
pub mod program;
mod providers;
mod random_programs;
mod renames;
mod replacement_order;
mod runs;
pub mod samples;
mod scenario;
mod selections;
mod silence;
pub mod silent_provider;
mod unwritten;
mod wire;
mod world;
