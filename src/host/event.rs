//! Events that a running program reports. The host never prints; its caller does.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use lumi_closure::capture::Capture;
use lumi_graph::Urn;

use super::closures::EmittedClosure;
use super::errors::error::ProgramError;

/// An event of a running program.
#[derive(Debug)]
pub enum Event {
    /// `console.*` and `process.stdout`, already formatted. Lines of `console` have their line end.
    Console { level: LogLevel, text: String },
    /// `lumi.log.*`.
    Log {
        level: LogLevel,
        message: String,
        urn: Option<Urn>,
    },
    /// A resource takes a function of the program as an input.
    Closure(Box<ClosureInfo>),
    /// A resource of a program in another process takes a function as an input.
    Function { urn: Urn, property: String },
    /// Texts that the program made secret, which messages must not quote.
    Secrets(Vec<String>),
    /// The result of a call, as JSON.
    Result(String),
    /// One finished test of `lumi test`.
    Test(TestResult),
}

/// The severity of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LogLevel {
    Debug,
    Info,
    Warning,
    Error,
}

impl LogLevel {
    /// Decodes the level from JavaScript: 0 debug, 1 info, 2 warning, else an error.
    pub(super) fn from_number(level: i32) -> Self {
        match level {
            0 => Self::Debug,
            1 => Self::Info,
            2 => Self::Warning,
            _ => Self::Error,
        }
    }
}

/// A captured function and the input that uses it.
#[derive(Debug)]
pub struct ClosureInfo {
    pub owner: Urn,
    /// The path of the input.
    pub property: String,
    pub capture: Arc<Capture>,
    /// The function as an ES module.
    pub emitted: Option<Arc<EmittedClosure>>,
    /// Versions of the packages that it imports, by name.
    pub versions: Arc<BTreeMap<String, String>>,
}

#[derive(Debug)]
pub struct TestResult {
    pub name: String,
    pub outcome: TestOutcome,
    pub duration: Duration,
}

#[derive(Debug)]
pub enum TestOutcome {
    Passed,
    Skipped,
    Failed(Box<ProgramError>),
}

/// Takes events on the isolate thread; must not block.
pub type EventSink = Arc<dyn Fn(Event) + Send + Sync>;
