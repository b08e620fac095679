//! The sources of modules, as the language writes them. Nothing here asks a server or looks at a file.

use std::fmt;

use reqwest::Url;

use super::archive_package::ArchivePackage;
use super::git_repository::GitRepository;
use super::registry_module::RegistryModule;
use super::shown_source::without_credentials;
use super::source_error::ModuleSourceError;
use super::subfolder::Subfolder;
use super::url_query::bad_url;
use crate::shortened::shortened;

/// A package of modules, and the folder of the module in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleSource {
    pub package: ModulePackage,
    pub folder: Subfolder,
}

/// The address of a package of modules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModulePackage {
    Registry(RegistryModule),
    Remote(RemotePackage),
}

/// A package without versions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RemotePackage {
    Git(GitRepository),
    Archive(ArchivePackage),
}

/// Longer sources are refused. Bytes.
const LONGEST: usize = 8 << 10;

impl ModuleSource {
    /// Reads the source of a package. Sources that begin with `./` or `../` are folders of the caller, and not for this.
    pub fn parse(text: &str) -> Result<Self, ModuleSourceError> {
        check_text(text)?;
        let (package, folder) = split(text);
        if let Some(module) = RegistryModule::parse(&package)
            && let Ok(folder) = Subfolder::parse(folder)
        {
            let package = ModulePackage::Registry(module);
            return Ok(Self { package, folder });
        }
        let (package, folder) = remote(&package, folder)?;
        Ok(Self {
            package: ModulePackage::Remote(package),
            folder,
        })
    }

    /// Reads the place of a module that a server has named in a document.
    pub(super) fn parse_place(
        text: &str,
        document: &Url,
    ) -> Result<(RemotePackage, Subfolder), ModuleSourceError> {
        check_text(text)?;
        let is_relative = ["/", "./", "../"].iter().any(|it| text.starts_with(it));
        let (package, folder) = split(text);
        let package = match is_relative {
            true => document.join(&package).map(String::from),
            false => Ok(package),
        };
        let package = package.map_err(|error| bad_url(text, error))?;
        let (package, folder) = remote(&package, folder)?;
        let url = match &package {
            RemotePackage::Git(it) => it.url(),
            RemotePackage::Archive(it) => &it.url,
        };
        // A server elsewhere knows neither the files nor the servers of this machine.
        let is_reachable = match url.scheme() {
            "https" | "ssh" => true,
            scheme => scheme != "file" && document.scheme() == "http",
        };
        match is_reachable {
            true => Ok((package, folder)),
            false => Err(ModuleSourceError::NotForServers(package.shown())),
        }
    }
}

impl ModulePackage {
    /// The address without what may be a permission to read it.
    pub fn shown(&self) -> String {
        match self {
            Self::Registry(module) => module.to_string(),
            Self::Remote(package) => package.shown(),
        }
    }
}

impl RemotePackage {
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Git(repository) => repository.shown(),
            Self::Archive(archive) => archive.shown(),
        }
    }
}

/// The text that is read as the same package.
impl fmt::Display for ModulePackage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Registry(module) => module.fmt(f),
            Self::Remote(RemotePackage::Git(repository)) => repository.fmt(f),
            Self::Remote(RemotePackage::Archive(archive)) => archive.fmt(f),
        }
    }
}

fn check_text(text: &str) -> Result<(), ModuleSourceError> {
    if text.len() > LONGEST {
        return Err(ModuleSourceError::Long(LONGEST));
    }
    match text.contains(char::is_control) {
        true => Err(ModuleSourceError::ControlCharacter),
        false => Ok(()),
    }
}

