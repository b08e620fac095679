//! Configurations in HCL, which run in this process without V8.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::sleep;

use crate::program_end::{FailureCause, ProgramEnd, ProgramFailure};
use lumi_hcl::config::{VariableFlag, VariableSources};
use lumi_hcl::run::{HclProgram, ProgramEnd as HclEnd, ProviderSchemas, RunFacts, SiblingStacks};
use lumi_hcl::syntax::{Diagnostic, Severity as HclSeverity};
use lumi_host::{ConfigValue, Event, EventSink, LogLevel, ProgramError, StopHandle, StopReason};
use lumi_monitor::ResourceMonitor;
use lumi_project::hcl::installed_modules::InstalledModules;
use lumi_project::interfaces::PackageOpener;
use lumi_project::process_environment::environment;
use lumi_project::{ProjectError, ProjectSettings};
use lumi_terminal::ui::report::{Report, Severity, SourceExcerpt};
use lumi_terraform::schema::Schemas;

/// The beginning of environment variables that set variables of the configuration.
const VARIABLES: &str = "TF_VAR_";

/// A configuration that is ready to run.
pub struct HclRun {
    pub settings: ProjectSettings,
    /// The folder of the root module, or a file in it.
    pub entry: PathBuf,
    pub stack: String,
    /// The folder in which the command was called.
    pub current: PathBuf,
    pub config: Vec<(String, ConfigValue)>,
    /// The values of variables that flags set.
    pub variables: Vec<VariableFlag>,
    pub is_plan: bool,
    /// Whether plugins that the project names by a path may be started.
    pub accepts_plugins: bool,
    pub monitor: Arc<dyn ResourceMonitor>,
    pub events: EventSink,
    pub stop: StopHandle,
    /// Time limit.
    pub limit: Option<Duration>,
}

impl HclRun {
    pub async fn run(self) -> ProgramEnd {
        let (stop, limit, events) = (self.stop.clone(), self.limit, Arc::clone(&self.events));
        let timeout = async move {
            match limit {
                Some(limit) => {
                    sleep(limit).await;
                    limit
                }
                None => std::future::pending().await,
            }
        };
        let program = match self.program() {
            Ok(program) => program,
            Err(error) => {
                let report = Report::error(error.to_string());
                return ProgramEnd::failed(FailureCause::Program, report);
            }
        };
        tokio::select! {
            end = program.run() => ended(end, &events),
            () = stop.stopped() => cancelled(),
            limit = timeout => {
                stop.stop(StopReason::Timeout(limit));
                let stopped = ProgramError::Stopped(StopReason::Timeout(limit), None);
                ProgramEnd::failed(FailureCause::Program, Report::from(&stopped))
            }
        }
    }

    /// The folder of the configuration, and the stacks of the program that has written it.
    fn place(&self) -> Result<(PathBuf, Option<SiblingStacks>), ProjectError> {
        let settings = &self.settings;
        if !settings.is_cdktf() {
            let folder = match self.entry.is_dir() {
                true => Some(self.entry.clone()),
                false => self.entry.parent().map(PathBuf::from),
            };
            return Ok((folder.unwrap_or_else(|| settings.hcl_folder()), None));
        }
        let assembly = settings.assembly()?;
        let synthesized = assembly.stack(&self.stack)?;
        let siblings = SiblingStacks {
            names: assembly.names().into_iter().collect(),
            folder: settings.folder.clone(),
            output_paths: synthesized.output_paths()?,
        };
        Ok((synthesized.folder.clone(), Some(siblings)))
    }

