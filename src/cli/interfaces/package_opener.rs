//! Opens packages: reads their descriptions, or asks their executables.

use std::fs::{self, Metadata};
use std::path::PathBuf;
use std::sync::Arc;

use lumi_graph::{InterfaceError, PackageInterface};
use lumi_provider::{PackageName, PluginInterface, PluginKind, PluginSettings, plugin_schema};
use lumi_terraform::interface::{SchemaFile, SchemaKey, TerraformInterface, ask};
use lumi_terraform::process::{LogFilter, LogLevel, SecretTexts};

use super::project_interfaces::Opened;
use super::{description_file, plugin_description};
use crate::backend::wait;
use crate::plugins;
use crate::project::ProjectSettings;

/// An executable is started only to describe it once, and only if it may be started.
pub struct PackageOpener {
    settings: ProjectSettings,
    may_start: bool,
}

/// The executable of a package.
struct Executable {
    name: PackageName,
    program: PathBuf,
    metadata: Metadata,
    /// The file of its description.
    place: PathBuf,
}

impl PackageOpener {
    pub fn new(settings: ProjectSettings, may_start: bool) -> Self {
        Self {
            settings,
            may_start,
        }
    }

    pub fn open(&self, package: &str) -> Opened {
        let name = PackageName::parse(package)?;
        let source = self.settings.manifest.plugins.get(&name)?.source.clone();
        let found = plugins::folders().find(&name, &source.below(&self.settings.folder));
        let found = found.map_err(failed);
        Some(found.and_then(|found| {
            let executable = self.executable(name, found.program)?;
            match found.kind {
                PluginKind::Terraform => self.terraform(&executable),
                PluginKind::Lumi => self.plugin(&executable),
                PluginKind::Pulumi => Err(InterfaceError(format!(
                    "`{package}` is a plugin of Pulumi, whose classes come with its package of npm"
                ))),
            }
        }))
    }

    fn executable(
        &self,
        name: PackageName,
        program: PathBuf,
    ) -> Result<Executable, InterfaceError> {
        let program = program.canonicalize().unwrap_or(program);
        let metadata = fs::metadata(&program).map_err(|error| {
            InterfaceError(format!("{} cannot be read: {error}", program.display()))
        })?;
        let place = description_file::place(&self.settings.folder, name.as_str(), &program);
        description_file::check(&self.settings.folder, &place).map_err(failed)?;
        Ok(Executable {
            name,
            program,
            metadata,
            place,
        })
    }

    fn check_start(&self, name: &PackageName) -> Result<(), InterfaceError> {
        match self.may_start {
            true => Ok(()),
            false => Err(InterfaceError(format!(
                "`{name}` is not described yet, and the plugins that Lumi.yaml names by a path were not \
                 accepted on this machine; run `lumi types -P` to accept them for that"
            ))),
        }
    }

    fn terraform(&self, of: &Executable) -> Result<Arc<dyn PackageInterface>, InterfaceError> {
        let key = SchemaKey::of(&of.metadata);
        let file = match SchemaFile::open(&of.place, key) {
            Ok(file) => file,
            Err(_) => {
                self.check_start(&of.name)?;
                described_terraform(of, key)?
            }
        };
        Ok(Arc::new(TerraformInterface::new(
            of.name.as_str(),
            "",
            file,
        )))
    }

    fn plugin(&self, of: &Executable) -> Result<Arc<dyn PackageInterface>, InterfaceError> {
        let schema = match plugin_description::read(&of.place, &of.metadata) {
            Some(schema) => schema,
            None => {
                self.check_start(&of.name)?;
                let log = Arc::new(|_| {});
                let limit = PluginSettings::STARTUP_TIMEOUT;
                let asked = waited(plugin_schema(&of.program, &of.name, limit, log))?;
                let schema = asked.map_err(failed)?.ok_or_else(|| {
                    InterfaceError(format!(
                        "the plugin `{0}` does not describe its package; use \
                         new CustomResource(\"{0}:MODULE:TYPE\", NAME, INPUTS)",
                        of.name
                    ))
                })?;
                // Without the file, the plugin is asked again.
                let _ = plugin_description::write(&of.place, &of.metadata, &schema);
                schema
            }
        };
        let interface = PluginInterface::new(of.name.as_str(), &schema);
        Ok(Arc::new(interface))
    }
}

/// Asks a provider, and keeps what it says.
fn described_terraform(of: &Executable, key: SchemaKey) -> Result<SchemaFile, InterfaceError> {
    let log = Arc::new(|_| {});
    let filter = LogFilter::new(LogLevel::Error, SecretTexts::default(), log);
    let asked = waited(ask(&of.program, of.name.as_str(), filter))?;
    let (version, answer) = asked.map_err(failed)?;
    if SchemaFile::write(&of.place, key, version, &answer).is_ok() {
        return SchemaFile::open(&of.place, key).map_err(failed);
    }
    // Nothing can be written beside the project: the opened file lives on after its folder.
    let folder = tempfile::tempdir().map_err(failed)?;
    let place = folder.path().join("schemas");
    SchemaFile::write(&place, key, version, &answer).map_err(failed)?;
    SchemaFile::open(&place, key).map_err(failed)
}

fn waited<T>(future: impl Future<Output = T>) -> Result<T, InterfaceError> {
    wait(future).map_err(|it| {
        let message = it.report.map(|it| it.message);
        InterfaceError(message.unwrap_or_default())
    })
}

fn failed(error: impl ToString) -> InterfaceError {
    InterfaceError(error.to_string())
}
