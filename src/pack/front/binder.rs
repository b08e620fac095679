//! Binds the names of one module.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use deno_ast::swc::ast::Ident;
use deno_ast::swc::common::BytePos;

use crate::archive::hash;
use crate::closure_text::{captured_names, without_types};
use crate::il::{
    At, Capture, Captured, Closure, ClosureShape, Expr, ExprKind, Import, Local, Slot, Token, Type,
};
use crate::intrinsics::{is_intrinsic, is_intrinsic_value};

use super::error::SourceProblem;
use super::kept_functions::KeptFunctions;
use super::parameter_properties::{Edit, edited, edits};
use super::source::{Source, offset};
use super::star_exports::StarExport;

/// More problems of one module are not shown.
const MAX_PROBLEMS: usize = 50;

/// Makes LumiIL of the syntax of one module.
pub struct Binder<'a> {
    pub source: &'a Source,
    /// The module of each specifier, without the name of a member.
    pub targets: &'a HashMap<String, Token>,
    /// The index of the module.
    pub index: usize,
    /// Whether the module imports itself by way of others.
    pub imports_itself: bool,
    pub kept: &'a KeptFunctions,
    pub locals: Vec<Local>,
    pub imports: Vec<Import>,
    /// Names of imports.
    pub imported: HashMap<String, Token>,
    pub imported_types: HashMap<String, Token>,
    /// Modules whose exports this one exports.
    pub stars: Vec<StarExport>,
    /// Names of imports that code uses.
    pub used: BTreeSet<String>,
    /// The types that the module declares.
    pub own_types: BTreeSet<String>,
    pub scopes: Vec<HashMap<String, Slot>>,
    /// The enumeration around the code: its members are names there.
    pub enumeration: Option<EnumScope>,
    /// The names of the module that are written otherwise in the text of closures.
    edits: Vec<Edit>,
    pub problems: Vec<SourceProblem>,
    /// Texts of closures by their hash.
    pub texts: BTreeMap<String, String>,
}

/// An enumeration whose members are names in the code of its values.
pub struct EnumScope {
    pub slot: Slot,
    pub members: HashSet<String>,
    /// The number of scopes around it.
    pub depth: usize,
}

impl<'a> Binder<'a> {
    pub fn new(
        source: &'a Source,
        targets: &'a HashMap<String, Token>,
        index: usize,
        kept: &'a KeptFunctions,
    ) -> Self {
        Self {
            source,
            targets,
            index,
            imports_itself: false,
            kept,
            locals: Vec::new(),
            imports: Vec::new(),
            imported: HashMap::new(),
            imported_types: HashMap::new(),
            stars: Vec::new(),
            used: BTreeSet::new(),
            own_types: BTreeSet::new(),
            scopes: vec![HashMap::new()],
            enumeration: None,
            edits: edits(source),
            problems: Vec::new(),
            texts: BTreeMap::new(),
        }
    }

    /// Says what LumiIL has not; the answer stands in for the code.
    pub fn absent(&mut self, at: BytePos, what: &str, help: &str) -> ExprKind {
        self.refuse(at, format!("LumiIL has no {what}"), help);
        ExprKind::Undefined
    }

    pub fn refuse(&mut self, at: BytePos, message: String, help: &str) {
        if self.problems.len() < MAX_PROBLEMS {
            let help = Some(help).filter(|it| !it.is_empty());
            self.problems.push(self.source.problem(at, message, help));
        }
    }

    pub fn at(&self, position: BytePos) -> At {
        self.source.at(position)
    }

