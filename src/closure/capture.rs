//! What a function needs of the running program, as plain data: a graph of values and variables.
//!
//! `host::closures` builds it from the live values; [`super::emit`] makes a module of it.

use std::sync::Arc;

use super::analysis::{Analysis, BindingId, Imported, UnitId};

/// Index of [`Capture::values`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub u32);

/// Index of [`Capture::cells`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub u32);

/// Index of [`Capture::modules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModuleId(pub u32);

/// Everything that is reachable from one function. Identity is kept: an object that is reached
/// twice is one value, a variable that two functions share is one cell.
#[derive(Clone, Debug, Default)]
pub struct Capture {
    pub modules: Vec<Arc<Analysis>>,
    pub values: Vec<Captured>,
    pub cells: Vec<Cell>,
    /// How each value was reached first, for names and messages; as long as `values`.
    pub origins: Vec<Origin>,
    /// The function itself.
    pub root: Option<ValueId>,
}

impl Capture {
    pub fn value(&self, id: ValueId) -> &Captured {
        &self.values[id.0 as usize]
    }

    pub fn cell(&self, id: CellId) -> &Cell {
        &self.cells[id.0 as usize]
    }

    /// The value that is the `prototype` of this function, if it is captured.
    pub fn prototype_of(&self, function: ValueId) -> Option<ValueId> {
        let index = self
            .values
            .iter()
            .position(|it| *it == Captured::PrototypeOf(function))?;
        u32::try_from(index).ok().map(ValueId)
    }
}

/// From where a value was reached first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Root,
    /// It is the value of a variable.
    Cell(CellId),
    /// It is part of another value; the text reads like source: `.db`, `[0]`, `.get("key")`.
    Member(ValueId, String),
}

/// A variable, or one instance of it where a loop or a call makes many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub name: String,
    /// Whether any function assigns to it, so that it must stay a variable.
    pub is_assigned: bool,
    pub value: ValueId,
    /// The function that was found to use it first.
    pub used_by: ValueId,
    /// Where that function does: a byte offset in its module's JavaScript.
    pub used_at: usize,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Captured {
    Undefined,
    Null,
    Bool(bool),
    /// -0, NaN and the infinities included.
    Number(f64),
    /// Decimal digits, with a sign.
    BigInt(String),
    String(String),
    /// A string with lone surrogates, which no UTF-8 can hold, as UTF-16 units.
    Utf16(Vec<u16>),
    /// `Symbol.for(key)`.
    RegisteredSymbol(String),
    /// Its own symbol, with its description.
    UniqueSymbol(Option<String>),
    /// Something that every realm has, by its path: `Math.max`, `Symbol.iterator`,
    /// `Array.prototype`. What has no path is an expression: `Object.getPrototypeOf(Int8Array)`.
    Global(String),
    /// An export of a package or of a built-in module.
    Import {
        specifier: String,
        imported: Imported,
    },
    /// The `prototype` of a captured function or class.
    PrototypeOf(ValueId),
    Object(CapturedObject),
    /// Rare, and larger than all else.
    Function(Box<CapturedFunction>),
    /// `target.bind(this, …arguments)`.
    Bound {
        target: ValueId,
        this: ValueId,
        arguments: Vec<ValueId>,
        /// Own members that were added to it.
        members: Vec<Member>,
    },
    /// A resource of the program: a reference, never a value.
    Resource(CapturedResource),
    /// A Property that is only known when its resource is deployed, or secret.
    Deferred(Deferred),
}

/// An object that is not a function.
#[derive(Clone, Debug, PartialEq)]
pub struct CapturedObject {
    pub kind: ObjectKind,
    pub prototype: Prototype,
    /// Own members in their order; for arrays without `length`, for errors without `stack`.
    pub members: Vec<Member>,
    pub integrity: Integrity,
    /// Values of `#private` fields, innermost class last.
    pub private: Vec<(String, ValueId)>,
}

