//! Messages and services of `proto/tfplugin6`, which documents them. Generated.

#![expect(
    clippy::all,
    clippy::too_many_lines,
    unused_qualifications,
    reason = "generated code is as it is"
)]

include!(concat!(env!("OUT_DIR"), "/tfplugin6.rs"));
