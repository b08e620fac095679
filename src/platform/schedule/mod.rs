//! Scheduled calls of functions.
//!
//! | module | |
//! |---|---|
//! | `cron` | cron expressions: minute, hour, day of the month, month, day of the week, in UTC |
//! | `error` | errors of schedules in definitions of functions |
//! | `schedules` | runs scheduled calls |
//! | `timing` | the timing of a schedule: a cron expression or an interval |

mod cron;
mod error;
mod schedules;
mod timing;

pub use schedules::run;
pub use timing::Timing;