/// What an object is made of, beside its members.
#[derive(Clone, Debug, PartialEq)]
pub enum ObjectKind {
    Plain,
    /// Holes are indices without a member.
    Array {
        length: u32,
    },
    /// What `arguments` is; members as with arrays, without `callee` and `Symbol.iterator`.
    Arguments {
        length: u32,
    },
    /// Milliseconds since the epoch; NaN for an invalid date.
    Date(f64),
    RegExp {
        source: String,
        flags: String,
    },
    Map(Vec<(ValueId, ValueId)>),
    Set(Vec<ValueId>),
    ArrayBuffer {
        bytes: Vec<u8>,
        max_length: Option<usize>,
    },
    /// `kind` is the name of the constructor: `Uint8Array`, `Float64Array`, `DataView`, `Buffer`.
    View {
        kind: String,
        buffer: ValueId,
        offset: usize,
        length: usize,
    },
    /// The constructor's name among the built-in ones: `Error`, `TypeError`, `AggregateError`.
    Error {
        class: String,
    },
    /// Built-in classes made from one text: `URL`, `URLSearchParams`.
    FromText {
        class: String,
        text: String,
    },
    /// `Object(1)`, `Object("a")`, `Object(1n)`, `Object(Symbol.for("a"))`, `Object(true)`.
    Wrapper(ValueId),
    /// A promise that was waited for: what it settled with.
    Promise {
        value: ValueId,
        is_rejected: bool,
    },
}

/// What an object inherits from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prototype {
    /// The one that its kind has by itself.
    Usual,
    Null,
    Value(ValueId),
}

/// Whether members can be added, removed and changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integrity {
    #[default]
    Extensible,
    Fixed,
    Sealed,
    Frozen,
}

/// An own property.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    pub key: MemberKey,
    pub content: MemberContent,
    pub is_enumerable: bool,
    pub is_configurable: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberKey {
    Name(String),
    /// A value that is a symbol, or a string with lone surrogates.
    Symbol(ValueId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberContent {
    Data {
        value: ValueId,
        is_writable: bool,
    },
    Accessor {
        get: Option<ValueId>,
        set: Option<ValueId>,
    },
    /// An export that is assigned to: whatever the variable holds when it is read.
    Live(CellId),
}

/// A function or class of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct CapturedFunction {
    pub module: ModuleId,
    pub unit: UnitId,
    /// For each free variable of the unit its cell; those missing are never reached (see `why`).
    pub cells: Vec<(BindingId, CellId)>,
    /// What an arrow has as `this`; only if it uses it.
    pub this: Option<ValueId>,
    /// What an arrow has as `new.target`; only if it uses it.
    pub new_target: Option<ValueId>,
    /// What an arrow has as `arguments`; only if it uses it.
    pub arguments: Option<ValueId>,
    /// The object that a method was defined in, if it uses `super`; a class' own methods are part
    /// of the class.
    pub home: Option<ValueId>,
    /// What a class extends: a class, or null; `Usual` if it extends nothing. What any other
    /// function inherits from, if the program changed that.
    pub superclass: Prototype,
    /// What `prototype` inherits from, if that does not follow from `superclass`.
    pub prototype_parent: Prototype,
    /// Values of a class' static `#private` fields.
    pub private: Vec<(String, ValueId)>,
    /// Its `name`, if that is a string.
    pub name: Option<String>,
    /// Own members beyond those that its text gives it: added ones, static fields, changed ones.
    pub members: Vec<Member>,
    /// What the computed keys of a class' methods and accessors came to.
    pub keys: Vec<(UnitId, MemberKey)>,
    /// Members of `prototype` beyond those that its text gives it.
    pub prototype_members: Vec<Member>,
    /// The function is a method or accessor of this class, which must be captured, too.
    pub owner: Option<Owner>,
    pub integrity: Integrity,
}

/// Where in a class a function is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    pub class: ValueId,
    pub key: MemberKey,
    pub is_static: bool,
    pub part: OwnerPart,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerPart {
    Method,
    Getter,
    Setter,
}

/// A resource as closures see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapturedResource {
    /// What identifies it in this run.
    pub serial: u32,
    pub name: String,
    pub resource_type: String,
    /// A function of the program that makes the client from the resource's bindings.
    pub client: Option<ValueId>,
    /// Outputs that the client needs.
    pub bindings: Vec<String>,
    /// Other resources that it holds in a field that its class declares.
    pub members: Vec<(String, ValueId)>,
}

/// A value that only the deployment knows, bound when the bundle starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deferred {
    /// What identifies the Property in this run.
    pub key: u32,
    /// What it is called where it was found.
    pub name: String,
    pub is_secret: bool,
    /// The resources that it was made of.
    pub sources: Vec<DeferredSource>,
}

/// A resource that a Property was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeferredSource {
    /// As in [`CapturedResource`].
    pub serial: u32,
    pub name: String,
    pub resource_type: String,
    /// The output that the Property is; `*` if it is made of several, or something else.
    pub output: String,
}
