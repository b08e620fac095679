//! The source of a Pulumi plugin.

use std::fmt;
use std::str::FromStr;

use reqwest::Url;
use thiserror::Error;

use crate::shortened::shortened;

/// The name of a plugin, and the server that has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PluginAddress {
    name: String,
    server: PluginServer,
}

/// The servers that Pulumi knows as `pluginDownloadURL`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PluginServer {
    /// The releases of Pulumi itself.
    Pulumi,
    /// `github://HOST/OWNER[/REPOSITORY]`: releases by the API of GitHub.
    GitHub {
        host: String,
        owner: String,
        repository: Option<String>,
    },
    /// The URL of a folder with archives, without a slash at its end.
    Files(String),
}

/// Why a text is not an address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PluginAddressError {
    #[error(
        "`{0}` is not a plugin of Pulumi; one looks like `random`, `acme/dns` for the releases of `acme/pulumi-dns` \
         at GitHub, or `https://example.com/plugins/dns`"
    )]
    NotAnAddress(String),
    #[error("`{0}` in the address of a plugin may have lower-case letters, digits and dashes only")]
    BadName(String),
    #[error("plugins come from servers with `https://` or `github://`, not `{0}`")]
    BadServer(String),
}

impl PluginAddress {
    /// The host of GitHub's API.
    pub const GITHUB: &str = "api.github.com";

    /// The beginning of the names of plugins' files and folders.
    pub const PREFIX: &str = "pulumi-resource-";

    const GITHUB_SCHEME: &str = "github://";

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn server(&self) -> &PluginServer {
        &self.server
    }

    /// The name of the executable.
    pub fn executable(&self) -> String {
        format!("{}{}", Self::PREFIX, self.name)
    }

    /// A relative path that no other address has.
    pub(crate) fn folder(&self) -> String {
        let plain = |text: &str| {
            let is_plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | ':');
            let shown = |it: char| if is_plain(it) { it } else { '_' };
            text.chars().map(shown).collect::<String>()
        };
        let name = &self.name;
        match &self.server {
            PluginServer::Pulumi => format!("pulumi/{name}"),
            PluginServer::GitHub {
                host,
                owner,
                repository,
            } => {
                let repository = repository.as_deref().unwrap_or("_");
                format!("pulumi/github/{}/{owner}/{repository}/{name}", plain(host))
            }
            PluginServer::Files(url) => format!("pulumi/files/{}/{name}", plain(url)),
        }
    }
}

impl FromStr for PluginAddress {
    type Err = PluginAddressError;

    fn from_str(text: &str) -> Result<Self, PluginAddressError> {
        let wrong = || PluginAddressError::NotAnAddress(shortened(text));
        if let Some(rest) = text.strip_prefix(Self::GITHUB_SCHEME) {
            let parts: Vec<&str> = rest.split('/').collect();
            let (host, owner, repository, name) = match parts[..] {
                [host, owner, name] => (host, owner, None, name),
                [host, owner, repository, name] => (host, owner, Some(repository), name),
                _ => return Err(wrong()),
            };
            let is_host = Url::parse(&format!("https://{host}")).is_ok_and(|it| {
                it.path() == "/" && it.username().is_empty() && it.query().is_none()
            });
            if !is_host || host.is_empty() {
                return Err(wrong());
            }
            let server = PluginServer::GitHub {
                host: host.to_ascii_lowercase(),
                owner: part(owner)?,
                repository: repository.map(part).transpose()?,
            };
            return Self::of(server, name);
        }
        if text.contains("://") {
            let (base, name) = text.rsplit_once('/').ok_or_else(wrong)?;
            let url = Url::parse(base).map_err(|_| wrong())?;
            let is_plain = url.query().is_none() && url.username().is_empty();
            if !matches!(url.scheme(), "http" | "https") || !is_plain {
                return Err(PluginAddressError::BadServer(shortened(base)));
            }
            let base = url.as_str().trim_end_matches('/').to_owned();
            return Self::of(PluginServer::Files(base), name);
        }
        match text.split_once('/') {
            None => Self::of(PluginServer::Pulumi, text),
            Some((owner, name)) => {
                let server = PluginServer::GitHub {
                    host: Self::GITHUB.to_owned(),
                    owner: part(owner)?,
                    repository: None,
                };
                Self::of(server, name)
            }
        }
    }
}

impl PluginAddress {
    fn of(server: PluginServer, name: &str) -> Result<Self, PluginAddressError> {
        let is_part = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-';
        let is_name = !name.is_empty()
            && name.len() <= 64
            && name.bytes().all(is_part)
            && !name.starts_with('-')
            && !name.ends_with('-');
        match is_name {
            true => Ok(Self {
                name: name.to_owned(),
                server,
            }),
            false => Err(PluginAddressError::BadName(shortened(name))),
        }
    }
}

/// An owner or a repository, which is one part of a path.
fn part(text: &str) -> Result<String, PluginAddressError> {
    let is_part = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_' | b'.');
    let is_good = text.bytes().all(is_part)
        && text.len() <= 100
        && text.starts_with(|it: char| it.is_ascii_alphanumeric());
    match is_good {
        true => Ok(text.to_owned()),
        false => Err(PluginAddressError::BadName(shortened(text))),
    }
}

impl fmt::Display for PluginAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.server {
            PluginServer::Pulumi => f.write_str(name),
            PluginServer::GitHub {
                host,
                owner,
                repository: None,
            } if host == Self::GITHUB => write!(f, "{owner}/{name}"),
            PluginServer::GitHub {
                host,
                owner,
                repository,
            } => {
                write!(f, "{}{host}/{owner}/", Self::GITHUB_SCHEME)?;
                if let Some(repository) = repository {
                    write!(f, "{repository}/")?;
                }
                f.write_str(name)
            }
            PluginServer::Files(url) => write!(f, "{url}/{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_it_is_written() {
        for (text, folder) in [
            ("aws-native", "pulumi/aws-native"),
            ("acme/dns", "pulumi/github/api.github.com/acme/_/dns"),
            (
                "github://api.github.com/acme/repo.x/dns",
                "pulumi/github/api.github.com/acme/repo.x/dns",
            ),
            (
                "github://localhost:80/acme/dns",
                "pulumi/github/localhost:80/acme/_/dns",
            ),
            (
                "https://example.com/a/b/dns",
                "pulumi/files/https:__example.com_a_b/dns",
            ),
            (
                "http://localhost:8080/dns",
                "pulumi/files/http:__localhost:8080/dns",
            ),
        ] {
            let address: PluginAddress = text.parse().unwrap();
            assert_eq!(address.to_string(), text);
            assert_eq!(address.folder(), folder);
            assert_eq!(address.to_string().parse(), Ok(address));
        }
        let short: PluginAddress = "github://api.github.com/acme/dns".parse().unwrap();
        assert_eq!(short.to_string(), "acme/dns");
    }

    #[test]
    fn an_address_does_not_lead_out_of_its_folder() {
        for text in [
            "",
            "Random",
            "../x",
            "a/..",
            "../a/x",
            "a/b/c",
            "github://h/a",
            "github:///a/b",
            "github://h/a/../b",
            "github://h?x/a/b",
            "file:///etc/dns",
            "ftp://x/dns",
            "https://user@x/dns",
            "https://x/a?b=/dns",
            "https://x/",
            "a\0",
        ] {
            assert!(text.parse::<PluginAddress>().is_err(), "{text:?}");
        }
    }
}
