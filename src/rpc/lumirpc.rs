//! Messages and services of `proto/lumirpc`, which documents them. Generated.

#![expect(
    clippy::all,
    clippy::too_many_lines,
    unused_qualifications,
    reason = "generated code is as it is"
)]

include!(concat!(env!("OUT_DIR"), "/lumirpc.rs"));
