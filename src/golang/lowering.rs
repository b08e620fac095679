//! The state of the lowering of a program.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;

use lumi_pack::SourceProblem;
use lumi_pack::il::{At, Expr, ExprKind, Import, Local, Slot, Statement, Token};

use super::function_state::FunctionState;
use super::nodes::{call, expr};
use super::objects::{
    ConstantObject, FunctionObject, Global, ImportedName, LocalVariable, Object, Package,
    TypeObject,
};
use super::refusal::Refusal;
use super::source::Sources;
use super::syntax::Pos;
use super::syntax::tree::FunctionDeclaration;
use super::types::{Basic, TypeId, Types};

/// The largest number of problems that are shown of one program.
const MAX_PROBLEMS: usize = 50;

/// The largest number of instances of generic functions and types.
pub const MAX_INSTANCES: usize = 10_000;

/// Code was refused, and the problem is noted.
#[derive(Clone, Copy, Debug)]
pub struct Refused;

pub type Lowered<T> = Result<T, Refused>;

/// A function whose code is to be made.
pub struct Instance {
    pub declaration: Rc<FunctionDeclaration>,
    pub package: usize,
    pub slot: Slot,
    /// The types that its type parameters stand for.
    pub arguments: Vec<(Rc<str>, TypeId)>,
    pub receiver: Option<TypeId>,
}

/// Code whose variables must have their values first: a variable of a package, or a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    Global(usize),
    Function(Slot),
    Main,
}

/// A function or method with its type arguments.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum InstanceKey {
    Function(usize, Vec<TypeId>),
    Method(TypeId, Rc<str>),
}

pub struct Lowering<'f> {
    pub files: &'f mut dyn lumi_pack::SourceFiles,
    pub sources: Sources,
    pub types: Types,
    pub problems: Vec<SourceProblem>,
    pub packages: Vec<Package>,
    pub package_of_path: HashMap<String, usize>,
    /// The packages that are being loaded.
    pub loading: Vec<String>,
    /// The path of the module around the program, and its folder with `/` behind it.
    pub module: String,
    pub root: String,
    /// The imports of each file.
    pub imported: HashMap<usize, HashMap<Rc<str>, ImportedName>>,
    pub constants: Vec<ConstantObject>,
    pub globals: Vec<Global>,
    pub declared: Vec<TypeObject>,
    pub functions: Vec<FunctionObject>,
    pub universe: HashMap<Rc<str>, Object>,
    pub variables: Vec<LocalVariable>,
    pub method_types: HashMap<(TypeId, Rc<str>), TypeId>,
    // The module that is made.
    pub locals: Vec<Local>,
    pub imports: Vec<Import>,
    pub taken: HashSet<String>,
    pub instances: HashMap<InstanceKey, Slot>,
    pub queue: VecDeque<Instance>,
    pub descriptors: HashMap<TypeId, Expr>,
    /// The statements that make the descriptions of types, and those that complete them.
    pub described: Vec<Statement>,
    pub completed: Vec<Statement>,
    pub to_complete: VecDeque<TypeId>,
    pub made: Vec<Statement>,
    /// Variables of packages that code uses, by the first one of their declaration.
    pub needed_globals: Vec<usize>,
    pub uses: HashMap<Unit, BTreeSet<Unit>>,
    // The code that is looked at.
    pub package: usize,
    pub unit: Unit,
    pub scopes: Vec<HashMap<Rc<str>, Object>>,
    pub function: Option<FunctionState>,
    pub iota: Option<u32>,
}

/// The place of code, kept while code elsewhere is looked at.
pub struct Elsewhere {
    package: usize,
    unit: Unit,
    scopes: Vec<HashMap<Rc<str>, Object>>,
    function: Option<FunctionState>,
    iota: Option<u32>,
}

