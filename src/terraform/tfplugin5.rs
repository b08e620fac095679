//! Messages and services of `proto/tfplugin5`, which documents them. Generated.

#![expect(
    clippy::all,
    clippy::too_many_lines,
    unused_qualifications,
    reason = "generated code is as it is"
)]

include!(concat!(env!("OUT_DIR"), "/tfplugin5.rs"));
