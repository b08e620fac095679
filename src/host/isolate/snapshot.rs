//! The output of `build/`: startup snapshot and embedded modules.

#[cfg(debug_assertions)]
use super::live_snapshot;

include!(concat!(env!("OUT_DIR"), "/residual.rs"));
include!(concat!(env!("OUT_DIR"), "/code_cache.rs"));

/// Bytes at an address that V8 does not copy a code cache from.
#[repr(align(8))]
struct Aligned<T: ?Sized>(T);

static CODE_CACHE: &Aligned<[u8]> =
    &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/code_cache.bin")));

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
    /// Code caches of both.
    pub code_caches: CodeCaches,
}

/// V8's code caches: all bytes, and the part that belongs to each specifier, sorted.
#[derive(Clone, Copy)]
pub struct CodeCaches {
    pub bytes: &'static [u8],
    pub parts: &'static [(&'static str, usize, usize)],
}

impl CodeCaches {
    fn get(&self, specifier: &str) -> Option<&'static [u8]> {
        let index = self.parts.binary_search_by(|it| it.0.cmp(specifier)).ok()?;
        let (_, first, length) = self.parts[index];
        self.bytes.get(first..first.checked_add(length)?)
    }
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
            code_caches: CodeCaches {
                bytes: &CODE_CACHE.0,
                parts: CODE_CACHES,
            },
        }
    }

    /// The text of a module that is compiled on first import.
    pub fn on_demand_module(&self, specifier: &str) -> Option<&'static str> {
        text_of(self.on_demand_modules, specifier)
    }

    /// The text of a script that is compiled on first use.
    pub fn lazy_script(&self, specifier: &str) -> Option<&'static str> {
        text_of(self.lazy_scripts, specifier)
    }

    /// The code cache of one of the two.
    pub fn code_cache(&self, specifier: &str) -> Option<&'static [u8]> {
        self.code_caches.get(specifier)
    }
}

fn text_of(sources: Sources, specifier: &str) -> Option<&'static str> {
    let index = sources.binary_search_by(|it| it.0.cmp(specifier)).ok()?;
    Some(sources[index].1)
}
