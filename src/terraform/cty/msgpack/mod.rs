//! The encoding of values in calls: msgpack, whose form the type of the value decides.
//!
//! | module | |
//! |---|---|
//! | `encode`, `decode` | values; `encode` chooses an integer, a double or a text for a number |
//! | `refinement` | what is known of unknown values |
//! | `reader`, `writer` | the forms of msgpack |

mod decode;
mod encode;
mod reader;
mod refinement;
mod writer;

pub use decode::from_msgpack;
pub use encode::to_msgpack;

/// The extension of an unknown value, and of one with a refinement.
const UNKNOWN: i8 = 0;
const REFINED: i8 = 12;

/// The members of a refinement.
mod member {
    pub const NULL: i64 = 1;
    pub const PREFIX: i64 = 2;
    pub const LOWER: i64 = 3;
    pub const UPPER: i64 = 4;
    pub const MIN_LENGTH: i64 = 5;
    pub const MAX_LENGTH: i64 = 6;
}

#[cfg(test)]
mod tests;
