//! The values that an expression can have, as far as rules need them.

use std::ops::Range;

/// A set of values that an expression or a variable can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Numbers, texts, and all that comes from code that is not the program's.
    Unknown,
    /// A part of the language, of Node or of Lumi: an index of `Solver::paths`.
    Intrinsic(u32),
    /// An instance of Date.
    Date,
    /// A function of the program.
    Function(FunctionId),
    Class(ClassId),
    Object(ObjectId),
    /// A built-in object whose methods change it, so that each call can have another result.
    Stateful(Stateful),
    /// `resolve` or `reject` of the promise that a call makes.
    Resolver(CallId),
}

/// The kind of a built-in object whose methods change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stateful {
    /// A regular expression with `lastIndex`, which methods of texts set to 0.
    Global,
    /// One with `lastIndex`, which methods of texts use.
    Sticky,
    Iterator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u32);

/// The name of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// An index of `Solver::names`.
    Name(u32),
    /// Computed, or an index.
    Any,
}

/// A function, or the top of a module: code whose findings count or do not as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub u32);

/// A place in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    pub module: u32,
    /// Byte offset in the analysed text.
    pub offset: u32,
    pub unit: UnitId,
}

/// How code changes a variable or a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// The text of what is changed: an index of `Solver::names`.
    pub label: u32,
    /// The end of the assignment, in bytes of the analysed text.
    pub until: u32,
    pub kind: ChangeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// The new value does not depend on the old one.
    Replaced,
    /// The old value, or the order of members, is a part of the new one.
    Updated,
}

/// The use of each value of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    Load {
        key: Key,
        to: NodeId,
        site: Site,
    },
    Store {
        key: Key,
        from: NodeId,
        site: Site,
        change: Change,
    },
    Call(CallId),
    /// A member of the value is called.
    Method {
        key: Key,
        call: CallId,
    },
    /// The value goes to code that is not known.
    Escape(Site),
    /// As `Escape`, but a function is only called, by a method such as `map`.
    PassedToCallee(Site),
    /// The SDK takes the value: it calls functions, and writes dates as ISO text.
    PassedToSdk(Site),
    /// Functions in the value are code that runs elsewhere.
    CapturedByResource(Site),
    /// The value becomes text.
    CoercedToText(Site),
    /// The elements of the value, or what a promise is settled with.
    Contents(NodeId),
    /// The value is an iterator or makes one, and its elements go to a node.
    Iterate(NodeId),
    /// Each function is called by a method of a collection, and its results go to a node.
    Callback {
        collection: ObjectId,
        results: NodeId,
        takes: Takes,
        site: Site,
    },
    Extends(ClassId),
    /// The value is passed to a function of the language, which must not get intrinsics that have forbidden members.
    MustStayVisible(Site),
    /// The order of the value's elements changes when something has settled.
    Reordered {
        name: u32,
        site: Site,
    },
    /// `content` becomes a part of the value.
    Assign {
        content: NodeId,
    },
    /// Code that is not known calls the value, if it is a function, before the call that takes it ends.
    CalledBack(Site),
    /// The value is the function that a promise is made with, by this call.
    Executor(CallId),
    /// Functions in the value run when something settles: an index of `Solver::registrations`.
    Settles(u32),
    /// A function or class that leaves the program takes the value with it.
    MemberCaptured {
        part: CapturedPart,
        site: Site,
    },
    /// A function that runs elsewhere takes the value with it.
    Capture {
        part: CapturedPart,
        site: Site,
    },
}

/// The parameters of a callback that get elements of a collection; the others get indices and the collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Takes {
    None,
    First,
    /// Both that `sort` compares.
    FirstTwo,
    /// The second one; the first one gets earlier results.
    Accumulated,
}

/// The part of a value that a function takes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CapturedPart {
    /// All that it contains.
    Whole,
    /// A method is called: a collection or an instance of a class is needed whole, and a plain object is not.
    Method,
    /// A member is read.
    Member,
}

