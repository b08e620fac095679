//! `std:time:…`: points in time that a stack remembers.
//!
//! | module | |
//! |---|---|
//! | `rotating` | a point in time that is renewed |
//! | `period` | a calendar period |
//! | `clock` | the clock, and the format of times |

mod clock;
mod period;
mod rotating;

pub use clock::{Clock, parsed, written};
pub use rotating::Rotating;
