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
//! | `cache` | emitted code and V8's code cache, by content |
//! | `cache_pruning` | removes entries of the cache that are old or too many |
//! | `code_cache` | V8's code caches of Lumi's own modules, which are in the binary |
//! | `commonjs` | modules of CommonJS files, for `import` |
//! | `commonjs_exports` | the exports of a CommonJS file, judged by its text alone: the names that `import` can link to |
//! | `compiled_code` | code that V8 has compiled, from which code caches are made when the program is over |
//! | `decorators` | decorators in syntax, and the imports that their metadata needs |
//! | `described_packages` | packages of the project as modules: `lumi:random` |
//! | `error` | errors of loading modules |
//! | `error_sites` | positions of errors that have none, such as a thrown text |
//! | `export_site` | finds the declaration of an export, for errors about its value |
//! | `facade_names` | the exports of CommonJS files that are read: getters run only for names that importers ask for |
//! | `import_site` | the place of an import of a module that could not be loaded |
//! | `imports` | removes imports that are unused once the types are removed |
//! | `instrumented` | instruments modules for closures, and maps positions back to the original |
//! | `lazy_loader` | a module loader for an isolate that is created before its program is known |
//! | `loader` | deno_core's module loader over the parts of this folder |
//! | `media` | the kind of a module's file, by extension |
//! | `data_url` | modules in `data:` URLs |
//! | `memory_modules` | modules that are in no file: those of a package, as a program or as a library |
//! | `memory_source` | the source of these, for V8 |
//! | `module_source` | the source of a module, as V8 loads it |
//! | `package_imports` | the imports of modules of packages: classes are made for names that importers ask for |
//! | `packages` | packages in `node_modules` |
//! | `parsed_module` | a module that was parsed to find a position in it, for an error |
//! | `program_files` | the files of a program, for tools that read them without running it |
//! | `program_modules` | all modules of a program, read and parsed, but not run |
//! | `requests` | the imports in the syntax of a module |
//! | `requiring` | `require` for CommonJS files, and their facades |
//! | `resolver` | turns specifiers into files |
//! | `source` | reads modules through the sandbox |
//! | `source_maps` | source maps of emitted modules, and of bundled functions in separate files |
//! | `stored_modules` | modules without a file: provider objects that are stored in the state of a stack |
//! | `stored_settings` | secrets of the configuration that stored providers read when they run |
//! | `throw_sites` | finds statements that may have thrown a value other than an Error |
//! | `transpile` | TypeScript and JSX as JavaScript |

mod asked_names;
mod builtin;
mod cache;
mod cache_pruning;
mod code_cache;
mod commonjs;
mod commonjs_exports;
mod compiled_code;
mod data_url;
mod decorators;
mod described_packages;
mod error;
mod error_sites;
mod export_site;
mod facade_names;
mod import_site;
mod imports;
mod instrumented;
mod lazy_loader;
mod loader;
mod media;
mod memory_modules;
mod memory_source;
mod module_source;
mod package_imports;
mod packages;
mod parsed_module;
mod program_files;
mod program_modules;
mod requests;
mod requiring;
mod resolver;
mod source;
mod source_maps;
mod stored_modules;
mod stored_settings;
mod throw_sites;
mod transpile;

pub use builtin::{builtin_names, builtins};
pub use cache::ModuleCache;
pub use compiled_code::CompiledCode;
pub use error::{LoadError, Position};
pub use instrumented::plain;
pub use lazy_loader::LazyLoader;
pub use loader::ModuleLoader;
pub use memory_modules::{AssetHashes, MemoryModule, MemoryModules};
pub use packages::is_installed;
#[cfg(fuzzing)]
pub use packages::specifiers;
pub use program_files::ProgramFiles;
pub use program_modules::{ImportTarget, SourceModule, program_modules};
pub use requiring::{CommonJsText, RequiredKind};
pub use resolver::{candidates, entry_file, entry_names, means_folder};
pub use source_maps::{SourceMaps, located};
pub use stored_modules::may_import;
