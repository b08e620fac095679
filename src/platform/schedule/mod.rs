//! Functions that run at certain times.

mod cron;
mod schedules;

pub use cron::Cron;
pub use schedules::run;
