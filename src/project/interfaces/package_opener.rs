//! Opens packages: reads their descriptions, or asks their executables.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lumi_graph::{InterfaceError, PackageInterface, sha256_hex};
use lumi_host::PermissionFlags;
use lumi_provider::{
    DescriptionKey, PLUGIN_PROJECT, PackageName, PackageParameters, PluginInterface, PluginKind,
    PluginSettings, PluginSource, plugin_schema,
};
use lumi_pulumi::ScriptCommand;
use lumi_pulumi::interface::{
    DescribedPackage, PulumiInterface, PulumiSchemaFile, ask as pulumi_schema,
};
use lumi_terraform::interface::{SchemaFile, TerraformInterface, ask, ask_attached};
use lumi_terraform::process::{LogFilter, LogLevel, ProtocolVersion, Reattachment, SecretTexts};
use lumi_terraform::schema::Schemas;
use lumi_terraform::tfplugin6::get_provider_schema;

use super::library_interface::LibraryInterface;
use super::project_interfaces::Opened;
use super::{description_file, plugin_description};
use crate::libraries::Libraries;
use crate::packages::{
    attached, installed, locked_parameters, plugin_folders, plugin_scripts, read_lock,
};
use crate::reports::ProjectFailure;
use crate::stacks::backend::wait;
use crate::{PackageRequirement, ProjectSettings};

/// An executable is started only to describe it once, and only if it may be started.
pub struct PackageOpener {
    settings: ProjectSettings,
    may_start: bool,
}

/// The program of a package.
struct Found {
    kind: PluginKind,
    program: PathBuf,
    /// Empty if it is not known.
    version: String,
    may_start: bool,
    /// The package of parameters that the lock has, if the program makes one: it may make a newer one of them.
    made: Option<PackageParameters>,
}

/// A program that exists.
struct Executable {
    name: PackageName,
    found: Found,
    metadata: Metadata,
    /// The file of its description.
    place: PathBuf,
}

impl Executable {
    fn check_start(&self) -> Result<(), InterfaceError> {
        match self.found.may_start {
            true => Ok(()),
            false => Err(InterfaceError(format!(
                "`{}` is not described yet, and the plugins that the project names by a path were not accepted \
                 on this machine; run `lumi types -P` to accept them for that",
                self.name
            ))),
        }
    }
}

impl PackageOpener {
    pub fn new(settings: ProjectSettings, may_start: bool) -> Self {
        Self {
            settings,
            may_start,
        }
    }

    /// `None` if the project has no such package.
    pub fn open(&self, package: &str) -> Opened {
        let name = PackageName::parse(package)?;
        let attached = attached(&self.settings).map_err(reported);
        match attached.map(|mut it| it.remove(&name)) {
            Ok(None) => {}
            Ok(Some(place)) => return Some(attached_terraform(&name, &place)),
            Err(error) => return Some(Err(error)),
        }
        if self.is_library(&name) {
            let libraries = Libraries::of_settings(&self.settings).map_err(reported);
            let interface = libraries.map(|it| LibraryInterface::new(package, &it));
            let interface = interface.transpose()?;
            return Some(interface.map(|it| Arc::new(it) as _));
        }
        let found = self.found(&name)?;
        Some(found.and_then(|found| self.described(&self.executable(name, found)?)))
    }

    fn described(&self, of: &Executable) -> Result<Arc<dyn PackageInterface>, InterfaceError> {
        match of.found.kind {
            PluginKind::Terraform => self.terraform(of),
            PluginKind::Lumi => self.plugin(of),
            PluginKind::Pulumi => self.pulumi(of),
        }
    }

    /// Describes a package in a version that is installed, to which the user has agreed.
    pub fn describe(
        &self,
        name: PackageName,
        kind: PluginKind,
        program: PathBuf,
        version: String,
    ) -> Result<Arc<dyn PackageInterface>, InterfaceError> {
        let made = self.made_package(&name)?;
        let found = Found {
            kind,
            program,
            version,
            may_start: true,
            made,
        };
        self.described(&self.executable(name, found)?)
    }

    fn is_library(&self, name: &PackageName) -> bool {
        let package = self.settings.manifest.packages.get(name);
        matches!(package, Some(PackageRequirement::Library { .. }))
    }

    /// The program of a package that `Lumi.yaml` names.
    fn found(&self, name: &PackageName) -> Option<Result<Found, InterfaceError>> {
        let manifest = &self.settings.manifest;
        let source = match manifest.packages.get(name) {
            Some(PackageRequirement::Source { .. }) => return Some(self.installed(name)),
            Some(PackageRequirement::Library { .. }) => return None,
            Some(PackageRequirement::Path(path)) => PluginSource::Path(path.clone()),
            None => manifest.plugins.get(name)?.source.clone(),
        };
        let found = plugin_folders::folders().find(name, &source.below(&self.settings.folder));
        let made = match self.made_package(name) {
            Ok(made) => made,
            Err(error) => return Some(Err(error)),
        };
        Some(found.map_err(failed).map(|it| Found {
            kind: it.kind,
            program: it.program,
            version: String::new(),
            may_start: self.may_start,
            made,
        }))
    }

