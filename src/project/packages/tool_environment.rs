//! The places of packages, as environment variables and files of the user say.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lumi_graph::LUMI_FOLDER;
use lumi_graph::environment_variables::PACKAGE_MIRROR;
use lumi_packages::fetch::{Fetcher, Tokens};
use lumi_packages::install::{Installer, PackageStore};
use lumi_packages::mirror::{FolderMirror, NetworkMirror};
use lumi_packages::origin::{Origin, OriginPlace, Origins, ToolConfig, ToolConfigError};
use lumi_packages::plugin::{PluginFolder, PluginPlace, PluginPlaces};
use lumi_packages::{PackageSource, Platform, PluginAddress, ProviderAddress};

use crate::files::read_limit;
use crate::process_environment::{environment, home_folder, variable};
use crate::reports::{FailureKind, ProjectFailure, Report, Reporter};

use super::plugin_folders;

/// The variable of OpenTofu and Terraform that names their configuration file.
const CONFIG_FILE: &str = "TF_CLI_CONFIG_FILE";

/// The variable of Pulumi's tools with a token for releases at GitHub.
const GITHUB_TOKEN: &str = "GITHUB_TOKEN";

/// The file that `tofu login` and `terraform login` write.
const CREDENTIALS: &str = "credentials.tfrc.json";

/// The tools that find and install packages on this machine.
pub struct PackageTools {
    pub installer: Arc<Installer>,
    pub origins: Origins,
    pub plugins: PluginPlaces,
    /// `dev_overrides`: folders with the executables of providers that are being developed.
    pub overrides: BTreeMap<ProviderAddress, PathBuf>,
    pub platform: Platform,
    /// The folder that relative paths start at.
    pub current: PathBuf,
}

impl PackageTools {
    /// Reads what the user has set. `current` is the folder that relative paths start at.
    pub fn open(current: &Path, reporter: impl Reporter) -> Result<Self, ProjectFailure> {
        if let Some(file) = config_file().filter(|it| !it.exists()) {
            let message = format!(
                "{CONFIG_FILE} names {}, which does not exist",
                file.display()
            );
            reporter.report(&Report::warning(message));
        }
        let config = tool_config()?;
        let mut tokens = config.tokens();
        add_variables(&mut tokens);
        let mirror = mirror(current)?;
        let plugins = PluginPlaces {
            mirror: mirror.as_ref().map(plugins_of),
            installed: plugin_folders::pulumi_store().map(PluginFolder::new),
        };
        let origins = match mirror {
            Some(place) => Origins {
                places: vec![Origin::of(place)],
            },
            None => config
                .origins
                .unwrap_or_else(|| Origins::default_origins(implied_folders())),
        };
        let fetcher = client(tokens)?;
        let installer = Installer::new(fetcher, origins.clone(), plugins.clone(), store()?);
        Ok(Self {
            installer: Arc::new(installer),
            origins,
            plugins,
            overrides: config.overrides,
            platform: Platform::current(),
            current: current.to_owned(),
        })
    }
}

impl PackageTools {
    /// Whether the user has another program instead of what a source has.
    pub fn overrides(&self, source: &PackageSource) -> bool {
        match source {
            PackageSource::Terraform(address) => self.overrides.contains_key(address),
            PackageSource::Pulumi(_) => false,
        }
    }
}

/// The packages that are installed for this user.
pub fn store() -> Result<PackageStore, ProjectFailure> {
    Ok(PackageStore::new(packages_folder()?))
}

/// The folder of all packages of this user.
pub fn packages_folder() -> Result<PathBuf, ProjectFailure> {
    Ok(home()?.join(LUMI_FOLDER).join("packages"))
}

/// `dev_overrides` alone, which a run needs.
pub fn overrides() -> Result<BTreeMap<ProviderAddress, PathBuf>, ProjectFailure> {
    Ok(tool_config()?.overrides)
}

/// The home folder of this user.
pub fn home() -> Result<PathBuf, ProjectFailure> {
    home_folder().ok_or_else(|| unusable("there is no home folder to keep packages in"))
}

/// A client for servers of this user, with the tokens that variables and files have.
pub fn fetcher() -> Result<Fetcher, ProjectFailure> {
    let mut tokens = tool_config()?.tokens();
    add_variables(&mut tokens);
    client(tokens)
}

fn client(tokens: Tokens) -> Result<Fetcher, ProjectFailure> {
    Fetcher::new(tokens).map_err(|error| {
        unusable(format!("packages cannot be fetched: {error}"))
            .help("SSL_CERT_FILE and SSL_CERT_DIR name the certificates that are trusted")
    })
}

