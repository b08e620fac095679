//! The run of a program, and what it leaves.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use lumi_host::{
    Allow, EventSink, Mode, PermissionFlags, Program, ProgramError, RunContext, StopHandle,
    StopReason,
};
use lumi_monitor::PlanMonitor;
use lumi_project::cdktf::{AppCommand, Assembly, CdktfError, CdktfSettings};
use lumi_project::interfaces::ProjectInterfaces;
use lumi_project::process_environment::{cache_folder, environment};
use lumi_project::{ProjectError, ProjectSettings};
use lumi_terminal::failure::Failure;
use lumi_terminal::interrupt::Interrupts;
use lumi_terminal::output::partial_secrets;
use lumi_terminal::output::terminal::{Terminal, write_error};
use lumi_terminal::ui::event;

use super::{app_process, synthesis_environment};
use crate::flags::ProgramFlags;
use crate::inspector::inspection;

/// A run of the program of a project, which writes the configurations of all its stacks.
pub struct Synthesis<'a> {
    pub settings: &'a ProjectSettings,
    pub flags: &'a ProgramFlags,
    /// The folder that paths in flags are relative to.
    pub current: &'a Path,
    pub terminal: Terminal,
}

/// The time of a file that an earlier run has written.
const OLD: SystemTime = SystemTime::UNIX_EPOCH;

/// Marks a file, so that a program which writes nothing is not taken for one that has written it. It stays as it is, since
/// commands beside this one read it.
fn mark_old(file: &Path) {
    // Without a file, there is nothing to mark.
    if let Ok(file) = File::options().write(true).open(file) {
        let _ = file.set_modified(OLD);
    }
}