    fn parameters(&self, name: &PackageName) -> &[String] {
        let parameters = self.settings.manifest.parameters.get(name);
        parameters.map(Vec::as_slice).unwrap_or_default()
    }

    /// The package of parameters that the lock has; `None` for a package without parameters. Fails if they are not locked.
    fn made_package(
        &self,
        name: &PackageName,
    ) -> Result<Option<PackageParameters>, InterfaceError> {
        if self.parameters(name).is_empty() {
            return Ok(None);
        }
        let lock = read_lock(&self.settings.folder).map_err(reported)?;
        let locked = locked_parameters(&self.settings, &lock, name).map_err(reported)?;
        Ok(Some(PackageParameters {
            version: locked.version.clone(),
            value: locked.value.clone(),
        }))
    }

    /// A package that was installed, to which the user has agreed then.
    fn installed(&self, name: &PackageName) -> Result<Found, InterfaceError> {
        let mut all = installed(&self.settings).map_err(reported)?;
        let missing = || InterfaceError(format!("`{name}` is not installed"));
        let package = all.packages.remove(name).ok_or_else(missing)?;
        let made = self.made_package(name)?;
        // The schema of a package that a plugin makes has its version.
        let version = match made {
            None => package.version.to_string(),
            Some(_) => String::new(),
        };
        Ok(Found {
            kind: package.kind,
            program: package.program,
            version,
            may_start: true,
            made,
        })
    }

    fn executable(&self, name: PackageName, found: Found) -> Result<Executable, InterfaceError> {
        let program = found.program.canonicalize().unwrap_or(found.program);
        let metadata = fs::metadata(&program).map_err(|error| {
            InterfaceError(format!("{} cannot be read: {error}", program.display()))
        })?;
        let folder = &self.settings.folder;
        let place = match found.made {
            None => description_file::place(folder, name.as_str(), &program),
            // A plugin makes several packages.
            Some(_) => description_file::project_place(folder, name.as_str()),
        };
        description_file::check(&self.settings.folder, &place).map_err(failed)?;
        Ok(Executable {
            name,
            found: Found { program, ..found },
            metadata,
            place,
        })
    }

    /// The schemas of a provider of Terraform.
    ///
    /// # Errors
    ///
    /// The project has no such package, or it is one of another kind, or cannot be asked.
    pub fn terraform_schemas(&self, package: &str) -> Result<Schemas, InterfaceError> {
        let missing = || InterfaceError(format!("the project has no package `{package}`"));
        let name = PackageName::parse(package).ok_or_else(missing)?;
        let attached = attached(&self.settings).map_err(reported)?;
        let file = match attached.get(&name) {
            Some(place) => attached_file(&name, place)?,
            None => {
                let found = self.found(&name).ok_or_else(missing)??;
                if found.kind != PluginKind::Terraform {
                    return Err(InterfaceError(format!(
                        "`{package}` is no provider of Terraform"
                    )));
                }
                schema_file(&self.executable(name, found)?)?
            }
        };
        Schemas::stored(file).map_err(failed)
    }

    fn terraform(&self, of: &Executable) -> Result<Arc<dyn PackageInterface>, InterfaceError> {
        let file = schema_file(of)?;
        Ok(Arc::new(TerraformInterface::new(
            of.name.as_str(),
            &of.found.version,
            file,
        )))
    }

    fn pulumi(&self, of: &Executable) -> Result<Arc<dyn PackageInterface>, InterfaceError> {
        let folder = of.found.program.parent();
        let key = match folder.filter(|_| of.found.program.ends_with(PLUGIN_PROJECT)) {
            Some(folder) => DescriptionKey::of_sources(folder),
            None => DescriptionKey::of(&of.metadata),
        };
        let key = key.with_parameters(&self.key_parts(of));
        let file = match PulumiSchemaFile::open(&of.place, key) {
            Ok(file) => file,
            Err(_) => {
                of.check_start()?;
                let folder = &self.settings.folder;
                let scripts = plugin_scripts::embedded(folder, PermissionFlags::everything());
                let asked = match &of.found.made {
                    Some(made) => DescribedPackage::Made(made),
                    None => DescribedPackage::Own,
                };
                described_pulumi(of, key, scripts, asked)?
            }
        };
        let interface = PulumiInterface::new(of.name.as_str(), &of.found.version, file)?;
        Ok(Arc::new(interface))
    }

