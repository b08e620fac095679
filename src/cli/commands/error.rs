//! Errors of commands.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use lumi_graph::render::RenderError;
use lumi_graph::{EscapedText, GraphError};
use lumi_project::NameError;

use lumi_project::files::file_writer::WriteError;
use lumi_project::reports::Report;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;

/// Each message is one sentence for the terminal.
#[derive(Debug, Error)]
pub enum CommandError {
    #[error("cannot read {}: {source}; check the path and its permissions", Shown(.path))]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write {}: {source}; check the permissions of the folder", Shown(.path))]
    Write { path: PathBuf, source: io::Error },
    #[error("cannot read the graph {}: it is not UTF-8 text; give a LumiGL file", Shown(.path))]
    NotText { path: PathBuf },
    #[error(
        "cannot read the graph {}: {}", Shown(.path), EscapedText::whole(&.source.to_string())
    )]
    Graph {
        path: PathBuf,
        source: Box<GraphError>,
    },
    #[error("only one of the graphs can be `-`: standard input is read once")]
    StdinTwice,
    #[error("there is no folder {}; create it first, or use `lumi new`", Shown(.0))]
    NoFolder(PathBuf),
    #[error(
        "`lumi types` is for programs of Lumi, and the project is one of Pulumi, whose SDKs bring their types"
    )]
    OfPulumi,
    #[error("{} is not a folder; give one that is new or empty", Shown(.0))]
    NotAFolder(PathBuf),
    #[error(
        "the folder {} is not empty; choose another, or use --force to add files beside what is \
         there",
        Shown(.0)
    )]
    NotEmpty(PathBuf),
    #[error(
        "nothing was written, because these files exist in {}: {}; move them away first",
        Shown(.folder), .files.join(", ")
    )]
    Conflicts {
        folder: PathBuf,
        files: Vec<&'static str>,
    },
    #[error(transparent)]
    Name(#[from] NameError),
    /// Writing the result failed; a broken pipe is not reported.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    #[error(transparent)]
    Render(#[from] RenderError),
}

impl CommandError {
    /// The exit code for this error.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Write { .. } | Self::Output(_) | Self::Render(_) => Exit::Failure,
            _ => Exit::Usage,
        }
    }

    /// Whether the reader of the output has closed the pipe, as `head` does.
    pub fn is_broken_pipe(&self) -> bool {
        match self {
            Self::Output(source) | Self::Render(RenderError::Io(source)) => {
                source.kind() == io::ErrorKind::BrokenPipe
            }
            _ => false,
        }
    }
}

/// A path, escaped; standard input by name.
struct Shown<'a>(&'a Path);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.to_string_lossy().as_ref() {
            "-" => f.write_str("on standard input"),
            path => EscapedText::whole(path).fmt(f),
        }
    }
}

impl From<WriteError> for CommandError {
    fn from(WriteError { path, source }: WriteError) -> Self {
        Self::Write { path, source }
    }
}

impl From<CommandError> for Failure {
    fn from(error: CommandError) -> Self {
        // The reader has closed the pipe: `lumi graph … | head`.
        if error.is_broken_pipe() {
            return Self {
                exit: Exit::Success,
                report: None,
            };
        }
        Self::new(error.exit(), Report::error(error.to_string()))
    }
}

/// For writers whose only error type is `io::Error`.
impl From<CommandError> for io::Error {
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::Output(error) | CommandError::Render(RenderError::Io(error)) => error,
            other => Self::other(other.to_string()),
        }
    }
}
