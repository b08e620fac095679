//! The permissions that a project requests in `Lumi.yaml`.
//!
//! They apply once the user has accepted exactly these permissions in this folder. The record is in
//! `~/.lumi/permissions`, which no project can write, under a hash of the folder and of the text.

use std::env;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::args::PermissionArgs;
use super::commands;
use super::consent::Consent;
use super::exit::Exit;
use super::failure::Failure;
use super::interrupt::Interrupts;
use super::project::ProjectSettings;
use super::read_limit;
use super::terminal::{Terminal, write_error};
use super::ui::report::{Report, escaped};

/// Adds the permissions of the project to `args` after consent. A user who gives flags is not
/// asked, because the flags decide.
pub fn apply(
    args: &mut PermissionArgs,
    program: &Path,
    current: &Path,
    terminal: Terminal,
) -> Result<(), Failure> {
    // An unreadable project is reported where its program is searched.
    let Ok(settings) = ProjectSettings::find(program, current) else {
        return Ok(());
    };
    let declared = &settings.manifest.permissions;
    if declared.is_empty() || args.allow_all {
        return Ok(());
    }
    let flags = declared.flags();
    let record = Record::new(&settings.folder, &flags);
    if !args.project && !record.exists() {
        if args.is_any() {
            return Ok(());
        }
        ask(&flags, terminal)?;
        record.write()?;
    }
    for (kind, allow) in declared.below(&settings.folder) {
        args.add(kind, &allow);
    }
    Ok(())
}

fn ask(flags: &[String], terminal: Terminal) -> Result<(), Failure> {
    let list: String = flags
        .iter()
        .map(|it| format!("  {}\n", escaped(it)))
        .collect();
    if !terminal.can_ask {
        let mut report = Report::error(
            "the permissions that Lumi.yaml asks for were not accepted on this machine",
        );
        report.details = flags.to_vec();
        let help =
            "pass -P to accept them for this command, or only those --allow flags that are fine";
        return Err(Failure::new(Exit::Usage, report.help(help)));
    }
    write_error(&format!(
        "Lumi.yaml asks for permissions for the program:\n{list}"
    ));
    let agreed = Consent {
        yes: false,
        can_ask: true,
        input: &mut Interrupts::install().answers(),
        say: &mut |text| write_error(text),
    }
    .get("Allow this from now on?", || {
        format!("{list}You are asked again when they change. `--allow` flags instead allow less.")
    })?;
    if agreed {
        return Ok(());
    }
    terminal.print_line("nothing was done");
    Err(Failure {
        exit: Exit::Stopped,
        report: None,
    })
}

/// The record that a user has accepted permissions.
struct Record {
    /// `None` without a home folder: the consent is not stored.
    path: Option<PathBuf>,
    text: String,
}

impl Record {
    fn new(folder: &Path, flags: &[String]) -> Self {
        let text = format!("{}\n{}\n", folder.display(), flags.join("\n"));
        let name = format!("{:x}", Sha256::digest(&text));
        let home = env::home_dir().filter(|it| it.is_absolute());
        let path = home.map(|it| it.join(".lumi").join("permissions").join(name));
        Self { path, text }
    }

    fn exists(&self) -> bool {
        let found = self
            .path
            .as_ref()
            .and_then(|it| read_limit::source(it).ok());
        found.is_some_and(|it| it == self.text)
    }

    fn write(&self) -> Result<(), Failure> {
        if let Some(path) = &self.path {
            commands::write_file(path, &self.text)?;
        }
        Ok(())
    }
}