    /// The texts that a description of a made package depends on; none for a package without parameters.
    fn key_parts(&self, of: &Executable) -> Vec<String> {
        let Some(made) = &of.found.made else {
            return Vec::new();
        };
        let parameters = self.parameters(&of.name).iter().cloned();
        let of_lock = [
            "made".to_owned(),
            made.version.clone(),
            sha256_hex(&made.value),
        ];
        parameters.chain(of_lock).collect()
    }

    fn plugin(&self, of: &Executable) -> Result<Arc<dyn PackageInterface>, InterfaceError> {
        let schema = match plugin_description::read(&of.place, &of.metadata) {
            Some(schema) => schema,
            None => {
                of.check_start()?;
                let log = Arc::new(|_| {});
                let limit = PluginSettings::STARTUP_TIMEOUT;
                let asked = waited(plugin_schema(&of.found.program, &of.name, limit, log))?;
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

/// The schemas of an executable: those that are kept, or what it says.
fn schema_file(of: &Executable) -> Result<SchemaFile, InterfaceError> {
    let key = DescriptionKey::of(&of.metadata);
    match SchemaFile::open(&of.place, key) {
        Ok(file) => Ok(file),
        Err(_) => {
            of.check_start()?;
            described_terraform(of, key)
        }
    }
}

fn attached_terraform(
    name: &PackageName,
    place: &Reattachment,
) -> Result<Arc<dyn PackageInterface>, InterfaceError> {
    let file = attached_file(name, place)?;
    Ok(Arc::new(TerraformInterface::new(name.as_str(), "", file)))
}

/// Asks a provider that runs already, which may be another one in the next run.
fn attached_file(name: &PackageName, place: &Reattachment) -> Result<SchemaFile, InterfaceError> {
    let filter = LogFilter::new(LogLevel::Error, SecretTexts::default(), Arc::new(|_| {}));
    let asked = waited(ask_attached(place, name.as_str(), filter))?;
    let (version, answer) = asked.map_err(failed)?;
    temporary_file(DescriptionKey::default(), version, &answer)
}

/// Asks a provider, and keeps what it says.
fn described_terraform(of: &Executable, key: DescriptionKey) -> Result<SchemaFile, InterfaceError> {
    let log = Arc::new(|_| {});
    let filter = LogFilter::new(LogLevel::Error, SecretTexts::default(), log);
    let asked = waited(ask(&of.found.program, of.name.as_str(), filter))?;
    let (version, answer) = asked.map_err(failed)?;
    if SchemaFile::write(&of.place, key, version, &answer).is_ok() {
        return SchemaFile::open(&of.place, key).map_err(failed);
    }
    // Nothing can be written beside the project.
    temporary_file(key, version, &answer)
}

/// The opened file lives on after its folder.
fn temporary_file(
    key: DescriptionKey,
    version: ProtocolVersion,
    answer: &get_provider_schema::Response,
) -> Result<SchemaFile, InterfaceError> {
    let folder = tempfile::tempdir().map_err(failed)?;
    let place = folder.path().join("schemas");
    SchemaFile::write(&place, key, version, answer).map_err(failed)?;
    SchemaFile::open(&place, key).map_err(failed)
}

fn described_pulumi(
    of: &Executable,
    key: DescriptionKey,
    scripts: Option<ScriptCommand>,
    described: DescribedPackage<'_>,
) -> Result<PulumiSchemaFile, InterfaceError> {
    let log = Arc::new(|_| {});
    let limit = PluginSettings::STARTUP_TIMEOUT;
    let program = &of.found.program;
    let answer = pulumi_schema(program, &of.name, limit, scripts, described, log);
    let schema = waited(answer)?.map_err(failed)?;
    let write = |place: &Path| {
        PulumiSchemaFile::write(place, key, &schema).map_err(|error| {
            InterfaceError(format!(
                "what `{}` says of itself cannot be kept: {error}",
                of.name
            ))
        })
    };
    if write(&of.place).is_ok() {
        return PulumiSchemaFile::open(&of.place, key).map_err(failed);
    }
    let folder = tempfile::tempdir().map_err(failed)?;
    let place = folder.path().join("schemas");
    write(&place)?;
    PulumiSchemaFile::open(&place, key).map_err(failed)
}

fn waited<T>(future: impl Future<Output = T>) -> Result<T, InterfaceError> {
    wait(future).map_err(reported)
}

fn reported(failure: ProjectFailure) -> InterfaceError {
    let report = failure.report;
    let text = report.map(|it| match it.help {
        Some(help) => format!("{}; {help}", it.message),
        None => it.message,
    });
    InterfaceError(text.unwrap_or_default())
}

fn failed(error: impl ToString) -> InterfaceError {
    InterfaceError(error.to_string())
}
