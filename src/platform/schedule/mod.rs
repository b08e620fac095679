//! Functions that run at certain times.

mod cron;
mod schedules;
mod timing;

pub use schedules::run;
pub use timing::Timing;
