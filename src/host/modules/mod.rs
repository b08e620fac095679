//! Turns an import specifier into code for V8.
//!
//! [`builtin`] lists the modules of Lumi, [`resolver`] turns any other specifier into a file (it
//! only reads file metadata), [`source`] reads it through the sandbox, [`transpile`] removes types,
//! [`cache`] stores the result and V8's code cache by content, and [`ModuleLoader`] implements
//! deno_core's trait. [`packages`] finds packages in `node_modules`, and [`commonjs`] makes modules
//! of CommonJS files.
//!
//! Types are blanked in place wherever possible, so line and column equal those of the source and
//! no source map is needed. Only syntax with run-time meaning (enums, namespaces, parameter
//! properties, decorators, JSX) is rewritten, with a source map.
//!
//! System calls dominate a warm start with 1,000 modules: one `realpath`, one read of the source
//! and one read of the cache entry each. The cache is addressed by content, so a moved or copied
//! project starts warm, too.
//!
//! | module | |
//! |---|---|
//! | `asked_names` | the names that a module asks of the modules that it imports, by its text |
//! | `builtin` | the modules that come with Lumi: the SDK, and parts of Node's library |
//! | `decorators` | decorators in syntax, and the imports that their metadata needs |
//! | `described_packages` | packages of the project as modules: `lumi:random` |
//! | `error` | errors of loading modules |
//! | `import_failures` | the failures of loading modules, by their messages |
//! | `imports` | removes imports that are unused once the types are removed |
//! | `instrumented` | instruments modules for closures, and maps positions back to the original |
//! | `lazy_loader` | a module loader for an isolate that is created before its program is known |
//! | `loader` | deno_core's module loader over the parts of this folder |
//! | `media` | the kind of a module's file, by extension |
//! | `data_url` | modules in `data:` URLs |
//! | `memory_modules` | modules that are in no file: those of a package, as a program or as a library |
//! | `memory_source` | the source of these, for V8 |
//! | `meta_resolution` | the answers of `import.meta.resolve` |
//! | `module_source` | the source of a module, as V8 loads it |
//! | `package_imports` | the imports of modules of packages: classes are made for names that importers ask for |
//! | `packages` | packages in `node_modules` |
//! | `program_files` | the files of a program, for tools that read them without running it |
//! | `program_modules` | all modules of a program, read and parsed, but not run |
//! | `requests` | the imports in the syntax of a module |
//! | `resolver` | turns specifiers into files |
//! | `source` | reads modules through the sandbox |
//! | `stored_modules` | modules without a file: provider objects that are stored in the state of a stack |
//! | `stored_settings` | secrets of the configuration that stored providers read when they run |
//! | `test_frameworks` | packages of test frameworks in tests of programs of Pulumi |
//! | `transpile` | TypeScript and JSX as JavaScript |
//! | `wanted_file` | the file that a specifier names as a path or a URL |
//! | `caches` | caches of emitted and of compiled code |
//! | `sites` | places in the text of modules, for errors |
//! | `require` | modules of CommonJS |

mod asked_names;
mod builtin;
mod caches;
mod data_url;
mod decorators;
mod described_packages;
mod error;
mod import_failures;
mod imports;
mod instrumented;
mod lazy_loader;
mod loader;
mod media;
mod memory_modules;
mod memory_source;
mod meta_resolution;
mod module_source;
mod package_imports;
mod packages;
mod program_files;
mod program_modules;
mod requests;
mod require;
mod resolver;
mod sites;
mod source;
mod stored_modules;
mod stored_settings;
mod test_frameworks;
mod transpile;
mod wanted_file;

pub use builtin::{builtin_names, builtins, is_library};
pub use caches::cache::ModuleCache;
pub use caches::compiled_code::CompiledCode;
pub use error::{LoadError, Position};
pub use import_failures::ImportFailure;
pub use instrumented::plain;
pub use lazy_loader::LazyLoader;
pub use loader::ModuleLoader;
pub use memory_modules::{AssetHashes, MemoryModule, MemoryModules};
#[cfg(fuzzing)]
pub use packages::specifiers;
pub use packages::{PLUG_N_PLAY_ADVICE, is_installed, plug_n_play_files};
pub use program_files::ProgramFiles;
pub use program_modules::{ImportTarget, SourceModule, program_modules};
pub use require::requiring::RequiredKind;
pub use require::typed::emitted;
pub use resolver::{candidates, entry_file, entry_names, means_folder};
pub use sites::source_maps::{SourceMaps, located};
pub use stored_modules::may_import;
