//! The folder of the platform of a stack.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::args::StackFlag;
use lumi_project::ProjectSettings;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::{Report, escaped};

/// The configuration of the target `local` for another folder (`js/lumi/cloud/local/place.ts`).
const FOLDER: &str = "local:folder";

/// Which platform is meant.
#[derive(Clone, Debug, Args)]
pub struct PlatformFlags {
    /// The folder of the functions, as with lumi closure serve [default: that of the stack]
    #[arg(long, value_name = "DIR", conflicts_with = "stack")]
    pub folder: Option<PathBuf>,
    #[command(flatten)]
    pub stack: StackFlag,
}

/// The folder of `--folder`, or that of the stack of the project around `current`.
pub fn platform_folder(flags: &PlatformFlags, current: &Path) -> Result<PathBuf, Failure> {
    if let Some(folder) = &flags.folder {
        return Ok(current.join(folder));
    }
    let settings = ProjectSettings::find(Path::new("."), current)?;
    let stack = settings.stack(flags.stack.stack.as_deref())?;
    let config = settings.config(&stack, &[], None)?;
    let folder = config.into_iter().find(|(key, _)| key == FOLDER);
    let folder = folder.map_or_else(|| format!("out/{stack}"), |(_, it)| it.value);
    Ok(settings.folder.join(folder))
}

/// The failure of a folder where no platform has run.
pub fn no_platform(folder: &Path) -> Failure {
    let shown = escaped(&folder.display().to_string());
    let message = format!("no platform has run in {shown}");
    let report = Report::error(message).help(format!(
        "`lumi closure serve {shown}` starts one; --folder names the folder of another"
    ));
    Failure::new(Exit::Failure, report)
}
