//! From an import specifier to code V8 can run.
//!
//! [`builtin`] knows what comes with Lumi, [`resolver`] turns any other specifier into a file (pure
//! but for file stats), [`source`] reads
//! it through the sandbox, [`transpile`] takes the types out, [`cache`] keeps the result and V8's
//! code cache by content, and [`ModuleLoader`] puts them behind deno_core's trait. [`packages`] finds
//! what is installed in `node_modules`, and [`commonjs`] makes modules of CommonJS files.
//!
//! Types are blanked in place wherever possible, so line and column stay those of the source and
//! no source map is needed; only what TypeScript gives a meaning at run time (enums,
//! namespaces, parameter properties, decorators, JSX) is rewritten, with a map.
//!
//! Warm start of 1,000 modules is dominated by system calls: one `realpath`, one read of the
//! source and one read of the cache entry each. The cache is keyed by content, so a moved or
//! copied project starts warm, too.

mod builtin;
mod cache;
mod cache_pruning;
mod commonjs;
mod error;
mod export_site;
mod imports;
mod instrumented;
mod kept;
mod lazy_loader;
mod loader;
mod media;
mod packages;
mod parsed_module;
mod requiring;
mod resolver;
mod source;
mod source_maps;
mod throw_sites;
mod transpile;

pub use builtin::{builtin_names, builtins};
pub use cache::ModuleCache;
pub use error::{LoadError, Position};
pub use instrumented::plain;
pub use kept::may_import;
pub use lazy_loader::LazyLoader;
pub use loader::ModuleLoader;
#[cfg(fuzzing)]
pub use packages::specifiers;
pub use requiring::{CommonJsText, RequiredKind};
pub use resolver::{entry_file, entry_names};
pub use source_maps::SourceMaps;
