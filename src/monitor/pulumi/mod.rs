//! Monitors that speak `pulumirpc`.
//!
//! | module | |
//! |---|---|
//! | `foreign_monitor` | the program's end: registers with an engine of Pulumi |
//! | `known` | what the engine has said of the resources that were registered |
//! | `stack_root` | the resource that stands for the stack there |
//! | `registration` | goals as requests |
//!
//! Nothing has a number or a turn there: a program waits for what it names. `ForeignMonitor` does the
//! same for parents and providers, which programs of ours need not wait for.

mod foreign_monitor;
mod known;
mod registration;
mod stack_root;

pub use foreign_monitor::{ForeignMonitor, Message};
pub use stack_root::StackFacts;
