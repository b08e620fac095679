//! A [`Capture`] as the text of a module.
//!
//! An [`Emitter`] prints a function once for all captures that have it with the same names around it
//! (`sources`): to find, to rename and to print syntax is most of the work for small captures. For
//! large ones it is the data, which is written as one text (`data`) instead of one for each value.

mod code;
mod collections;
mod completion;
mod data;
mod definitions;
mod environment;
mod imports;
mod instances;
mod literal;
mod minify;
mod module;
mod names;
mod objects;
mod order;
mod print;
mod revival;
mod slice;
mod source_map;
mod sources;
mod statements;
mod surroundings;
mod syntax;
mod values;

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::thread;

use super::capture::Capture;
use super::nesting::with_stack;
use module::Writer;
use sources::Sources;

/// So few values fit on any stack, however they are nested.
const FEW_VALUES: usize = 200;
/// Address space only: memory is taken as it is used.
const DEEP_STACK: usize = 1 << 30;

/// How the module is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EmitOptions {
    pub format: Format,
    pub minify: bool,
    pub environment: EnvironmentSource,
}

/// Where a module gets what only the deployment knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnvironmentSource {
    /// The environment variables of its process.
    #[default]
    Process,
    /// The default export of [`ENVIRONMENT_MODULE`]: a function from names to values.
    Module,
}

/// What a module imports that gets its values from the code that loads it.
pub const ENVIRONMENT_MODULE: &str = "lumi:environment";

/// Kinds of modules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Esm,
    CommonJs,
}

impl Format {
    /// The name of the module's file.
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
    /// Names of modules that it imports, without duplicates, sorted.
    pub imports: Vec<String>,
    /// What the module reads from its environment: variable by what it stands for.
    pub environment: BTreeMap<String, Bound>,
}

/// A value that the deployment fills in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// An output of a resource.
    Output { serial: u32, property: String },
    /// A Property, by its key in [`super::capture::Deferred`].
    Property { key: u32 },
}

impl Bound {
    /// How a variable is listed for the SDK: its name, the serial of a resource or -1, and the output
    /// or the key of a Property.
    pub fn listed((name, bound): (&String, &Self)) -> (String, i64, String) {
        match bound {
            Self::Output { serial, property } => {
                (name.clone(), i64::from(*serial), property.clone())
            }
            Self::Property { key } => (name.clone(), -1, key.to_string()),
        }
    }
}

/// Writes modules, and remembers what they have in common.
#[derive(Default)]
pub struct Emitter {
    sources: Sources,
}

impl Emitter {
    /// Writes the module of a capture. The same capture gives the same bytes.
    ///
    /// Data may be nested as deep as the program likes, so this runs on a thread with a stack for it.
    pub fn emit(&mut self, capture: &Capture, options: EmitOptions) -> EmittedModule {
        let sources = &mut self.sources;
        if capture.values.len() < FEW_VALUES {
            let levels = capture.modules.iter().map(|it| it.levels).max();
            let write = || Writer::new(capture, options, sources).write();
            return with_stack(levels.unwrap_or_default(), write);
        }
        thread::scope(|scope| {
            thread::Builder::new()
                .stack_size(DEEP_STACK)
                .spawn_scoped(scope, || Writer::new(capture, options, sources).write())
                .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .unwrap_or_else(|_| Writer::new(capture, options, &mut Sources::default()).write())
        })
    }
}

/// Writes the module of one capture.
pub fn emit(capture: &Capture, options: EmitOptions) -> EmittedModule {
    Emitter::default().emit(capture, options)
}