/// A variable, or a member of one, that code reads.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    pub node: NodeId,
    pub part: CapturedPart,
    pub site: Site,
    /// The offset of the variable's declaration, or of the function that `this` belongs to; `None` for a variable that is
    /// imported, and for `this` of a field.
    pub declared: Option<usize>,
}

/// How a call is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    Call,
    New,
    /// `super(…)`
    Super,
}

/// The arguments of `new Date(…)`, as far as their text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateArguments {
    None,
    /// One that is a number or text with a zone.
    Universal,
    /// One that may be text in local time.
    Unclear,
    /// Year, month, …: local time.
    Fields,
}

#[derive(Clone, Debug)]
pub struct Call {
    pub kind: CallKind,
    pub arguments: Vec<NodeId>,
    /// Whether an argument is spread: any of its elements can be any argument.
    pub is_spread: bool,
    pub this: NodeId,
    pub result: NodeId,
    pub site: Site,
    pub date: DateArguments,
    pub way: CallWay,
    /// The members that a function of the language may return.
    pub result_collection: Option<ObjectId>,
    /// The results of callbacks, if the result of the call has nothing of them.
    pub callback_results: Option<ObjectId>,
    /// The call of the program that this one forwards, as a class without a constructor does.
    pub root: Option<CallId>,
}

/// The place of a call among other code, as far as orders of execution need it.
#[derive(Clone, Debug, Default)]
pub struct CallWay {
    /// The end of the call, in bytes of the analysed text.
    pub until: u32,
    /// Whether the code waits for the result where the call stands.
    pub is_awaited: bool,
    /// The start of the innermost loop around the call, within its function.
    pub around: Option<u32>,
    /// The object of which a method is called, and its text.
    pub receiver: Option<NodeId>,
    /// Byte offset of that object in the analysed text.
    pub receiver_offset: Option<u32>,
    pub receiver_origin: Option<Origin>,
    /// The variable that each argument comes from, if it has one.
    pub origins: Vec<Option<Origin>>,
    /// The flags of `new RegExp(…)`: the text of the second argument, if it is constant.
    pub flags: Flags,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flags {
    #[default]
    None,
    Global,
    Sticky,
}

/// A variable or `this`, with the text of the members that are read from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    pub variable: NodeId,
    pub label: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// An object literal, a namespace of a module, or an instance of a class of the program.
    Record,
    /// An array, Map, Set, promise, or anything that a function of the language has made.
    Collection,
}

#[derive(Clone, Debug)]
pub struct Object {
    pub kind: ObjectKind,
    /// The class of an instance.
    pub class: Option<ClassId>,
    /// Objects whose members are members of this one.
    pub parents: Vec<ObjectId>,
    pub children: Vec<ObjectId>,
    pub keys: Vec<u32>,
    /// The values that are stored under names that are not known.
    pub any: NodeId,
    /// All that it contains.
    pub all: NodeId,
    pub is_escaped: bool,
    pub is_passed_to_sdk: bool,
    pub is_captured_by_resource: bool,
    pub is_captured: bool,
    /// The path of its class, if the object belongs to the process, so that no function can take it with it.
    pub native: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub unit: UnitId,
    pub parameters: Vec<NodeId>,
    /// The contents of a rest parameter, and of `arguments`.
    pub rest: NodeId,
    pub this: NodeId,
    /// The values that callers get.
    pub result: NodeId,
    /// Members of the function itself.
    pub members: ObjectId,
    pub is_called: bool,
    pub is_escaped: bool,
    /// Whether it may run elsewhere, or code that is not known gets it.
    pub has_left: bool,
}

#[derive(Clone, Debug)]
pub struct Class {
    /// The module and the text.
    pub text: (u32, Range<usize>),
    /// As that of a function, for the class or an instance. Instances of resources are captured by their address.
    pub has_left: bool,
    /// Whether code that runs elsewhere takes the class itself.
    pub is_taken: bool,
    pub statics: ObjectId,
    pub instance: ObjectId,
    pub constructor: Option<FunctionId>,
    pub base: Option<NodeId>,
    /// Whether a base class is not the program's.
    pub is_external: bool,
    /// Whether instances are resources.
    pub is_resource: bool,
}