impl Lowering<'_> {
    /// The position of code in the file of the entry; code of other files has none, as a module has one file.
    pub fn at(&self, pos: Pos) -> At {
        match self.sources.index_of(pos) {
            0 => self.sources.place(pos).1,
            _ => At { line: 1, column: 1 },
        }
    }

    pub fn refuse<T>(
        &mut self,
        at: Pos,
        refusal: Refusal,
        message: &str,
        help: &str,
    ) -> Lowered<T> {
        if self.problems.len() < MAX_PROBLEMS {
            let problem = self.sources.problem(at, refusal, message, help);
            if !self.problems.contains(&problem) {
                self.problems.push(problem);
            }
        }
        Err(Refused)
    }

    pub fn absent<T>(&mut self, at: Pos, refusal: Refusal, what: &str, help: &str) -> Lowered<T> {
        self.refuse(at, refusal, &format!("LumiGo has no {what}"), help)
    }

    /// Begins to look at code of a package, outside of all functions.
    pub fn elsewhere(&mut self, package: usize) -> Elsewhere {
        Elsewhere {
            package: std::mem::replace(&mut self.package, package),
            unit: self.unit,
            scopes: std::mem::take(&mut self.scopes),
            function: self.function.take(),
            iota: self.iota.take(),
        }
    }

    pub fn back(&mut self, from: Elsewhere) {
        self.package = from.package;
        self.unit = from.unit;
        self.scopes = from.scopes;
        self.function = from.function;
        self.iota = from.iota;
    }

    /// The code uses a variable of a package, or a function.
    pub fn note_use(&mut self, of: Unit) {
        self.uses.entry(self.unit).or_default().insert(of);
    }

    pub fn lookup(&mut self, name: &str, at: Pos) -> Option<Object> {
        for scope in self.scopes.iter().rev() {
            if let Some(found) = scope.get(name) {
                return Some(found.clone());
            }
        }
        if let Some(found) = self.packages[self.package].names.get(name) {
            return Some(found.clone());
        }
        let file = self.sources.index_of(at);
        if let Some(found) = self.imported.get_mut(&file).and_then(|it| it.get_mut(name)) {
            found.is_used = true;
            return Some(Object::Package(found.package));
        }
        self.universe.get(name).cloned()
    }

    pub fn declare(&mut self, name: &Rc<str>, object: Object) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(Rc::clone(name), object);
        }
    }

    /// A new variable of the module, with a name like `wanted` that nothing else has.
    pub fn slot(&mut self, wanted: &str) -> Slot {
        let wanted = match wanted {
            "_" | "" => "it",
            _ => wanted,
        };
        let is_free = |it: &String| !self.taken.contains(it) && lumi_pack::il::is_variable_name(it);
        let mut names = std::iter::once(wanted.to_owned())
            .chain((1..).map(|number| format!("{wanted}{number}")));
        let name = names.find(is_free).unwrap_or_default();
        self.taken.insert(name.clone());
        let slot = Slot::try_from(self.locals.len()).unwrap_or(Slot::MAX);
        self.locals.push(Local {
            name,
            value_type: None,
        });
        slot
    }

    /// A new variable of the program, in the innermost scope.
    pub fn local_variable(&mut self, name: &Rc<str>, of: TypeId, at: Pos) -> usize {
        let slot = self.slot(name);
        self.variables.push(LocalVariable {
            name: Rc::clone(name),
            at,
            slot,
            of,
            is_used: false,
        });
        let index = self.variables.len() - 1;
        if &**name != "_" {
            self.declare(name, Object::Local(index));
        }
        index
    }

    /// Calls `work` in a new scope; variables of it that nothing uses are refused.
    pub fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        self.scopes.push(HashMap::new());
        let found = work(self);
        let scope = self.scopes.pop().unwrap_or_default();
        let found = found?;
        let mut unused: Vec<usize> = Vec::new();
        for it in scope.values() {
            if let Object::Local(index) = it
                && !self.variables[*index].is_used
            {
                unused.push(*index);
            }
        }
        unused.sort_unstable();
        for index in unused {
            let (name, at) = (
                Rc::clone(&self.variables[index].name),
                self.variables[index].at,
            );
            let message = format!("declared and not used: {name}");
            let _: Lowered<()> = self.refuse(at, Refusal::Name, &message, "");
        }
        Ok(found)
    }

    /// A member of a module of the library.
    pub fn library(&mut self, module: &str, name: &str, at: At) -> Expr {
        let token = Token::new(".", &format!("lumigo/{module}"), name);
        let namespace = token.sibling("*");
        if !self.imports.iter().any(|it| it.token == namespace) {
            let wanted = if module == "index" { "go" } else { module };
            let slot = self.slot(wanted);
            let alias = self.locals.pop().map(|it| it.name).unwrap_or_default();
            debug_assert_eq!(slot as usize, self.locals.len());
            self.imports.push(Import {
                token: namespace,
                alias,
                is_type: false,
            });
        }
        expr(ExprKind::Token(token), at)
    }

    /// A call of a function of the library.
    pub fn go(&mut self, name: &str, arguments: Vec<Expr>, at: At) -> Expr {
        let callee = self.library("index", name, at);
        call(callee, arguments, at)
    }

    pub fn basic(&self, of: Basic) -> TypeId {
        self.types.basic(of)
    }
}
