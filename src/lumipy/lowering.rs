//! The state of the lowering of one module: scopes, variables and problems.

use std::collections::{HashMap, HashSet};

use lumi_pack::SourceProblem;
use lumi_pack::il::{At, Expr, ExprKind, Import, Local, Slot, Statement, Token, VariableKind};
use ruff_text_size::{Ranged, TextSize};

use super::facts::{ClassInfo, Paths, ProjectTexts};
use super::imports::Targets;
use super::nodes::{bind, call, expr, get, local, string, variable};
use super::program::Exports;
use super::refusal::Refusal;
use super::scopes::Names;
use super::source::Source;

/// The largest number of problems that are shown of one module.
const MAX_PROBLEMS: usize = 50;

/// The meaning of a name of the program.
#[derive(Clone, Debug)]
pub enum Meaning {
    Variable(Slot),
    /// A member of a module of Lumi, of a package or of the program, or such a module.
    Token(Token),
    /// A member of the library of LumiPy.
    Library(&'static str, String),
    /// `ResourceOptions`, and the classes of other options.
    Options,
    /// `lumi.export`
    Export,
    /// `dataclass` or `field`, which have a meaning in classes alone.
    Dataclass,
    /// A module below another one, by its whole name: `import urllib.parse`.
    Package(String, Token),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    Module,
    Function,
    Class,
}

pub struct Scope {
    pub kind: ScopeKind,
    pub names: HashMap<String, Meaning>,
    /// Names whose declaration is the statement that assigns them first.
    pub pending: HashSet<String>,
    /// Variables that are declared at the beginning.
    pub hoisted: Vec<Slot>,
    /// Variables that have a value wherever the code goes on from here.
    pub definite: HashSet<Slot>,
    pub globals: HashSet<String>,
    pub nonlocals: HashSet<String>,
    /// The number of places that assign each name.
    pub places: HashMap<String, usize>,
}

/// A loop around a statement.
pub struct Loop {
    /// The variable that is false once the loop was left by `break`.
    pub completed: Option<Slot>,
}

/// Makes LumiIL of the syntax of one module.
pub struct Lowering<'a> {
    pub source: &'a Source,
    /// The modules of the program that have been lowered.
    pub exports: &'a Exports,
    pub targets: &'a Targets,
    /// The files that the module reads.
    pub texts: &'a ProjectTexts,
    /// The paths of files that are constants of the module.
    pub paths: Paths,
    pub is_entry: bool,
    /// Whether the program is a library: annotations become types.
    pub is_library: bool,
    /// Whether classes of the program extend several: each class can be made of another one then.
    pub has_mixins: bool,
    /// Whether a class of the module extends several.
    pub wants_mixins: bool,
    /// Whether outputs have names that only the run knows, or are exported in functions and blocks.
    pub has_dynamic_outputs: bool,
    pub locals: Vec<Local>,
    pub imports: Vec<Import>,
    /// The names that the module has, so that no new variable or import may have them.
    pub taken: HashSet<String>,
    /// Names that functions assign outside of themselves.
    pub shared: HashSet<String>,
    /// Those of them that are variables of the module.
    pub globals: HashSet<String>,
    pub scopes: Vec<Scope>,
    pub loops: Vec<Loop>,
    /// The caught errors around a statement.
    pub caught: Vec<Slot>,
    /// The classes around a statement.
    pub classes: Vec<ClassScope>,
    pub class_infos: HashMap<Slot, ClassInfo>,
    /// The classes that are declared in blocks, whose variables may hold something else.
    pub block_classes: HashMap<Slot, ClassInfo>,
    pub outputs: Vec<(String, Slot)>,
    /// Bodies around a statement, that of the module included.
    pub block_depth: usize,
    pub problems: Vec<SourceProblem>,
}

/// A class around code.
#[derive(Clone)]
pub struct ClassScope {
    pub name: String,
    /// The class that it extends.
    pub base: Expr,
    /// Whether it extends a class of TypeScript.
    pub is_foreign: bool,
    /// Whether the class that it extends is one of Python.
    pub extends_python: bool,
    /// The name of the class that it extends, if that is one class.
    pub base_name: Option<String>,
    /// Functions and comprehensions between the method and the code.
    pub depth: usize,
}

