//! Errors of a program, as data; the command line makes sentences of them.

use std::path::Path;

use deno_core::url::Url;
use serde::{Deserialize, Serialize};

use lumi_graph::{SourcePosition, Urn};

use lumi_node::StopReason;

/// A failed run.
#[derive(Debug, Serialize, Deserialize)]
pub enum ProgramError {
    /// An uncaught exception, a module that could not be loaded, or a syntax error.
    Thrown(Box<Thrown>),
    /// The uncaught exceptions of a plan, in the order of their places.
    Several(Vec<Thrown>),
    /// The program was stopped; with the line that ran, if any.
    Stopped(StopReason, Option<Box<SourceLine>>),
    /// The program can never finish, and no unknown value explains it.
    Stalled(Stalled),
    /// The machine has no thread for the program, for this reason.
    NoThread(String),
    /// A bug in Lumi.
    Internal(String),
}

/// An exception with its details.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Thrown {
    /// The class, such as `TypeError`; `None` if the thrown value is not an Error.
    pub class: Option<String>,
    pub message: String,
    /// The user's own frames, innermost first.
    pub frames: Vec<Frame>,
    pub excerpt: Option<SourceLine>,
    /// Statements that may have thrown the value, if its position is unknown.
    pub candidates: Vec<SourcePosition>,
    pub cause: Option<Box<Thrown>>,
    pub aggregated: Vec<Thrown>,
    /// The resource whose registration failed, if any; functions of the platform have none.
    #[serde(skip)]
    pub resource: Option<ResourceInfo>,
    /// The export of the entry module that failed, if it is an output of the stack.
    #[serde(skip)]
    pub export: Option<String>,
    /// Whether it is the failure of a function or a method of a provider.
    #[serde(skip)]
    pub is_of_function: bool,
}

/// A stack frame of the user's code.
#[derive(Debug, Serialize, Deserialize)]
pub struct Frame {
    pub function: Option<String>,
    pub position: SourcePosition,
    pub is_async: bool,
}

/// A source line to show in a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceLine {
    pub position: SourcePosition,
    /// Without the line end; `None` for the program of a package, whose source is not here.
    pub line: Option<String>,
}

/// A resource to name in an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceInfo {
    pub urn: Urn,
    pub source: Option<SourcePosition>,
}

/// The reason why a program cannot finish.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Stalled {
    /// The top-level `await` that cannot settle.
    pub at: Option<SourceLine>,
    #[serde(skip)]
    pub waiting: Vec<Waiting>,
    /// Resources that wait for each other in a circle, each for the next.
    #[serde(skip)]
    pub cycle: Vec<ResourceInfo>,
}

/// One input or output that never settles.
#[derive(Debug)]
pub struct Waiting {
    /// `None` for the stack's outputs.
    pub resource: Option<ResourceInfo>,
    pub path: String,
    pub waits_for: Vec<ResourceInfo>,
    /// Whether it waits for a promise that is never settled.
    pub promise: bool,
}

impl ProgramError {
    /// The exceptions that the program threw; none if it failed otherwise.
    pub fn thrown(&self) -> &[Thrown] {
        match self {
            Self::Thrown(thrown) => std::slice::from_ref(thrown),
            Self::Several(all) => all,
            _ => &[],
        }
    }

    pub(crate) fn thrown_mut(&mut self) -> &mut [Thrown] {
        match self {
            Self::Thrown(thrown) => std::slice::from_mut(thrown),
            Self::Several(all) => all,
            _ => &mut [],
        }
    }

    /// The exceptions of both. An error that is not an exception cannot be joined, and the first one stays then.
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (first, Self::Several(others)) if others.is_empty() => first,
            (Self::Thrown(first), Self::Several(mut others)) => {
                others.insert(0, *first);
                Self::Several(others)
            }
            (Self::Thrown(first), Self::Thrown(second)) => Self::Several(vec![*first, *second]),
            (first, _) => first,
        }
    }

    /// The exceptions that neither have this message nor result from one that has.
    pub(crate) fn without(self, message: &str) -> Self {
        let others = match self {
            Self::Thrown(thrown) => vec![*thrown],
            Self::Several(all) => all,
            other => return other,
        };
        let others = others.into_iter().filter(|it| !it.results_from(message));
        Self::Several(others.collect())
    }
}

/// The class of errors about failed resources, which the engine has already reported.
const RESOURCE_ERROR: &str = "ResourceError";

impl Thrown {
    /// Whether the error results only from failed resources, which are already reported.
    pub fn is_of_resource(&self) -> bool {
        let is_resource = self.class.as_deref() == Some(RESOURCE_ERROR) && !self.is_of_function;
        let all = !self.aggregated.is_empty() && self.aggregated.iter().all(Self::is_of_resource);
        is_resource || all || self.cause.as_deref().is_some_and(Self::is_of_resource)
    }

    /// Whether it is the failure of a function or a method of a provider, or results from one.
    pub fn results_from_function(&self) -> bool {
        self.is_of_function
            || self
                .cause
                .as_deref()
                .is_some_and(Self::results_from_function)
    }

    /// Whether it has this message, or results from one that has. A worker adds to a message.
    fn results_from(&self, message: &str) -> bool {
        let causes = self.cause.as_deref().into_iter();
        self.message.contains(message)
            || causes
                .chain(&self.aggregated)
                .any(|it| it.results_from(message))
    }

    /// Whether the thrown value has no stack because it is not an Error.
    pub(crate) fn is_without_place(&self) -> bool {
        self.class.is_none() && self.excerpt.is_none()
    }
}

/// The URL of a file, for V8.
pub fn file_url(path: &Path) -> Result<Url, ProgramError> {
    Url::from_file_path(path)
        .map_err(|()| ProgramError::Internal(format!("{} is not absolute", path.display())))
}
