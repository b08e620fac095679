//! Scheduled calls of functions.

mod cron;
mod error;
mod schedules;
mod timing;

pub use schedules::run;
pub use timing::Timing;
