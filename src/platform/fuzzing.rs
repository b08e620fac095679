//! Entry points of `make fuzz`.

pub use crate::http::fuzzing::platform_framing;
pub use crate::transfer::fuzzing::{platform_archive, platform_nats};
