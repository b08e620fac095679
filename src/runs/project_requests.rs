//! The requests of a project in `Lumi.yaml`: permissions, and plugins and packages that it names by a path.
//!
//! They apply once the user has accepted exactly these in this folder.

use std::path::Path;

use crate::flags::PermissionArgs;
use lumi_project::acceptance::Acceptance;
use lumi_project::accepted_plugins::{local_plugins, plugins_record};
use lumi_project::{ProjectSettings, is_pack};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::consent;
use lumi_terminal::output::terminal::{Terminal, write_error};
use lumi_terminal::ui::report::{Report, escaped};

/// Adds the permissions of the project to `args` after consent. A user who gives flags is not
/// asked, because the flags decide.
pub fn apply(
    args: &mut PermissionArgs,
    program: &Path,
    current: &Path,
    terminal: Terminal,
) -> Result<(), Failure> {
    if is_pack(program) {
        return match args.is_any() || args.allow_all {
            false => Ok(()),
            true => {
                let report = Report::error("the program of a package has no permissions");
                let help = "leave out the --allow flags, or run the program from its source";
                Err(Failure::new(Exit::Usage, report.help(help)))
            }
        };
    }
    // An unreadable project is reported where its program is searched.
    let Ok(settings) = ProjectSettings::find(program, current) else {
        return Ok(());
    };
    let declared = &settings.manifest.permissions;
    if declared.is_empty() || args.allow_all {
        return Ok(());
    }
    let flags = declared.flags();
    let record = Acceptance::new("permissions", &settings.folder, &flags);
    if !args.project && !record.exists() {
        if args.is_any() {
            return Ok(());
        }
        PERMISSIONS.ask(&flags, terminal)?;
        record.write()?;
    }
    for (kind, allow) in declared.below(&settings.folder) {
        args.add(kind, &allow);
    }
    Ok(())
}

/// Asks about the plugins and packages that `Lumi.yaml` names by a path, unless they were accepted: a clone may
/// bring both the name and the program.
pub fn accept_plugins(
    args: &PermissionArgs,
    settings: &ProjectSettings,
    terminal: Terminal,
) -> Result<(), Failure> {
    let plugins = local_plugins(settings);
    if plugins.is_empty() || args.accepts_plugins() {
        return Ok(());
    }
    let record = plugins_record(settings, &plugins);
    if record.exists() {
        return Ok(());
    }
    let request = match settings.pulumi {
        Some(_) => PLUGINS_OF_PULUMI,
        None => PLUGINS,
    };
    request.ask(&plugins, terminal)?;
    Ok(record.write()?)
}

/// The texts of a question.
struct Request {
    title: &'static str,
    question: &'static str,
    details: &'static str,
    refusal: &'static str,
    help: &'static str,
}

const PERMISSIONS: Request = Request {
    title: "Lumi.yaml requests permissions for the program:",
    question: "Allow this from now on?",
    details: "You are asked again when they change. To allow less, pass `--allow-…` flags instead.",
    refusal: "the permissions that Lumi.yaml requests were not accepted on this machine",
    help: "pass -P to accept them for this command, or only the --allow flags that you agree with",
};

const PLUGINS: Request = Request {
    title: "Lumi.yaml names plugins or packages by a path. They run with your full permissions, outside the sandbox:",
    question: "Start them from now on?",
    details: "You are asked again when the paths change.",
    refusal: "the plugins and packages that Lumi.yaml names by a path were not accepted on this machine; \
              they run with your full permissions",
    help: "pass -P to accept them for this command",
};

const PLUGINS_OF_PULUMI: Request = Request {
    title: "Pulumi.yaml names plugins or packages by a path. They run with your full permissions:",
    refusal: "the plugins and packages that Pulumi.yaml names by a path were not accepted on this machine; \
              they run with your full permissions",
    ..PLUGINS
};

impl Request {
    fn ask(&self, lines: &[String], terminal: Terminal) -> Result<(), Failure> {
        let list: String = lines
            .iter()
            .map(|it| format!("  {}\n", escaped(it)))
            .collect();
        if !terminal.can_ask {
            let mut report = Report::error(self.refusal);
            report.details = lines.to_vec();
            return Err(Failure::new(Exit::Usage, report.help(self.help)));
        }
        write_error(&format!("{}\n{list}", self.title));
        consent::require(
            self.question,
            || format!("{list}{}", self.details),
            terminal,
        )
    }
}
