//! The settings of a project: its folder, its name, and the configuration of its stacks.

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use serde_json::Value;

use lumi_graph::{SealError, Sealer};
use lumi_host::ConfigValue;

use super::cdktf::cdktf_project;
use super::config::config_declaration::ConfigDeclaration;
use super::config::config_flag::parse_config_flags;
use super::config::config_key::full_key;
use super::hcl::hcl_project::{self, HCL_RUNTIME};
use super::manifest::Manifest;
use super::name::{check_stack_name, project_name_of_folder};
use super::nearest::nearest;
use super::pack_program::{self, is_pack};
use super::package_json::PackageJson;
use super::program_path::resolve;
use super::project_error::ProjectError;
use super::project_folder::ProjectFolder;
use super::pulumi_project::PulumiProject;
use super::stack_files::config_cipher::ConfigCipher;
use super::stack_files::pulumi_stack_file::{self, PulumiStackFile};
use super::stack_files::stack_file::{Setting, SettingValue, StackFile};
use super::stack_files::{pulumi_selection, selected_stack};
use super::yaml_files::fault::Fault;
use super::yaml_files::settings_file::{at, read_text};
use super::yaml_files::yaml_locator::{Part, locate};
use crate::process_environment::home_folder;

/// Values of `runtime` for programs that need no other process.
const OWN_RUNTIMES: &[&str] = &["lumi", "javascript", "js", "ts", "typescript"];

/// A project, with or without a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectSettings {
    /// The canonical folder that the program may read.
    pub folder: PathBuf,
    /// `name` of `Lumi.yaml`, otherwise of `package.json`, otherwise of the folder; never empty,
    /// without colons and control characters.
    pub name: String,
    /// The content of `Lumi.yaml`; defaults without the file.
    pub manifest: Manifest,
    /// The content of `Pulumi.yaml`, if it is used in place of `Lumi.yaml`.
    pub pulumi: Option<PulumiProject>,
}

impl ProjectSettings {
    /// The settings of the project around a program or a folder; relative paths start at `cwd`.
    pub fn find(program: &Path, cwd: &Path) -> Result<Self, ProjectError> {
        if is_pack(program) {
            return Ok(pack_program::read_program(program, cwd)?.0);
        }
        let home = home_folder().and_then(|home| home.canonicalize().ok());
        let program = resolve(program, cwd)?;
        let start = match program.is_dir() {
            true => program.as_path(),
            false => program.parent().unwrap_or(&program),
        };
        let folder = ProjectFolder::of_program(&program, start, home.as_deref())?;
        Ok(Self::read(&folder, &folder.package()?)?.of_file(program.is_file()))
    }

    /// The settings of a program that is a file, if it is one: one that `cdktf.json` does not run is a program of Lumi.
    pub(crate) fn of_file(mut self, is_file: bool) -> Self {
        if is_file && self.is_cdktf() {
            self.manifest.runtime = None;
        }
        self
    }

    pub fn read(folder: &ProjectFolder, package: &PackageJson) -> Result<Self, ProjectError> {
        let (mut manifest, pulumi) = match (&folder.manifest, &folder.pulumi) {
            (Some(file), _) => (Manifest::read(file)?, None),
            (None, Some(file)) => {
                let (manifest, pulumi) = PulumiProject::read(file)?;
                (manifest, Some(pulumi))
            }
            (None, None) => (Manifest::default(), None),
        };
        if pulumi.is_none() && cdktf_project::is_project(folder, &manifest) {
            cdktf_project::complete(&folder.path, &mut manifest);
        } else if pulumi.is_none()
            && package.main.is_none()
            && hcl_project::is_project(folder, &manifest)
        {
            hcl_project::complete(&folder.path, &mut manifest);
        }
        let name = manifest.name.clone().or_else(|| package.name.clone());
        Ok(Self {
            name: name.unwrap_or_else(|| project_name_of_folder(&folder.path)),
            folder: folder.path.clone(),
            manifest,
            pulumi,
        })
    }

