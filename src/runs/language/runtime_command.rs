//! The process that runs the programs of a project.

use std::path::PathBuf;

use crate::plugins;
use lumi_project::ProjectSettings;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

/// An executable that serves a language runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuntimeCommand {
    /// The name in `runtime` of `Lumi.yaml`.
    pub name: String,
    pub program: PathBuf,
    pub arguments: Vec<String>,
}

impl RuntimeCommand {
    /// The command for the language of a project; `None` for TypeScript and JavaScript, which need
    /// no process.
    pub fn of(settings: &ProjectSettings) -> Result<Option<Self>, Failure> {
        let Some(name) = settings.foreign_runtime() else {
            return Ok(None);
        };
        let is_name = name
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || it == b'-');
        let file = format!("lumi-language-{name}{}", std::env::consts::EXE_SUFFIX);
        let folders = plugins::folders().path.into_iter();
        let program = folders.map(|it| it.join(&file)).find(|it| it.is_file());
        match program.filter(|_| is_name) {
            Some(program) => Ok(Some(Self {
                name: name.to_owned(),
                program,
                arguments: Vec::new(),
            })),
            None => {
                let message =
                    format!("Lumi.yaml says `runtime: {name}`, but there is no `{file}` on PATH");
                let help = "install that, or remove `runtime` if the program is TypeScript or \
                            JavaScript";
                let report = Report::error(message).help(help);
                Err(Failure::new(Exit::Usage, report))
            }
        }
    }

    /// Lumi's own runtime, as a separate process.
    pub fn own() -> Result<Self, Failure> {
        let program = std::env::current_exe().map_err(|error| {
            let message = format!("lumi cannot find its own executable: {error}");
            Failure::new(Exit::Failure, Report::error(message))
        })?;
        Ok(Self {
            name: "lumi".to_owned(),
            program,
            arguments: vec!["language-host".to_owned()],
        })
    }
}
