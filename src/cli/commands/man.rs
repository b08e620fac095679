//! `lumi man`: writes manual pages, for packages of Lumi.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use lumi_terminal::exit::Exit;

/// Write the pages of the manual into a folder
///
/// Packages of lumi are made with it: one page for each command, such as lumi-stack-ls.1.
#[derive(Clone, Debug, clap::Args)]
#[command(hide = true)]
pub struct ManArgs {
    /// The folder, which is created
    pub folder: PathBuf,
}

/// Writes the pages of `command` and of all its subcommands.
pub fn run(args: &ManArgs, command: clap::Command, current: &Path) -> io::Result<Exit> {
    let folder = current.join(&args.folder);
    fs::create_dir_all(&folder)?;
    clap_mangen::generate_to(command, folder)?;
    Ok(Exit::Success)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::args::Arguments;

    #[test]
    fn every_command_that_is_not_hidden_has_a_page() {
        let folder = tempfile::tempdir().unwrap();
        let args = ManArgs {
            folder: "pages".into(),
        };
        run(&args, Arguments::command(), folder.path()).unwrap();
        let page = |name: &str| fs::read_to_string(folder.path().join("pages").join(name));
        assert!(page("lumi.1").unwrap().contains("lumi\\-preview"));
        assert!(page("lumi-stack-ls.1").is_ok());
        assert!(page("lumi-man.1").is_err());
    }
}