/// The mirror of [`PACKAGE_MIRROR`], if it is set.
fn mirror(current: &Path) -> Result<Option<OriginPlace>, ProjectFailure> {
    let Some(text) = variable(PACKAGE_MIRROR) else {
        return Ok(None);
    };
    if text.starts_with("https://") || text.starts_with("http://") {
        let mirror = NetworkMirror::parse(&text);
        let mirror = mirror.map_err(|error| unusable(format!("{PACKAGE_MIRROR}: {error}")))?;
        return Ok(Some(OriginPlace::Network(mirror)));
    }
    let folder = current.join(&text);
    match folder.is_dir() {
        true => Ok(Some(OriginPlace::Folder(FolderMirror::new(folder)))),
        false => Err(unusable(format!(
            "{PACKAGE_MIRROR}: {} is not a folder",
            folder.display()
        ))
        .help("it is a folder with providers, or the https:// address of a network mirror")),
    }
}

fn plugins_of(mirror: &OriginPlace) -> PluginPlace {
    match mirror {
        OriginPlace::Folder(mirror) => {
            PluginPlace::Folder(PluginFolder::new(mirror.folder().to_owned()))
        }
        OriginPlace::Network(mirror) => PluginPlace::Files(mirror.url().to_string()),
        OriginPlace::Registry => unreachable!("BUG: a mirror is a folder or a server"),
    }
}

/// The configuration of OpenTofu or Terraform for their command line; empty if there is none.
fn tool_config() -> Result<ToolConfig, ProjectFailure> {
    let mut config = match config_file().filter(|it| it.exists()) {
        None => ToolConfig::default(),
        Some(file) => {
            let text = read(&file)?;
            ToolConfig::parse(&text).map_err(|error| invalid(&file, &error))?
        }
    };
    for folder in user_folders() {
        let file = folder.join(CREDENTIALS);
        if file.exists() {
            let text = read(&file)?;
            let added = config.add_credentials(&text);
            added.map_err(|error| invalid(&file, &error))?;
        }
    }
    Ok(config)
}

fn config_file() -> Option<PathBuf> {
    if let Some(file) = variable(CONFIG_FILE) {
        return Some(file.into());
    }
    let home = home_folder()?;
    let files = [
        home.join(".tofurc"),
        home.join(".terraformrc"),
        settings_folder(&home).join("opentofu/tofurc"),
    ];
    files.into_iter().find(|it| it.exists())
}

/// The folders in which both tools keep files of the user.
fn user_folders() -> Vec<PathBuf> {
    let Some(home) = home_folder() else {
        return Vec::new();
    };
    vec![
        home.join(".terraform.d"),
        settings_folder(&home).join("opentofu"),
    ]
}

/// The folders in which both tools look for providers. That of a project (`terraform.d/plugins`) is not among
/// them: a clone brings it.
fn implied_folders() -> Vec<PathBuf> {
    let mut data: Vec<PathBuf> = Vec::new();
    if let Some(home) = home_folder() {
        data.push(
            variable("XDG_DATA_HOME").map_or_else(|| home.join(".local/share"), PathBuf::from),
        );
    }
    let shared =
        variable("XDG_DATA_DIRS").unwrap_or_else(|| "/usr/local/share:/usr/share".to_owned());
    data.extend(std::env::split_paths(&shared));
    let data = data.into_iter().filter(|it| it.is_absolute());
    let data = data.flat_map(|it| [it.join("opentofu/plugins"), it.join("terraform/plugins")]);
    let own = user_folders().into_iter().map(|it| it.join("plugins"));
    own.chain(data).collect()
}

fn settings_folder(home: &Path) -> PathBuf {
    let chosen = variable("XDG_CONFIG_HOME").map(PathBuf::from);
    let chosen = chosen.filter(|it| it.is_absolute());
    chosen.unwrap_or_else(|| home.join(".config"))
}

fn add_variables(tokens: &mut Tokens) {
    tokens.add_variables(environment());
    if let Some(token) = variable(GITHUB_TOKEN) {
        tokens.add(PluginAddress::GITHUB, &token);
    }
}

fn read(file: &Path) -> Result<String, ProjectFailure> {
    let text = read_limit::source(file);
    text.map_err(|error| unusable(format!("cannot read {}: {error}", file.display())))
}

fn invalid(file: &Path, error: &ToolConfigError) -> ProjectFailure {
    unusable(format!("{} cannot be used: {error}", file.display()))
}

fn unusable(message: impl Into<String>) -> ProjectFailure {
    ProjectFailure::new(FailureKind::Usage, Report::error(message))
}