    pub fn scope<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(HashMap::new());
        let result = work(self);
        self.scopes.pop();
        result
    }

    /// A new variable of the innermost scope.
    pub fn declare(&mut self, name: &str, value_type: Option<Type>) -> Slot {
        let slot = Slot::try_from(self.locals.len()).unwrap_or(Slot::MAX);
        self.locals.push(Local {
            name: name.to_owned(),
            value_type,
        });
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), slot);
        }
        slot
    }

    pub fn local(&self, name: &str) -> Option<Slot> {
        self.scopes
            .iter()
            .rev()
            .find_map(|it| it.get(name).copied())
    }

    /// The variable that a declaration in this scope has.
    pub fn declared(&mut self, name: &Ident) -> Slot {
        match self
            .scopes
            .last()
            .and_then(|it| it.get(&*name.sym).copied())
        {
            Some(slot) => slot,
            None => self.declare(&name.sym, None),
        }
    }

    /// A member of the enumeration around a name, by its name alone.
    fn enum_member(&mut self, ident: &Ident) -> Option<ExprKind> {
        let name = &*ident.sym;
        let around = self.enumeration.as_ref()?;
        let inner = self.scopes.iter().skip(around.depth);
        if !around.members.contains(name) || inner.into_iter().any(|it| it.contains_key(name)) {
            return None;
        }
        let slot = around.slot;
        self.member_name(name, ident.span.lo);
        Some(ExprKind::Get {
            of: Box::new(self.expr(ExprKind::Local(slot), ident.span.lo)),
            name: name.to_owned(),
            optional: false,
        })
    }

    /// The target of a name.
    pub fn name(&mut self, ident: &Ident) -> ExprKind {
        let name = &*ident.sym;
        if let Some(kind) = self.enum_member(ident) {
            return kind;
        }
        if let Some(slot) = self.local(name) {
            return ExprKind::Local(slot);
        }
        if let Some(token) = self.imported.get(name) {
            self.used.insert(name.to_owned());
            let token = token.clone();
            return match token.package() {
                "node" => self.node_name(ident, &token),
                _ => ExprKind::Token(token),
            };
        }
        if name == "undefined" {
            return ExprKind::Undefined;
        }
        if is_intrinsic(name) && !is_intrinsic_value(name) {
            let what = format!("`{name}` as a value");
            return self.absent(ident.span.lo, &what, "name the member after a dot");
        }
        if is_intrinsic(name) {
            return ExprKind::Intrinsic(name.to_owned());
        }
        let help = match name {
            "arguments" => "name a rest parameter, as in `(...values)`",
            "WeakRef" => "use `WeakMap` or `Map`",
            "Date" => "the class is not a value: write `new Date(value)` or `Date.UTC(…)`",
            "Symbol" => "the function is not a value: call it, or name `Symbol.iterator`",
            "Temporal" | "performance" | "setTimeout" | "setInterval" | "crypto" | "fetch"
            | "process" | "Deno" | "Bun" => {
                "programs of a pack have no effects, clocks or random numbers; functions that resources take \
                 as inputs may use all of JavaScript"
            }
            _ => {
                "programs of a pack have a part of JavaScript's library; functions that resources take as \
                 inputs may use all of it"
            }
        };
        self.absent(ident.span.lo, &format!("`{name}`"), help)
    }

    pub fn is_kept(&self, at: BytePos) -> bool {
        self.kept.contains(self.index, offset(at))
    }

    /// A function or class as its text.
    pub fn closure(&mut self, from: BytePos, to: BytePos, shape: ClosureShape) -> Closure {
        let slice = edited(&self.source.text, offset(from), offset(to), &self.edits);
        let text = match self.source.is_typescript() {
            true => without_types(&slice, shape),
            false => Ok(slice),
        };
        let named = text.and_then(|text| captured_names(&text, shape).map(|names| (text, names)));
        let (text, names) = named.unwrap_or_else(|message| {
            let help = "write it without an enum, a namespace or a decorator";
            self.refuse(
                from,
                format!("this function cannot be kept as JavaScript: {message}"),
                help,
            );
            Default::default()
        });
        let mut captures = Vec::new();
        for name in names {
            let value = match (self.local(&name), self.imported.get(&name)) {
                (Some(slot), _) => Captured::Local(slot),
                (None, Some(token)) => {
                    self.used.insert(name.clone());
                    Captured::Token(token.clone())
                }
                (None, None) => continue,
            };
            captures.push(Capture { name, value });
        }
        // Where `abstract` was, there are blanks.
        let blanks = text.len() - text.trim_start().len();
        let at = self.source.at_offset(offset(from) + blanks);
        let text = text.trim().to_owned();
        let hash = hash(&text);
        self.texts.insert(hash.clone(), text);
        Closure {
            text: hash,
            shape,
            captures,
            at,
        }
    }

    pub fn expr(&self, kind: ExprKind, at: BytePos) -> Expr {
        Expr {
            kind,
            at: self.at(at),
        }
    }
}
