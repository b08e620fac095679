//! `std:time:…`: points in time that a stack remembers.
//!
//! | module | |
//! |---|---|
//! | `rotating` | a point in time that is renewed |
//! | `period` | a length of time as people count it |
//! | `clock` | where the time comes from, and how it is written |

mod clock;
mod period;
mod rotating;

pub(super) use clock::{Clock, parsed, written};
pub(super) use rotating::Rotating;
