//! The data that a function needs from the running program: a graph of values and variables.
//!
//! `host::closures` builds the graph from live values; [`super::emit`] writes it as a module.

use std::sync::Arc;

use super::analysis::{Analysis, BindingId, Imported, UnitId};

/// Index into [`Capture::values`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub u32);

/// Index into [`Capture::cells`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub u32);

/// Index into [`Capture::modules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModuleId(pub u32);

/// Everything reachable from one function. Identity is preserved: an object that is reached twice
/// is one value, and a variable that two functions share is one cell.
#[derive(Clone, Debug, Default)]
pub struct Capture {
    pub modules: Vec<Arc<Analysis>>,
    pub values: Vec<Captured>,
    pub cells: Vec<Cell>,
    /// The first path to each value, for names and messages; parallel to `values`.
    pub origins: Vec<Origin>,
    /// The captured function.
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

/// The first path to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Root,
    /// The value of a variable.
    Cell(CellId),
    /// A part of another value, as a path suffix: `.db`, `[0]`, `.get("key")`.
    Member(ValueId, String),
}

/// A variable, or one instance of it if a loop or call creates many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub name: String,
    /// Whether any function assigns it, so that it must remain a variable.
    pub is_assigned: bool,
    pub value: ValueId,
    /// The first function known to use it.
    pub used_by: ValueId,
    /// The first use: a byte offset in the JavaScript of that function's module.
    pub used_at: usize,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Captured {
    Undefined,
    Null,
    Bool(bool),
    /// Including -0, NaN and the infinities.
    Number(f64),
    /// Decimal digits with a sign.
    BigInt(String),
    String(String),
    /// A string with lone surrogates, which UTF-8 cannot encode, as UTF-16 units.
    Utf16(Vec<u16>),
    /// `Symbol.for(key)`.
    RegisteredSymbol(String),
    /// A unique symbol with its description.
    UniqueSymbol(Option<String>),
    /// A value of every realm, by its path: `Math.max`, `Symbol.iterator`, `Array.prototype`; or by
    /// an expression: `Object.getPrototypeOf(Int8Array)`.
    Global(String),
    /// An export of a package or a built-in module.
    Import {
        specifier: String,
        imported: Imported,
    },
    /// The `prototype` of a captured function or class.
    PrototypeOf(ValueId),
    /// A function that an imported class, its prototype or an imported object has under this name, an identifier.
    MemberOf {
        object: ValueId,
        name: String,
    },
    /// The function that a call answers: `promisify(readFile)`.
    Derived {
        function: ValueId,
        arguments: Vec<ValueId>,
    },
    Object(CapturedObject),
    /// Boxed, because it is larger than the other variants.
    Function(Box<CapturedFunction>),
    /// `target.bind(this, …arguments)`.
    Bound {
        target: ValueId,
        this: ValueId,
        arguments: Vec<ValueId>,
        /// Own members that were added to the bound function.
        members: Vec<Member>,
    },
    /// A resource of the program, as a reference.
    Resource(CapturedResource),
    /// A Property that is secret, or unknown until its resource is deployed.
    Deferred(Deferred),
}

/// An object that is not a function.
#[derive(Clone, Debug, PartialEq)]
pub struct CapturedObject {
    pub kind: ObjectKind,
    pub prototype: Prototype,
    /// Own members in order; for arrays without `length`, for errors without `stack`.
    pub members: Vec<Member>,
    pub integrity: Integrity,
    /// Values of `#private` fields, those of the innermost class last.
    pub private: Vec<(String, ValueId)>,
}

/// The kind of an object, with its internal state.
#[derive(Clone, Debug, PartialEq)]
pub enum ObjectKind {
    Plain,
    /// Holes are missing indices.
    Array {
        length: u32,
    },
    /// An `arguments` object; members as for arrays, without `callee` and `Symbol.iterator`.
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
    /// `kind` is the name of the constructor, such as `Uint8Array`, `DataView` or `Buffer`.
    View {
        kind: String,
        buffer: ValueId,
        offset: usize,
        length: usize,
    },
    /// The name of the built-in constructor, such as `Error`, `TypeError` or `AggregateError`.
    Error {
        class: String,
    },
    /// Built-in classes that are constructed from one text: `URL`, `URLSearchParams`; and
    /// `Headers`, whose text is a list of names and values as JSON.
    FromText {
        class: String,
        text: String,
    },
    /// `Object(1)`, `Object("a")`, `Object(1n)`, `Object(Symbol.for("a"))`, `Object(true)`.
    Wrapper(ValueId),
    /// A settled promise, with its result.
    Promise {
        value: ValueId,
        is_rejected: bool,
    },
}

/// The prototype of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prototype {
    /// The default of its kind.
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
    /// A symbol, or a string with lone surrogates.
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
    /// A reassigned export: reads the current value of the variable.
    Live(CellId),
}

/// A function or class of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct CapturedFunction {
    pub module: ModuleId,
    pub unit: UnitId,
    /// The cell of each free variable of the unit; missing ones are never reached (see `why`).
    pub cells: Vec<(BindingId, CellId)>,
    /// The `this` of an arrow that uses it.
    pub this: Option<ValueId>,
    /// The `new.target` of an arrow that uses it.
    pub new_target: Option<ValueId>,
    /// The `arguments` of an arrow that uses it.
    pub arguments: Option<ValueId>,
    /// The object in which a method that uses `super` was defined; methods of a class are part of
    /// the class.
    pub home: Option<ValueId>,
    /// The superclass of a class: a class, or null; `Usual` without `extends`. For other functions,
    /// their prototype if the program changed it.
    pub superclass: Prototype,
    /// The prototype of `prototype`, if it does not follow from `superclass`.
    pub prototype_parent: Prototype,
    /// Values of a class' static `#private` fields.
    pub private: Vec<(String, ValueId)>,
    /// The function's `name`, if that is a string.
    pub name: Option<String>,
    /// Own members that do not follow from its text: added ones, static fields, changed ones.
    pub members: Vec<Member>,
    /// The computed keys of a class' methods and accessors.
    pub keys: Vec<(UnitId, MemberKey)>,
    /// Members of `prototype` that do not follow from its text.
    pub prototype_members: Vec<Member>,
    /// The class that this method or accessor belongs to, which is captured, too.
    pub owner: Option<Owner>,
    pub integrity: Integrity,
}

/// The position of a method in a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    pub class: ValueId,
    pub key: MemberKey,
    pub is_static: bool,
    pub part: OwnerPart,
}

/// The kind of a class member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerPart {
    Method,
    Getter,
    Setter,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapturedResource {
    /// The serial of the resource in this run.
    pub serial: u32,
    pub name: String,
    pub resource_type: String,
    /// A function of the program that makes the client from the resource's bindings.
    pub client: Option<ValueId>,
    /// Outputs that the client needs.
    pub bindings: Vec<String>,
    /// Other resources in fields that its class declares.
    pub members: Vec<(String, ValueId)>,
}

/// A value that only a deployment knows, bound when the bundle starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deferred {
    /// The key of the Property in this run.
    pub key: u32,
    /// The name under which it was found.
    pub name: String,
    pub is_secret: bool,
    /// The resources that it was computed from.
    pub sources: Vec<DeferredSource>,
    /// The key of the configuration whose value it is.
    pub config_key: Option<String>,
}

/// A resource that a Property was computed from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeferredSource {
    /// The serial of [`CapturedResource`].
    pub serial: u32,
    pub name: String,
    pub resource_type: String,
    /// The output that equals the Property; `*` for a Property computed from outputs.
    pub output: String,
}