/// The package, with its parameters, and the folder behind `//`.
fn split(text: &str) -> (String, &str) {
    let (place, query) = match text.find('?') {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let offset = place.find("://").map_or(0, |it| it + 3);
    match place[offset..].find("//") {
        None => (text.to_owned(), ""),
        Some(at) => {
            let at = offset + at;
            (format!("{}{query}", &place[..at]), &place[at + 2..])
        }
    }
}

/// The package of a text without a folder, and the folder in it: that of a short form comes before the one that is
/// written behind `//`.
fn remote(text: &str, folder: &str) -> Result<(RemotePackage, Subfolder), ModuleSourceError> {
    let inner = Subfolder::parse(folder)?;
    let (forced, address) = match text.split_once("::") {
        Some((kind, rest)) if is_word(kind) => (Some(kind), rest),
        _ => (None, text),
    };
    let unknown = || ModuleSourceError::Unknown(shortened(&without_credentials(text)));
    let (kind, address, outer) = match scheme(address) {
        Some(scheme) => {
            let kind = forced.map_or(scheme, str::to_owned);
            (kind, address.to_owned(), Subfolder::default())
        }
        None => {
            let (kind, address, outer) = short_form(address)?.ok_or_else(unknown)?;
            let kind = forced.unwrap_or(kind).to_owned();
            (kind, address, outer)
        }
    };
    let package = match kind.as_str() {
        "git" => RemotePackage::Git(GitRepository::parse(&address)?),
        "http" | "https" => RemotePackage::Archive(ArchivePackage::parse(&address)?),
        kind => return Err(unsupported(kind).unwrap_or_else(unknown)),
    };
    Ok((package, outer.join(&inner)))
}

fn unsupported(kind: &str) -> Option<ModuleSourceError> {
    let (service, advice) = match kind {
        "s3" => (
            "modules in Amazon S3",
            "give the archive an `https://` address, or put the module into a repository or a folder",
        ),
        "gcs" => (
            "modules in Google Cloud Storage",
            "give the archive an `https://` address, or put the module into a repository or a folder",
        ),
        "hg" => (
            "modules in Mercurial",
            "put the module into a repository of git, or a folder",
        ),
        "oci" => (
            "modules in OCI registries",
            "put the module into a registry of modules, a repository or a folder",
        ),
        "file" => (
            "sources that begin with `file:`",
            "a folder begins with `./` or `../`, and a repository on this machine with `git::file:///`",
        ),
        "ssh" => (
            "sources that begin with `ssh://`",
            "a repository is `git::ssh://git@HOST/PATH`",
        ),
        _ => return None,
    };
    Some(ModuleSourceError::Unsupported { service, advice })
}

/// The kind, the address and the folder that a short form stands for; `None` for other texts.
fn short_form(text: &str) -> Result<Option<(&'static str, String, Subfolder)>, ModuleSourceError> {
    let (place, query) = match text.find('?') {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    for host in ["github.com", "bitbucket.org"] {
        let rest = place.strip_prefix(host);
        let Some(rest) = rest.and_then(|it| it.strip_prefix('/')) else {
            continue;
        };
        return of_host(host, rest, query).map(|it| Some(("git", it.0, it.1)));
    }
    if let Some((host, path)) = secure_shell(place) {
        let address = format!("ssh://git@{host}/{path}{query}");
        return Ok(Some(("git", address, Subfolder::default())));
    }
    let address = || (format!("https://{text}"), Subfolder::default());
    if place.starts_with("www.googleapis.com/") {
        let (address, folder) = address();
        return Ok(Some(("gcs", address, folder)));
    }
    if place.contains(".amazonaws.com/") {
        let (address, folder) = address();
        return Ok(Some(("s3", address, folder)));
    }
    match place.starts_with('/') {
        true => Err(ModuleSourceError::AbsolutePath(shortened(place))),
        false => Ok(None),
    }
}

/// `OWNER/NAME/FOLDER` at a host of repositories.
fn of_host(host: &str, rest: &str, query: &str) -> Result<(String, Subfolder), ModuleSourceError> {
    let mut parts = rest.splitn(3, '/');
    let (Some(owner), Some(name)) = (parts.next(), parts.next()) else {
        return Err(ModuleSourceError::Unknown(shortened(&format!(
            "{host}/{rest}"
        ))));
    };
    let folder = Subfolder::parse(parts.next().unwrap_or_default())?;
    let ending = if name.ends_with(".git") { "" } else { ".git" };
    Ok((
        format!("https://{host}/{owner}/{name}{ending}{query}"),
        folder,
    ))
}

/// The host and the path of `git@HOST:PATH`.
fn secure_shell(text: &str) -> Option<(&str, &str)> {
    let (host, path) = text.strip_prefix("git@")?.split_once(':')?;
    let path = path.strip_prefix('/').unwrap_or(path);
    (!host.is_empty() && !host.contains('/') && !path.is_empty()).then_some((host, path))
}

/// The scheme of a URL, in lower case.
fn scheme(text: &str) -> Option<String> {
    let (scheme, _) = text.split_once(':')?;
    let is_scheme = scheme.starts_with(|it: char| it.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || matches!(it, b'+' | b'-' | b'.'));
    is_scheme.then(|| scheme.to_ascii_lowercase())
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_alphanumeric())
}

#[cfg(test)]
#[path = "module_source_tests.rs"]
mod tests;
