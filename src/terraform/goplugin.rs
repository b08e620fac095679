//! Messages and services of `proto/goplugin`, which documents them. Generated.

#![expect(
    clippy::all,
    clippy::too_many_lines,
    unused_qualifications,
    reason = "generated code is as it is"
)]

include!(concat!(env!("OUT_DIR"), "/plugin.rs"));