    /// The configuration as it is evaluated, which has not begun.
    pub fn program(self) -> Result<HclProgram, ProjectError> {
        let (folder, sibling_stacks) = self.place()?;
        let prefix = format!("{}:", self.settings.name);
        let config = self.config.into_iter().filter_map(|(key, it)| {
            let name = key.strip_prefix(&prefix)?.to_owned();
            Some((name, it.value, it.secret))
        });
        let variables = environment().into_iter();
        Ok(HclProgram {
            facts: RunFacts {
                project: self.settings.name.clone(),
                stack: self.stack,
                // Terraform runs in the folder of such a configuration.
                current: match &sibling_stacks {
                    Some(_) => folder.clone(),
                    None => self.current,
                },
                folder,
                is_plan: self.is_plan,
                sibling_stacks,
            },
            sources: VariableSources {
                environment: variables
                    .filter(|(name, _)| name.starts_with(VARIABLES))
                    .collect(),
                config: config.collect(),
                flags: self.variables,
            },
            monitor: self.monitor,
            modules: Arc::new(InstalledModules::of_project(&self.settings.folder)),
            schemas: Arc::new(ProjectSchemas {
                settings: self.settings,
                accepts_plugins: self.accepts_plugins,
                opened: Mutex::default(),
            }),
        })
    }
}

/// The schemas of the packages of a project, each opened once.
struct ProjectSchemas {
    settings: ProjectSettings,
    accepts_plugins: bool,
    opened: Mutex<HashMap<String, Arc<Schemas>>>,
}

impl ProviderSchemas for ProjectSchemas {
    fn schemas(&self, package: &str) -> Result<Arc<Schemas>, String> {
        if let Some(schemas) = self.opened.lock().get(package) {
            return Ok(Arc::clone(schemas));
        }
        let opener = PackageOpener::new(self.settings.clone(), self.accepts_plugins);
        // A provider is asked by a runtime of its own, which cannot be on a thread of another one.
        let opened =
            std::thread::scope(|scope| scope.spawn(|| opener.terraform_schemas(package)).join());
        let opened = opened.map_err(|_| format!("`{package}` cannot be described"))?;
        let schemas = Arc::new(opened.map_err(|error| error.0)?);
        self.opened
            .lock()
            .insert(package.to_owned(), Arc::clone(&schemas));
        Ok(schemas)
    }
}

fn cancelled() -> ProgramEnd {
    ProgramEnd::failed(FailureCause::Cancelled, Report::error("interrupted"))
}

fn ended(end: HclEnd, events: &EventSink) -> ProgramEnd {
    match end {
        HclEnd::Finished { warnings } => {
            warn(warnings, events);
            ProgramEnd::Finished(None)
        }
        HclEnd::ResourceFailed { warnings } => {
            warn(warnings, events);
            ProgramEnd::Failed(Box::new(ProgramFailure::new(FailureCause::Resource, None)))
        }
        HclEnd::Stopped => cancelled(),
        HclEnd::Failed(diagnostics) => {
            let mut reports = diagnostics.iter().map(diagnostic_report);
            let mut failure = ProgramFailure::new(FailureCause::Program, reports.next());
            failure.others = reports.collect();
            ProgramEnd::Failed(Box::new(failure))
        }
    }
}

fn warn(warnings: Vec<Diagnostic>, events: &EventSink) {
    for warning in warnings {
        let place = warning
            .position()
            .map(|(file, line, column)| format!("{file}:{line}:{column}: "));
        events(Event::Log {
            level: LogLevel::Warning,
            message: format!("{}{}", place.unwrap_or_default(), warning.message()),
            urn: None,
        });
    }
}

/// A diagnostic for the user.
pub fn diagnostic_report(diagnostic: &Diagnostic) -> Report {
    let severity = match diagnostic.severity {
        HclSeverity::Error => Severity::Error,
        HclSeverity::Warning => Severity::Warning,
    };
    let at = diagnostic.span.as_ref().map(|span| {
        let (line, column) = span.position();
        SourceExcerpt {
            file: span.file().to_owned(),
            line,
            column,
            text: Some(span.line().to_owned()),
        }
    });
    Report {
        severity,
        message: diagnostic.message(),
        at,
        ..Report::default()
    }
}
