//! The output of `build/`: startup snapshot and embedded modules.

#[cfg(debug_assertions)]
use super::live_snapshot;

include!(concat!(env!("OUT_DIR"), "/residual.rs"));

/// Specifiers and code, sorted by specifier.
pub type Sources = &'static [(&'static str, &'static str)];

#[derive(Clone, Copy)]
pub struct StartupData {
    /// The startup snapshot: web globals and the whole SDK, evaluated.
    pub snapshot: &'static [u8],
    /// Scripts of the web extension that are compiled on first use.
    pub lazy_scripts: Sources,
    /// Modules of Lumi that are compiled on first import.
    pub on_demand_modules: Sources,
}

impl StartupData {
    /// The embedded data. A development build returns the snapshot of the current `js/`.
    pub fn current() -> Self {
        #[cfg(debug_assertions)]
        if let Some(newer) = live_snapshot::newer() {
            return newer;
        }
        Self {
            snapshot: include_bytes!(concat!(env!("OUT_DIR"), "/lumi.snapshot")),
            lazy_scripts: LAZY_SCRIPTS,
            on_demand_modules: ON_DEMAND_MODULES,
        }
    }
}