impl Synthesis<'_> {
    /// Runs the program, and reads what it has written. What an earlier run has written is kept if it fails.
    pub fn run(&self) -> Result<Assembly, Failure> {
        let folder = &self.settings.folder;
        let cdktf = CdktfSettings::read(folder)?;
        let output = cdktf.output_folder(folder);
        let file = Assembly::file(&output);
        mark_old(&file);
        Interrupts::install();
        self.start(&cdktf)?;
        let written = file.metadata().and_then(|it| it.modified());
        if written.map_or(true, |it| it == OLD) {
            return Err(ProjectError::from(CdktfError::NotSynthesized { file }).into());
        }
        Ok(Assembly::read(&output).map_err(ProjectError::from)?)
    }

    fn start(&self, cdktf: &CdktfSettings) -> Result<(), Failure> {
        let folder = &self.settings.folder;
        let app = cdktf.app.as_deref().ok_or_else(|| CdktfError::NoApp {
            file: folder.join(CdktfSettings::FILE),
        });
        let app = app.map_err(ProjectError::from)?;
        let variables = synthesis_environment::environment(cdktf, environment());
        let stacks = Assembly::stacks_folder(Path::new(&cdktf.output)).join("NAME");
        match AppCommand::find(app, folder, &stacks) {
            Ok(command) => self.evaluate(command, cdktf, variables),
            Err(CdktfError::OtherLanguage { .. } | CdktfError::UnclearApp { .. })
                if app_process::may_start(&self.flags.sandbox.permissions.flags()) =>
            {
                app_process::run(app, folder, variables)
            }
            Err(error) => Err(ProjectError::from(error).into()),
        }
    }

    /// Runs the program in this process.
    fn evaluate(
        &self,
        command: AppCommand,
        cdktf: &CdktfSettings,
        variables: Vec<(String, String)>,
    ) -> Result<(), Failure> {
        let program = self.program(command, cdktf, variables)?;
        lumi_host::initialize();
        Interrupts::install().pass_to(&program.stop);
        match lumi_host::run(program) {
            Ok(_) | Err(ProgramError::Stopped(StopReason::Exited(0), _)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    fn program(
        &self,
        command: AppCommand,
        cdktf: &CdktfSettings,
        variables: Vec<(String, String)>,
    ) -> Result<Program, Failure> {
        let settings = self.settings;
        let sandbox = &self.flags.sandbox;
        let file = command.file.canonicalize().unwrap_or(command.file);
        let style = self.terminal.event_style();
        let events: EventSink = Arc::new(move |event| {
            if let Some(text) = event::text(&event, style) {
                write_error(&text);
            }
        });
        Ok(Program {
            project: settings.folder.clone(),
            current: self.current.to_owned(),
            context: RunContext {
                project: settings.name.clone(),
                directory: settings.folder.display().to_string(),
                arguments: command.arguments,
                mode: Mode::Script,
                is_compiled: is_compiled(&file),
                ..RunContext::default()
            },
            entry: file,
            config: Vec::new(),
            permissions: permissions(
                sandbox.permissions.flags(),
                &cdktf.output_folder(&settings.folder),
            ),
            environment: variables,
            console_color: self.terminal.error_color,
            limits: sandbox.limits(),
            cache: cache_folder(),
            monitor: Arc::new(PlanMonitor::default()),
            services: None,
            packages: Arc::new(ProjectInterfaces::new(settings, false)),
            dynamic: None,
            events: partial_secrets::sink(events),
            stop: StopHandle::default(),
            inspection: inspection(sandbox)?,
            disturbance: None,
            is_last: false,
            started: None,
        })
    }
}

/// The permissions of a program: those that the user gives, or everything as in Node. It can always write its output, and
/// see the variables that say what this is.
fn permissions(given: PermissionFlags, output: &Path) -> PermissionFlags {
    if given == PermissionFlags::default() {
        return PermissionFlags::everything();
    }
    let more = |allow: Allow, names: &[String]| match allow {
        Allow::All => Allow::All,
        Allow::Nothing => Allow::Only(names.to_vec()),
        Allow::Only(own) => Allow::Only(own.into_iter().chain(names.to_vec()).collect()),
    };
    PermissionFlags {
        write: more(given.write, &[output.display().to_string()]),
        env: more(given.env, &synthesis_environment::NEEDED.map(str::to_owned)),
        ..given
    }
}

/// Whether the code of a program is what its compiler makes of it: that of TypeScript is a package that is installed beside
/// the program. Without it, files of TypeScript are ES modules.
fn is_compiled(file: &Path) -> bool {
    let ending = file.extension().and_then(|it| it.to_str());
    let is_typed = ending.is_some_and(|it| ["ts", "tsx", "cts"].contains(&it));
    let compiler = Path::new("node_modules/typescript/package.json");
    !is_typed
        || file
            .ancestors()
            .skip(1)
            .any(|it| it.join(compiler).is_file())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_program_can_write_its_output() {
        let flags = PermissionFlags {
            net: Allow::All,
            ..PermissionFlags::default()
        };
        let all = permissions(flags, Path::new("/p/cdktf.out"));
        assert_eq!(all.write, Allow::Only(vec!["/p/cdktf.out".to_owned()]));
        assert_eq!(all.run, Allow::Nothing);
        let Allow::Only(names) = all.env else {
            panic!("variables are limited")
        };
        assert!(names.iter().any(|it| it == "CDKTF_OUTDIR"));
        let default = permissions(PermissionFlags::default(), Path::new("/p"));
        assert_eq!(default, PermissionFlags::everything());
    }

    #[test]
    fn typescript_is_compiled_where_its_compiler_is_installed() {
        let disk = tempfile::tempdir().unwrap();
        let program = disk.path().join("src/main.ts");
        assert!(!is_compiled(&program));
        assert!(is_compiled(&disk.path().join("main.js")));
        let compiler = disk.path().join("node_modules/typescript");
        fs::create_dir_all(&compiler).unwrap();
        fs::write(compiler.join("package.json"), "{}").unwrap();
        assert!(is_compiled(&program));
    }
}