impl<'a> Lowering<'a> {
    pub fn at(&self, node: &impl Ranged) -> At {
        self.source.position(node)
    }

    pub fn refuse(&mut self, at: TextSize, refusal: Refusal, message: &str, help: &str) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems
                .push(self.source.problem(at, refusal, message, help));
        }
    }

    /// Refuses code that LumiPy does not have, and returns an expression that stands in for it.
    pub fn absent(&mut self, node: &impl Ranged, refusal: Refusal, what: &str, help: &str) -> Expr {
        let at = self.at(node);
        self.refuse(
            node.start(),
            refusal,
            &format!("LumiPy has no {what}"),
            help,
        );
        expr(ExprKind::Null, at)
    }

    /// A member of the library, such as `py.equal`.
    pub fn library(&mut self, module: &'static str, name: &str, at: At) -> Expr {
        let token = Token::new(".", &format!("lumipy/{module}"), name);
        self.import(
            &token.sibling("*"),
            match module {
                "index" => "py",
                other => other.rsplit('/').next().unwrap_or(other),
            },
        );
        expr(ExprKind::Token(token), at)
    }

    /// A call of a function of the library.
    pub fn py(&mut self, name: &str, arguments: Vec<Expr>, at: At) -> Expr {
        let callee = self.library("index", name, at);
        call(callee, arguments, at)
    }

    /// Imports a module as an object, under a name that nothing else has.
    pub fn import(&mut self, module: &Token, wanted: &str) {
        if self.imports.iter().any(|it| it.token == *module) {
            return;
        }
        let alias = self.unused(wanted);
        self.imports.push(Import {
            token: module.clone(),
            alias,
            is_type: false,
        });
    }

    /// A name like `wanted` that nothing else of the module has.
    fn unused(&mut self, wanted: &str) -> String {
        let is_free = |it: &String| !self.taken.contains(it) && lumi_pack::il::is_variable_name(it);
        let mut names = std::iter::once(wanted.to_owned())
            .chain((1..).map(|number| format!("{wanted}{number}")));
        let found = names.find(is_free).unwrap_or_default();
        self.taken.insert(found.clone());
        found
    }

    pub fn declare_as(&mut self, name: String) -> Slot {
        let slot = Slot::try_from(self.locals.len()).unwrap_or(Slot::MAX);
        self.locals.push(Local {
            name,
            value_type: None,
        });
        slot
    }

    /// A new variable for a name of the program, in the innermost scope.
    pub fn declare(&mut self, name: &str) -> Slot {
        // A variable of a function may not lie between a global one of its name and the function that uses that.
        let is_hiding = self.scopes.len() > 1 && self.globals.contains(name);
        let plain = variable_name(name);
        let slot = match is_hiding {
            true => self.own(&plain),
            false => self.declare_as(plain),
        };
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.to_owned(), Meaning::Variable(slot));
        }
        slot
    }

    /// A new variable that the program has no name for; the caller declares it.
    pub fn own(&mut self, wanted: &str) -> Slot {
        let name = self.unused(wanted);
        self.declare_as(name)
    }

    /// A new variable that the program has no name for, declared at the beginning of the function around the code.
    pub fn hoisted(&mut self, wanted: &str) -> Slot {
        let slot = self.own(wanted);
        let mut scopes = self.scopes.iter_mut().rev();
        if let Some(scope) = scopes.find(|it| it.kind != ScopeKind::Class) {
            scope.hoisted.push(slot);
            scope.definite.insert(slot);
        }
        slot
    }

    pub fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("BUG: a module is a scope")
    }

    pub fn is_at_top(&self) -> bool {
        self.scopes.len() == 1
    }

    /// Begins the scope of a module, function or comprehension, with the names that its code assigns.
    pub fn open(&mut self, kind: ScopeKind, names: &Names) {
        self.scopes.push(Scope {
            kind,
            names: HashMap::new(),
            pending: HashSet::new(),
            hoisted: Vec::new(),
            definite: HashSet::new(),
            globals: names.globals.clone(),
            nonlocals: names.nonlocals.clone(),
            places: names
                .assigned
                .iter()
                .map(|(name, it)| (name.clone(), it.places))
                .collect(),
        });
        for name in &names.order {
            let is_plain = names.assigned.get(name).is_some_and(|it| it.is_first_plain);
            let slot = self.declare(name);
            let scope = self.scope();
            match is_plain {
                true => drop(scope.pending.insert(name.clone())),
                false => scope.hoisted.push(slot),
            }
        }
    }

    /// Ends a scope: its variables are declared before its code.
    pub fn close(&mut self, body: Vec<Statement>, at: At) -> Vec<Statement> {
        let scope = self.scopes.pop().expect("BUG: a scope was opened");
        let declared = scope
            .hoisted
            .iter()
            .map(|slot| variable(VariableKind::Let, bind(*slot, At::default()), None, at));
        declared.chain(body).collect()
    }

    /// The meaning of a name, and the index of the scope that has it.
    pub fn meaning(&self, name: &str) -> Option<(Meaning, usize)> {
        let last = self.scopes.len() - 1;
        let in_class = self.scopes[last].kind == ScopeKind::Class;
        if self.scopes[last].globals.contains(name) {
            return self.scopes[0].names.get(name).map(|it| (it.clone(), 0));
        }
        for index in (0..=last).rev() {
            let scope = &self.scopes[index];
            if scope.kind == ScopeKind::Class && !(in_class && index == last) {
                continue;
            }
            if scope.globals.contains(name) {
                return self.scopes[0].names.get(name).map(|it| (it.clone(), 0));
            }
            if let Some(found) = scope.names.get(name) {
                return Some((found.clone(), index));
            }
        }
        None
    }

    /// The value of a variable. If the variable may have none yet, the code throws a NameError then.
    pub fn value_of(&mut self, slot: Slot, index: usize, name: &str, at: At) -> Expr {
        let scope = &self.scopes[index];
        // JavaScript itself refuses to read a variable before the statement that declares it.
        if scope.definite.contains(&slot) || !scope.hoisted.contains(&slot) {
            return local(slot, at);
        }
        let is_local = scope.kind == ScopeKind::Function && index + 1 == self.scopes.len();
        let arguments = vec![
            local(slot, at),
            string(name, at),
            expr(ExprKind::Bool(is_local), at),
        ];
        self.py("bound", arguments, at)
    }

    /// A token as code: its module is imported.
    pub fn token(&mut self, token: &Token, at: At) -> Expr {
        let wanted = alias_of(token);
        self.import(&token.sibling("*"), &wanted);
        match token.is_namespace() {
            true => expr(ExprKind::Token(token.clone()), at),
            false => match token.name().split_once('.') {
                Some((first, rest)) => {
                    let first = expr(ExprKind::Token(token.sibling(first)), at);
                    rest.split('.').fold(first, |of, name| get(of, name, at))
                }
                None => expr(ExprKind::Token(token.clone()), at),
            },
        }
    }
}

/// The name that a module has as an object, if nothing else has it.
pub fn alias_of(token: &Token) -> String {
    let name = match (token.is_own(), token.module()) {
        (false, "index") => token.package(),
        (_, module) => module.rsplit('/').next().unwrap_or(module),
    };
    let plain: String = name
        .chars()
        .map(|it| if it.is_alphanumeric() { it } else { '_' })
        .collect();
    match plain.starts_with(|it: char| it.is_ascii_digit()) {
        true => format!("_{plain}"),
        false => plain,
    }
}

/// The name of a variable in LumiIL: words that JavaScript reserves get a `_` at the end.
pub fn variable_name(name: &str) -> String {
    let stem = name.trim_end_matches('_');
    let is_free = lumi_pack::il::is_variable_name(name);
    match is_free && (stem.is_empty() || lumi_pack::il::is_variable_name(stem)) {
        true => name.to_owned(),
        false => format!("{name}_"),
    }
}
