//! A program as data: its modules, and what their imports mean.

use std::collections::{HashMap, HashSet};

use lumi_closure::analysis::Analysis;

/// All modules of a program, the entry first.
#[derive(Debug, Default)]
pub struct Program {
    pub modules: Vec<Module>,
}

#[derive(Debug)]
pub struct Module {
    /// The JavaScript of the module, with its display name and a map to the user's file.
    pub analysis: Analysis,
    /// The meaning of each specifier of an import.
    pub imports: HashMap<String, Target>,
    /// Whether the module is CommonJS.
    pub is_commonjs: bool,
    /// The [`moments`](crate::moments) of the source.
    pub moments: HashSet<(u32, u32)>,
}

/// The meaning of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A module of the program, by index.
    Module(usize),
    /// Data: JSON, text or bytes.
    Data,
    /// A module of Node, by its name without `node:`.
    Node(String),
    /// A module of Lumi, or a package of the project: `lumi`, `lumi/std`, `lumi:aws`.
    Lumi(String),
    /// A package of npm.
    Package(String),
}

impl Target {
    /// The path of an intrinsic; `None` for what is the program's own.
    pub fn path(&self) -> Option<String> {
        match self {
            Self::Module(_) | Self::Data => None,
            Self::Node(name) => Some(format!("node:{name}")),
            Self::Lumi(name) => Some(name.clone()),
            Self::Package(name) => Some(format!("npm:{name}")),
        }
    }
}