    /// The name of the file with the settings of the project.
    pub fn file_name(&self) -> &'static str {
        match self.pulumi {
            Some(_) => PulumiProject::FILE,
            None => Manifest::FILE,
        }
    }

    /// The language of the program as in `runtime` of `Lumi.yaml`; `None` for TypeScript and
    /// JavaScript.
    pub fn foreign_runtime(&self) -> Option<&str> {
        let runtime = self.manifest.runtime.as_deref()?;
        (!OWN_RUNTIMES.contains(&runtime)).then_some(runtime)
    }

    /// The stack to use where nothing names one.
    pub fn default_stack(&self) -> &'static str {
        match self.is_hcl() {
            true => hcl_project::DEFAULT_WORKSPACE,
            false => selected_stack::DEFAULT,
        }
    }

    /// Whether the program is in HCL.
    pub fn is_hcl(&self) -> bool {
        self.foreign_runtime() == Some(HCL_RUNTIME)
    }

    /// Whether configurations in HCL are deployed: the program, or what it writes.
    pub fn deploys_hcl(&self) -> bool {
        self.is_hcl() || self.is_cdktf()
    }

    /// The folders of root modules: that of a program in HCL, or those that a program of CDKTF has written when it ran last.
    pub fn root_modules(&self) -> Vec<PathBuf> {
        if !self.is_cdktf() {
            return vec![self.hcl_folder()];
        }
        let stacks = self.assembly().map(|it| it.stacks).unwrap_or_default();
        stacks.into_iter().map(|it| it.folder).collect()
    }

    /// The folder of the root module of a program in HCL.
    pub fn hcl_folder(&self) -> PathBuf {
        hcl_project::root_folder(&self.folder, &self.manifest)
    }

    /// Whether the program uses the SDKs of Pulumi. A project that has `Pulumi.yaml` alone may have a program of Lumi.
    pub fn is_program_of_pulumi(&self) -> bool {
        self.pulumi.is_some() && self.foreign_runtime().is_some()
    }

    /// The stack to use: that of a flag, otherwise the selected one, otherwise `dev`. A project of Pulumi also has the
    /// stack of `PULUMI_STACK`, and the one that Pulumi has selected unless Lumi has another one. A program of CDKTF has
    /// stacks itself: the only one is used.
    pub fn stack(&self, flag: Option<&str>) -> Result<String, ProjectError> {
        if let Some(name) = flag {
            check_stack_name(name)?;
            return Ok(name.to_owned());
        }
        let is_of_pulumi = self.pulumi.is_some();
        if is_of_pulumi && let Some(name) = pulumi_selection::of_environment()? {
            return Ok(name);
        }
        if let Some(name) = selected_stack::read(&self.folder)? {
            return Ok(name);
        }
        let file = self.folder.join(PulumiProject::FILE);
        let by_pulumi = match is_of_pulumi {
            true => pulumi_selection::of_workspace(&self.name, &file)?,
            false => None,
        };
        match by_pulumi {
            Some(name) => Ok(name),
            None if self.is_cdktf() => Ok(self.assembly()?.only()?.name.clone()),
            None => Ok(self.default_stack().to_owned()),
        }
    }

    /// The stack that is used where a command names none; `None` where it has to name one.
    pub fn chosen_stack(&self) -> Result<Option<String>, ProjectError> {
        match self.stack(None) {
            Err(ProjectError::Cdktf(_)) => Ok(None),
            stack => stack.map(Some),
        }
    }

    /// The path of a stack's configuration file, which need not exist.
    pub fn stack_file_path(&self, stack: &str) -> PathBuf {
        self.folder.join(StackFile::name(stack))
    }

    /// The path of the file with the selected stack's name.
    pub fn selected_stack_file(&self) -> PathBuf {
        selected_stack::file(&self.folder)
    }

    /// The configuration of a stack: `Lumi.<stack>.yaml`, overridden by `-c` flags (`key=value`).
    /// Full key (`project:key`) to value; a secret of the file stays secret when a flag replaces
    /// it. Only encrypted values that no flag replaces are decrypted; without a cipher they are
    /// left out.
    pub fn config(
        &self,
        stack: &str,
        flags: &[String],
        cipher: Option<&dyn ConfigCipher>,
    ) -> Result<Vec<(String, ConfigValue)>, ProjectError> {
        let settings = self.stack_file(stack)?.config;
        self.merged_config(stack, settings, flags, cipher)
    }

    /// The configuration of tests, which do not depend on a stack: declared defaults, overridden by
    /// `-c` flags. A flag is a secret if the stack has a secret of that name.
    pub fn config_of_tests(
        &self,
        stack: &str,
        flags: &[String],
    ) -> Result<Vec<(String, ConfigValue)>, ProjectError> {
        let mut settings = self.stack_file(stack)?.config;
        let given = parse_config_flags(flags, &self.name)?;
        settings.retain(|key, _| given.iter().any(|it| it.0 == *key));
        self.merged_config(stack, settings, flags, None)
    }

    fn merged_config(
        &self,
        stack: &str,
        settings: IndexMap<String, Setting>,
        flags: &[String],
        cipher: Option<&dyn ConfigCipher>,
    ) -> Result<Vec<(String, ConfigValue)>, ProjectError> {
        let mut declared = self.declared_config()?;
        let mut flags: IndexMap<_, _> =
            parse_config_flags(flags, &self.name)?.into_iter().collect();
        for (key, flag) in &mut flags {
            check_type(key, &flag.value, declared.get(key).copied())?;
            flag.secret |= declared.get(key).is_some_and(|it| it.secret);
        }
        let mut config = Vec::new();
        for (key, setting) in settings {
            let declaration = declared.shift_remove(&key);
            let is_flag = flags.contains_key(&key);
            let spelled = setting.spelled.clone();
            let mut value = match (flags.shift_remove(&key), &setting.value, cipher) {
                (Some(flag), SettingValue::Open(ConfigValue { secret, .. }), _) => ConfigValue {
                    secret: *secret,
                    ..flag
                },
                (Some(flag), SettingValue::Sealed(_) | SettingValue::Foreign(_), _) => {
                    ConfigValue {
                        secret: true,
                        ..flag
                    }
                }
                (None, SettingValue::Open(value), _) => value.clone(),
                (None, _, Some(cipher)) => self.open(stack, &key, setting, cipher)?,
                (None, SettingValue::Sealed(_) | SettingValue::Foreign(_), None) => continue,
            };
            if !is_flag {
                check_type(&key, &value.value, declaration)
                    .map_err(|error| self.at_setting(stack, &spelled, error))?;
            }
            value.secret |= declaration.is_some_and(|it| it.secret);
            config.push((key, value));
        }
        for key in flags.keys() {
            declared.shift_remove(key);
        }
        config.extend(flags);
        config.extend(declared.into_iter().filter_map(|(key, it)| {
            let value = it.default.clone()?;
            let secret = it.secret;
            Some((key, ConfigValue { value, secret }))
        }));
        Ok(config)
    }

    /// The declared configuration by full key.
    pub fn declared_config(&self) -> Result<IndexMap<String, &ConfigDeclaration>, ProjectError> {
        let declared = self.manifest.config.iter();
        declared
            .map(|(key, it)| Ok((full_key(key, &self.name)?, it)))
            .collect()
    }

    /// Keys that a stack sets and `Lumi.yaml` does not declare, although it declares others:
    /// probably misspelt. Each with the most similar declared key.
    pub fn undeclared_config(
        &self,
        stack: &str,
    ) -> Result<Vec<(String, Option<String>)>, ProjectError> {
        let declared = self.declared_config()?;
        // Projects of Pulumi need not declare all of their keys.
        if declared.is_empty() || self.pulumi.is_some() {
            return Ok(Vec::new());
        }
        let known: Vec<String> = declared.keys().map(|it| self.shortest(it)).collect();
        let set = self.stack_file(stack)?.config.into_keys();
        let unknown = set.filter(|full| !declared.contains_key(full));
        let own = unknown.map(|full| (self.shortest(&full), full));
        let own = own.filter(|(key, full)| key != full);
        Ok(own
            .map(|(key, _)| {
                let similar = nearest(&key, known.iter().map(String::as_str));
                let similar = similar.map(str::to_owned);
                (key, similar)
            })
            .collect())
    }

    /// Members of `Pulumi.yaml` that its format does not have, each with the most similar one.
    pub fn unknown_members(&self) -> Vec<(&str, Option<&'static str>)> {
        let unknown = self.pulumi.iter().flat_map(|it| &it.unknown);
        unknown
            .map(|it| (it.as_str(), nearest(it, PulumiProject::known_members())))
            .collect()
    }

    /// Adds the position in the stack's file to the error, if the setting is found there: it may be
    /// in a file of Pulumi.
    fn at_setting(&self, stack: &str, spelled: &str, error: ProjectError) -> ProjectError {
        let path = self.folder.join(StackFile::name(stack));
        match (error, read_text(&path)) {
            (ProjectError::ConfigType { key, expected }, Ok(text)) => {
                let place = locate(&text, &["config", spelled], Part::Value);
                at(&path, place, Fault::ConfigType { key, expected })
            }
            (error, _) => error,
        }
    }

    /// Decrypts a value.
    pub fn open(
        &self,
        stack: &str,
        key: &str,
        setting: Setting,
        cipher: &dyn ConfigCipher,
    ) -> Result<ConfigValue, ProjectError> {
        match &setting.value {
            SettingValue::Open(value) => Ok(value.clone()),
            SettingValue::Sealed(sealed) => self.open_sealed(stack, &setting, sealed, cipher),
            SettingValue::Foreign(value) => {
                let value = self.opened_of_pulumi(stack, key, &setting.spelled, value, cipher)?;
                Ok(secret(value))
            }
        }
    }

    /// Decrypts a value of Lumi's own file.
    pub fn open_sealed(
        &self,
        stack: &str,
        setting: &Setting,
        sealed: &str,
        cipher: &(impl Sealer + ?Sized),
    ) -> Result<ConfigValue, ProjectError> {
        let opened = cipher.unseal(sealed).map(secret);
        opened.map_err(|source| {
            let path = self.folder.join(StackFile::name(stack));
            undecipherable(&path, &setting.spelled, source)
        })
    }

    pub(crate) fn opened_of_pulumi(
        &self,
        stack: &str,
        key: &str,
        spelled: &str,
        value: &Value,
        cipher: &dyn ConfigCipher,
    ) -> Result<String, ProjectError> {
        let path = self.pulumi_stack_file_path(stack);
        let file = self.pulumi_stack_file(stack)?.unwrap_or_default();
        let sealer = cipher.of_pulumi(&file.encryption);
        match sealer.map_err(|source| undecipherable(&path, spelled, source))? {
            Some(sealer) => pulumi_stack_file::opened(value, sealer)
                .map_err(|source| undecipherable(&path, spelled, source)),
            None => Err(ProjectError::Foreign {
                file: path,
                key: self.shortest(key),
                with: file.encryption.key(),
            }),
        }
    }

    /// The content of the stack's file; empty without the file. In a project of Pulumi, merged over
    /// the content of Pulumi's files.
    pub fn stack_file(&self, stack: &str) -> Result<StackFile, ProjectError> {
        check_stack_name(stack)?;
        let own = self.own_stack_file(stack)?;
        let Some(pulumi) = &self.pulumi else {
            return Ok(own);
        };
        let mut config = pulumi.config.clone();
        if let Some(file) = self.pulumi_stack_file(stack)? {
            config.extend(file.config);
        }
        config.extend(own.config.clone());
        Ok(StackFile { config, ..own })
    }

    /// The path of Pulumi's file of a stack, which need not exist.
    pub fn pulumi_stack_file_path(&self, stack: &str) -> PathBuf {
        let folder = self.pulumi.as_ref().map(|it| it.stack_folder.as_path());
        let folder = self.folder.join(folder.unwrap_or(Path::new("")));
        folder.join(pulumi_stack_file::name(stack))
    }

    /// The content of Pulumi's file of a stack; `None` if there is none.
    pub fn pulumi_stack_file(&self, stack: &str) -> Result<Option<PulumiStackFile>, ProjectError> {
        let path = self.pulumi_stack_file_path(stack);
        match self.pulumi.is_some() && path.exists() {
            true => pulumi_stack_file::read(&path, &self.name).map(Some),
            false => Ok(None),
        }
    }

    pub fn own_stack_file(&self, stack: &str) -> Result<StackFile, ProjectError> {
        let wanted = StackFile::name(stack);
        let path = self.folder.join(&wanted);
        if path.exists() {
            return StackFile::read(&path, &self.name);
        }
        let path = self.folder.join(format!("Lumi.{stack}.yml"));
        match path.exists() {
            true => Err(ProjectError::Misnamed { path, wanted }),
            false => Ok(StackFile::default()),
        }
    }
}

fn secret(value: String) -> ConfigValue {
    let secret = true;
    ConfigValue { value, secret }
}

/// The error at a value of a stack's file that cannot be decrypted.
fn undecipherable(path: &Path, spelled: &str, source: SealError) -> ProjectError {
    let text = read_text(path).unwrap_or_default();
    let place = locate(&text, &["config", spelled], Part::Value);
    let key = spelled.to_owned();
    at(path, place, Fault::Undecipherable { key, source })
}

/// Checks that a value has the declared type. The error does not contain the value, which may be
/// secret.
pub fn check_type(
    key: &str,
    value: &str,
    declaration: Option<&ConfigDeclaration>,
) -> Result<(), ProjectError> {
    match declaration.and_then(|it| it.value_type) {
        Some(expected) if !expected.accepts(value) => Err(ProjectError::ConfigType {
            key: key.to_owned(),
            expected,
        }),
        _ => Ok(()),
    }
}
