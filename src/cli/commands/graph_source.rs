//! The source of a graph: a file, a stack, the world, a program.

use std::convert::Infallible;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

use lumi_graph::{Graph, GraphKind};
use lumi_packages::PackSource;

use crate::args::ProgramFlags;
use crate::commands::deploy::{live_graph, planned_graph};
use crate::commands::graph_file::{self, STDIN};
use lumi_project::stacks::backend;
use lumi_project::{ProjectSettings, is_pack};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

/// A graph, as a user names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphSource {
    /// A LumiGL file, or [`STDIN`].
    File(PathBuf),
    /// The last deployment of a stack.
    Stack(String),
    /// The current objects of a stack.
    Live(String),
    /// The plan of a program against an empty stack.
    Program(PathBuf),
    /// The plan of a package against an empty stack.
    Pack(PathBuf),
}

impl GraphSource {
    /// The stack that the graph is of.
    pub fn stack(&self) -> Option<&str> {
        match self {
            Self::Stack(name) | Self::Live(name) if !name.is_empty() => Some(name),
            _ => None,
        }
    }

    /// A file whose name begins like another kind is written with its folder: `./stack:dev`.
    pub fn parse(text: &str) -> Result<Self, Infallible> {
        Ok(match text.split_once(':') {
            Some(("stack", name)) => Self::Stack(name.to_owned()),
            Some(("live", name)) => Self::Live(name.to_owned()),
            Some(("program", "")) => Self::Program(PathBuf::from(".")),
            Some(("program", path)) => Self::Program(PathBuf::from(path)),
            Some(("pack", path)) => Self::Pack(PathBuf::from(path)),
            _ => Self::File(PathBuf::from(text)),
        })
    }

    pub fn is_stdin(&self) -> bool {
        matches!(self, Self::File(path) if path == Path::new(STDIN))
    }

    /// Whether V8 may be needed to load it.
    pub fn runs_in_v8(&self) -> bool {
        matches!(self, Self::Live(_) | Self::Program(_) | Self::Pack(_))
    }
}

impl fmt::Display for GraphSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Stack(name) => write!(f, "stack:{name}"),
            Self::Live(name) => write!(f, "live:{name}"),
            Self::Program(path) => write!(f, "program:{}", path.display()),
            Self::Pack(path) => write!(f, "pack:{}", path.display()),
        }
    }
}

/// Loads graphs.
pub struct GraphLoader<'a> {
    pub flags: &'a ProgramFlags,
    /// The folder that paths are relative to.
    pub current: &'a Path,
    pub stdin: &'a mut dyn Read,
    pub terminal: Terminal,
}

impl GraphLoader<'_> {
    pub fn load(&mut self, source: &GraphSource) -> Result<Graph, Failure> {
        match source {
            GraphSource::File(path) => Ok(graph_file::read(path, self.current, self.stdin)?),
            GraphSource::Stack(name) => self.stack(name),
            GraphSource::Live(name) => self.live(name),
            GraphSource::Program(path) => self.program(path),
            GraphSource::Pack(path) if is_pack(path) => self.program(path),
            GraphSource::Pack(_) => {
                let message = format!("{source} is not a .{} file", PackSource::EXTENSION);
                let report = Report::error(message);
                let help = "make one with `lumi pack build`; source code is `program:PATH`";
                Err(Failure::new(Exit::Usage, report.help(help)))
            }
        }
    }

    /// The values of secrets are compared, and never shown.
    fn stack(&self, name: &str) -> Result<Graph, Failure> {
        let (settings, name) = self.named(name)?;
        let stack = backend::open_stack(&settings, &name)?;
        let state = backend::load(&stack, self.terminal)?.state;
        Ok(state.graph(GraphKind::Deployment, &settings.name, &name))
    }

    fn live(&self, name: &str) -> Result<Graph, Failure> {
        let (_, name) = self.named(name)?;
        live_graph(self.flags, &name, self.current.to_owned(), self.terminal)
    }

    /// The project around the current folder, and the checked name of a stack.
    fn named(&self, stack: &str) -> Result<(ProjectSettings, String), Failure> {
        let settings = ProjectSettings::find(Path::new("."), self.current)?;
        let name = settings.stack(Some(stack))?;
        Ok((settings, name))
    }

    fn program(&self, path: &Path) -> Result<Graph, Failure> {
        planned_graph(self.flags, path, self.current.to_owned(), self.terminal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_says_where_a_graph_comes_from() {
        let parse = |text: &str| GraphSource::parse(text).unwrap();
        assert_eq!(parse("stack:dev"), GraphSource::Stack("dev".into()));
        assert_eq!(parse("live:dev"), GraphSource::Live("dev".into()));
        assert_eq!(parse("program:"), GraphSource::Program(".".into()));
        assert_eq!(
            parse("program:a:b.ts"),
            GraphSource::Program("a:b.ts".into())
        );
        assert_eq!(
            parse("pack:a.lumipack"),
            GraphSource::Pack("a.lumipack".into())
        );
        for text in [
            "stack:dev",
            "live:dev",
            "program:a:b.ts",
            "pack:a.lumipack",
            "./stack:dev",
        ] {
            assert_eq!(parse(text).to_string(), text);
        }
        assert_eq!(
            parse("./stack:dev"),
            GraphSource::File("./stack:dev".into())
        );
        assert_eq!(
            parse("C:graph.json"),
            GraphSource::File("C:graph.json".into())
        );
        assert!(parse("-").is_stdin());
    }
}
