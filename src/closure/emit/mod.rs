//! Writes a [`Capture`] as the text of a module.
//!
//! An [`Emitter`] prints a function once for all captures with the same surrounding names
//! (`sources`), because finding, renaming and printing syntax is most of the work for small
//! captures. Large captures consist of data, which is written as one text (`data`).
//!
//! | module | |
//! |---|---|
//! | `module` | the module as a whole: variables before the functions that use them, the export |
//! | `values` | any value, as an expression or as a statement of its own |
//! | `functions`, `objects`, `collections`, `instances`, `data`, `resources` | values of one kind |
//! | `completion` | statements that follow the definition of a value |
//! | `naming` | which values get a name |
//! | `capture_facts` | what follows from the capture alone |
//! | `definitions`, `statements`, `imports`, `environment`, `names` | what is written so far |
//! | `code` | generated text with the source positions of its pieces |
//! | `literal` | JavaScript literals of primitive values |
//! | `minify` | minifies modules |
//! | `order` | counts references to values: a value that is used twice needs a name |
//! | `print` | prints syntax with source positions |
//! | `reserved_names` | names with a meaning in the captured code |
//! | `revival` | restores instances with `#private` fields |
//! | `slice` | prints the source of one function or class, with new names of captured variables |
//! | `sources` | a cache of the modules that functions come from |
//! | `source_map` | converts marks of generated code to a source map |
//! | `syntax` | finds the syntax of a function or class by position |

mod capture_facts;
mod code;
mod collections;
mod completion;
mod data;
mod definitions;
mod environment;
mod functions;
mod imports;
mod instances;
mod literal;
mod minify;
mod module;
mod names;
mod naming;
mod objects;
mod order;
mod print;
mod reserved_names;
mod resources;
mod revival;
mod slice;
mod source_map;
mod sources;
mod statements;
mod syntax;
mod values;

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::thread;

use super::capture::Capture;
use super::nesting::with_stack;
use module::ModuleWriter;
use sources::Sources;

/// A capture with fewer values fits on any stack, however they are nested.
const FEW_VALUES: usize = 200;
/// Address space in bytes; memory is committed when touched.
const DEEP_STACK: usize = 1 << 30;

/// Options of the emitted module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EmitOptions {
    pub format: Format,
    pub minify: bool,
    pub environment: EnvironmentSource,
}

/// The source of deployment values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnvironmentSource {
    /// Environment variables of the process.
    #[default]
    Process,
    /// The default export of [`ENVIRONMENT_MODULE`]: a function from names to values.
    Module,
}

/// The specifier of the environment module, which the loader of the code provides.
pub const ENVIRONMENT_MODULE: &str = "lumi:environment";

/// Module formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Esm,
    CommonJs,
}

impl Format {
    /// The file name of the module.
    pub fn entry(self) -> &'static str {
        match self {
            Self::Esm => "index.mjs",
            Self::CommonJs => "index.cjs",
        }
    }
}

/// A module whose default export is the captured function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmittedModule {
    pub code: String,
    /// Source map (JSON) to the user's files; names are relative to the project folder.
    pub map: String,
    /// Sorted names of imported modules, without duplicates.
    pub imports: Vec<String>,
    /// Environment variables that the module reads, with the bound values.
    pub environment: BTreeMap<String, Bound>,
}

/// A value that the deployment provides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// An output of a resource.
    Output { serial: u32, property: String },
    /// A Property, by its key in [`super::capture::Deferred`].
    Property { key: u32 },
}

impl Bound {
    /// The entry of a variable for the SDK: its name, the serial of a resource or -1, and the
    /// output or the key of a Property.
    pub fn listed((name, bound): (&String, &Self)) -> (String, i64, String) {
        match bound {
            Self::Output { serial, property } => {
                (name.clone(), i64::from(*serial), property.clone())
            }
            Self::Property { key } => (name.clone(), -1, key.to_string()),
        }
    }
}

/// Writes modules, with a cache of shared code.
#[derive(Default)]
pub struct Emitter {
    sources: Sources,
}

impl Emitter {
    /// Writes the module of a capture, reproducibly.
    ///
    /// Runs on a thread with a large stack, because data may be nested to any depth.
    pub fn emit(&mut self, capture: &Capture, options: EmitOptions) -> EmittedModule {
        let sources = &mut self.sources;
        if capture.values.len() < FEW_VALUES {
            let levels = capture.modules.iter().map(|it| it.levels).max();
            let write = || ModuleWriter::new(capture, options, sources).write();
            return with_stack(levels.unwrap_or_default(), write);
        }
        thread::scope(|scope| {
            thread::Builder::new()
                .stack_size(DEEP_STACK)
                .spawn_scoped(scope, || {
                    ModuleWriter::new(capture, options, sources).write()
                })
                .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .unwrap_or_else(|_| {
                    ModuleWriter::new(capture, options, &mut Sources::default()).write()
                })
        })
    }
}

/// Writes the module of one capture without a shared cache.
pub fn emit(capture: &Capture, options: EmitOptions) -> EmittedModule {
    Emitter::default().emit(capture, options)
}
