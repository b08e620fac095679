//! `lumi platform export` and `import`.

pub mod cluster;
pub mod platform;
