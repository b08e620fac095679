//! Types. Each type is there once: types are identical if their numbers are equal.
//!
//! | module | |
//! |---|---|
//! | `basic` | the types that Go declares |
//! | `shown` | types as text |
//! | `members` | fields and methods |
//! | `relations` | which values fit which types |

mod basic;
mod members;
mod relations;
mod shown;

use std::collections::HashMap;
use std::rc::Rc;

pub use basic::Basic;
pub use members::{Found, Method, Selection, has_pointer, is_exported};

use super::syntax::tree::FunctionDeclaration;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Basic(Basic),
    /// A type with a name of its own: an index into [`Types::named`].
    Named(usize),
    Pointer(TypeId),
    Slice(TypeId),
    Array(u64, TypeId),
    Map(TypeId, TypeId),
    Struct(Rc<[Field]>),
    Function(Rc<Signature>),
    Interface(Rc<Interface>),
    /// Several results.
    Tuple(Rc<[TypeId]>),
    /// A type parameter whose argument is looked for.
    Parameter(usize),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    pub name: Rc<str>,
    /// The package of a field that is not exported.
    pub package: Option<usize>,
    pub is_embedded: bool,
    pub of: TypeId,
    pub tag: Rc<str>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    pub parameters: Vec<TypeId>,
    pub results: Vec<TypeId>,
    pub is_variadic: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interface {
    /// By name.
    pub methods: Vec<(Rc<str>, TypeId)>,
    /// The package of the methods that are not exported.
    pub package: Option<usize>,
    /// The types of a constraint, with `~` or not.
    pub union: Option<Vec<(bool, TypeId)>>,
    pub is_comparable: bool,
}

/// A type with a name of its own.
pub struct Named {
    pub name: Rc<str>,
    pub package: usize,
    pub arguments: Vec<TypeId>,
    pub underlying: Option<TypeId>,
    /// The declaration: an index into the types of the program.
    pub declaration: usize,
    pub methods: HashMap<Rc<str>, Rc<FunctionDeclaration>>,
}

pub struct Types {
    kinds: Vec<Kind>,
    known: HashMap<Kind, TypeId>,
    pub named: Vec<Named>,
    /// The names of packages, for texts.
    pub packages: Vec<String>,
}

impl Types {
    pub fn new() -> Self {
        let mut types = Self {
            kinds: Vec::new(),
            known: HashMap::new(),
            named: Vec::new(),
            packages: Vec::new(),
        };
        for it in Basic::ALL {
            types.of(Kind::Basic(it));
        }
        types
    }

    pub fn of(&mut self, kind: Kind) -> TypeId {
        if let Some(found) = self.known.get(&kind) {
            return *found;
        }
        let found = TypeId(u32::try_from(self.kinds.len()).unwrap_or(u32::MAX));
        self.kinds.push(kind.clone());
        self.known.insert(kind, found);
        found
    }

    pub fn kind(&self, of: TypeId) -> &Kind {
        &self.kinds[of.0 as usize]
    }

    /// Whether a field of any struct has a tag with a word.
    pub fn has_tag(&self, word: &str) -> bool {
        self.kinds.iter().any(|it| match it {
            Kind::Struct(fields) => fields.iter().any(|it| it.tag.contains(word)),
            _ => false,
        })
    }

    pub fn basic(&self, of: Basic) -> TypeId {
        TypeId(of as u32)
    }

    pub fn named_of(&self, of: TypeId) -> Option<&Named> {
        match self.kind(of) {
            Kind::Named(index) => self.named.get(*index),
            _ => None,
        }
    }

    /// The type without its name.
    pub fn underlying(&self, of: TypeId) -> TypeId {
        match self.named_of(of) {
            Some(it) => it.underlying.unwrap_or(TypeId(Basic::Invalid as u32)),
            None => of,
        }
    }

    pub fn under(&self, of: TypeId) -> &Kind {
        self.kind(self.underlying(of))
    }

    pub fn basic_of(&self, of: TypeId) -> Option<Basic> {
        match self.under(of) {
            Kind::Basic(it) => Some(*it),
            _ => None,
        }
    }

    pub fn is_interface(&self, of: TypeId) -> bool {
        matches!(self.under(of), Kind::Interface(_))
    }

    /// Whether values are copied where they are assigned: structs and arrays.
    pub fn is_aggregate(&self, of: TypeId) -> bool {
        matches!(self.under(of), Kind::Struct(_) | Kind::Array(..))
    }

    pub fn signature(&self, of: TypeId) -> Option<Rc<Signature>> {
        match self.under(of) {
            Kind::Function(it) => Some(Rc::clone(it)),
            _ => None,
        }
    }

    pub fn empty_interface(&mut self) -> TypeId {
        self.of(Kind::Interface(Rc::new(Interface::default())))
    }
}
