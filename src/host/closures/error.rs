//! Capture errors.

use lumi_graph::SourcePosition;

/// The reason why a walk stopped.
#[derive(Debug)]
pub enum Failure {
    Refused(Box<CaptureError>),
    /// Code of the program threw; the exception is pending in V8.
    Thrown,
    /// A capture hook of the program threw; contains the path to its object.
    ThrownBy(String),
}

/// A value that cannot be captured.
#[derive(Debug, thiserror::Error)]
#[error("cannot capture {chain}: {problem}{}\n{}", place(.position), .problem.advice())]
pub struct CaptureError {
    /// `handler -> helpers.db -> pool`
    pub chain: String,
    /// In the original source.
    pub position: Option<SourcePosition>,
    pub problem: Problem,
}

fn place(position: &Option<SourcePosition>) -> String {
    position
        .as_ref()
        .map(|it| format!("\n  at {it}"))
        .unwrap_or_default()
}

/// The reason why a value cannot be captured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("variable {0} is used before it is initialised")]
    Uninitialised(String),
    #[error("V8 does not report the value of variable {0}")]
    Unavailable(String),
    #[error("{0} was added to the global object by the program")]
    AddedGlobal(String),
    #[error(
        "{0} was put into a built-in object by the program, and a bundle does not have it there"
    )]
    AddedToBuiltin(String),
    #[error("the program put it into module {0:?}, which a bundle imports as it is installed")]
    AddedToImport(String),
    #[error("a Proxy cannot be captured")]
    Proxy,
    #[error("the contents of a {0} cannot be listed, as it holds them weakly")]
    Weak(&'static str),
    #[error(
        "a generator or an iterator cannot be captured, even before its first step, as its position is known to V8 alone; capture what it is made of, and make it in the function"
    )]
    Iterator,
    #[error("an object of class {0} cannot leave this process")]
    HostObject(String),
    #[error("it is a native object")]
    Native,
    #[error("{} is a native function", named(.0))]
    NativeFunction(String),
    #[error("{} is a function of Lumi that no module exports", named(.0))]
    PrivateFunction(String),
    #[error("{} is code of package {package}, which is imported and never copied", named(.name))]
    PackageFunction { name: String, package: String },
    #[error(
        "an object of class {class} of package {package} has #private fields, which only the package itself can make"
    )]
    PackagePrivate { class: String, package: String },
    #[error("the source of {} is not known", named(.0))]
    UnknownSource(String),
    #[error("{0}")]
    Syntax(String),
    #[error("memory that is shared between threads cannot be captured")]
    SharedMemory,
    #[error("it calls eval, so the variables that it uses are unknown")]
    Eval,
    #[error("it uses import.meta, which is different in a bundle")]
    ImportMeta,
    #[error("it imports a file of the program while it runs")]
    ImportsFile,
    #[error("it calls require while it runs")]
    Requires,
    #[error("it uses super outside of the object that defines it")]
    DetachedSuper,
    #[error("it uses a #private name outside of its class")]
    DetachedPrivate,
    #[error("V8 does not report the value of `this` in it")]
    UnknownThis,
    #[error("a lumi.capture method returns itself endlessly")]
    EndlessHook,
    #[error("the buffer has been transferred elsewhere")]
    Detached,
}

fn named(name: &str) -> String {
    match name {
        "" => "it".to_owned(),
        name => name.to_owned(),
    }
}

impl Problem {
    /// Advice on how to fix the problem.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Uninitialised(_) => {
                "create the closure after the variable has its value, or read the variable from an object"
            }
            Self::Unavailable(_) => {
                "use the variable in a function of the module, too, or write its value out"
            }
            Self::AddedToBuiltin(_) => "write it as a function of a module, and call that",
            Self::AddedToImport(_) => {
                "call your own function, or extend the module inside of the function"
            }
            Self::AddedGlobal(_) => "import it, or keep it in a variable of a module",
            Self::Proxy => "capture what the proxy stands for, or create it inside of the function",
            Self::Weak(_) => "use a Map or Set, or create it inside of the function",
            Self::Iterator => {
                "capture the collection, or an array of what is left, and iterate inside of the function"
            }
            Self::HostObject(_) | Self::Native => {
                "capture what it is made from and create it inside of the function"
            }
            Self::NativeFunction(_) => {
                "call it through the object it belongs to, inside of the function"
            }
            Self::PrivateFunction(_) => "import what you need of Lumi inside of the module",
            Self::PackageFunction { .. } | Self::PackagePrivate { .. } => {
                "create the value inside of the function, with what it imports from the package"
            }
            Self::UnknownSource(_) => {
                "write the function in a module of the program; eval and new Function leave no source"
            }
            Self::Syntax(_) => {
                "please report this: V8 runs the module, but the analysis refuses it"
            }
            Self::SharedMemory => "copy it to an ArrayBuffer: new Uint8Array(shared).slice()",
            Self::Eval => "write what it evaluates as code",
            Self::ImportMeta => "read import.meta into a constant outside of the function",
            Self::ImportsFile => "import the file at the top of the module",
            Self::Requires => "require it at the top of the file, outside of the function",
            Self::DetachedSuper | Self::DetachedPrivate => {
                "pass a function that calls it: (x) => instance.method(x)"
            }
            Self::UnknownThis => {
                "put what it uses of `this` into constants outside of the function"
            }
            Self::EndlessHook => "return plain data from lumi.capture",
            Self::Detached => "capture a copy: buffer.slice()",
        }
    }
}
