//! The state of a module that is raised.

use std::collections::{BTreeMap, HashMap, HashSet};

use lumi_pack::il::{At, ExportTarget, Module, Slot};
use lumi_pack::{Doc, SourceProblem};

use super::imports::Imports;
use super::layout::{bracketed, text};
use super::names::python_name;

/// How strongly the parts of an expression hold together: those of a higher level need no parentheses in those of a lower.
pub const NAMED: u8 = 0;
pub const LAMBDA: u8 = 1;
pub const CONDITION: u8 = 2;
pub const OR: u8 = 3;
pub const AND: u8 = 4;
pub const NOT: u8 = 5;
pub const COMPARE: u8 = 6;
pub const UNARY: u8 = 13;
pub const AWAIT: u8 = 15;
pub const ATOM: u8 = 16;

/// An expression in Python.
#[derive(Clone)]
pub struct Raised {
    pub doc: Doc,
    pub level: u8,
}

impl Raised {
    pub fn new(doc: Doc, level: u8) -> Self {
        Self { doc, level }
    }

    pub fn atom(of: impl Into<String>) -> Self {
        Self::new(text(of), ATOM)
    }

    /// The expression as a part of one of a level.
    pub fn within(self, level: u8) -> Doc {
        if self.level < level {
            return bracketed("(", vec![self.doc], ")");
        }
        // Operators of one level are on one line, or each on one.
        match self.level > level && self.level < UNARY {
            true => Doc::group(vec![self.doc]),
            false => self.doc,
        }
    }
}

/// The variables that a function declares and assigns.
#[derive(Default)]
pub struct Variables {
    pub declared: HashSet<Slot>,
    pub assigned: Vec<Slot>,
}

/// A class around code.
pub struct ClassAround {
    pub name: String,
    /// Whether it extends a class of TypeScript.
    pub is_foreign: bool,
}

/// Makes Python of one module.
pub struct Raiser<'a> {
    pub module: &'a Module,
    pub file: &'a str,
    pub imports: Imports<'a>,
    /// The outputs of the program by their variables.
    pub outputs: HashMap<Slot, String>,
    /// Defaults of parameters that are evaluated before their function.
    pub defaults: BTreeMap<Slot, Option<Raised>>,
    /// The number of places that read each variable.
    pub uses: HashMap<Slot, usize>,
    /// The quotes of texts in a field of an f-string.
    pub quote: Option<char>,
    /// Functions around the code, from the module.
    pub variables: Vec<Variables>,
    pub classes: Vec<ClassAround>,
    pub problems: Vec<SourceProblem>,
}

/// The largest number of places that are named.
const MAX_PROBLEMS: usize = 20;

impl<'a> Raiser<'a> {
    pub fn new(module: &'a Module, file: &'a str, imports: Imports<'a>, is_entry: bool) -> Self {
        let exports = module.exports.iter().filter(|_| is_entry);
        let outputs = exports.filter_map(|it| match it.value {
            ExportTarget::Local(slot) => Some((slot, it.name.clone())),
            _ => None,
        });
        Self {
            module,
            file,
            imports,
            outputs: outputs.collect(),
            defaults: BTreeMap::new(),
            uses: HashMap::new(),
            quote: None,
            variables: vec![Variables::default()],
            classes: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Refuses what LumiPy cannot say.
    pub fn refuse(&mut self, at: At, what: &str) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(SourceProblem {
                file: self.file.to_owned(),
                line: at.line,
                column: at.column,
                message: format!("Python of LumiPy cannot say {what}"),
                help: None,
            });
        }
    }

    pub fn refused(&mut self, at: At, what: &str) -> Raised {
        self.refuse(at, what);
        Raised::atom("...")
    }

    /// The name of a variable.
    pub fn name(&self, slot: Slot) -> String {
        let index = usize::try_from(slot).unwrap_or(usize::MAX);
        let local = self.module.locals.get(index);
        local.map(|it| python_name(&it.name)).unwrap_or_default()
    }

    pub fn declare(&mut self, slot: Slot) {
        if let Some(it) = self.variables.last_mut() {
            it.declared.insert(slot);
        }
    }

    /// Notes that code assigns a variable.
    pub fn assigns(&mut self, slot: Slot) {
        if let Some(it) = self.variables.last_mut() {
            it.assigned.push(slot);
        }
    }
}
