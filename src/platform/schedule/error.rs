//! Errors of schedules in definitions of functions.

use thiserror::Error;

/// A schedule that cannot be followed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ScheduleError {
    #[error(
        "the schedule {0:?} does not have five fields: minute, hour, day, month, day of the \
             week"
    )]
    Fields(String),
    #[error("the {field} of the schedule {text:?} {fault}")]
    Field {
        text: String,
        field: &'static str,
        fault: FieldFault,
    },
    #[error("the schedule {0:?} never occurs: there is no such day")]
    NoTime(String),
    #[error("the schedule {text:?} is not one of {names} or @every 90s")]
    Name { text: String, names: String },
    #[error("the schedule {text:?} needs a period such as 90s: {error}")]
    Period {
        text: String,
        error: humantime::DurationError,
    },
    #[error("the schedule {0:?} must be a whole number of seconds, at least one")]
    Seconds(String),
}

/// The fault of one field. The text continues a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FieldFault {
    #[error("has a step in {0:?} that is not a number above 0")]
    Step(String),
    #[error("has a range {0:?} that ends before it begins")]
    Range(String),
    #[error("has {text:?}, which is not a number from {first} to {last}")]
    Number { text: String, first: u32, last: u32 },
}
