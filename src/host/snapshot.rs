//! What `build/` baked.

include!(concat!(env!("OUT_DIR"), "/residual.rs"));

/// The startup snapshot: web globals and the whole SDK, evaluated.
pub static SNAPSHOT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lumi.snapshot"));
