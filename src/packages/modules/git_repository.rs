//! A repository of git with modules.

use std::fmt;

use reqwest::Url;

use super::source_error::ModuleSourceError;
use super::url_query::{Query, appended, bad_url};
use crate::fetch::{ShownUrl, is_secure};
use crate::shortened::shortened;

/// A repository, and the commit in it that is meant. Nothing in it can be an option of git or ssh.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GitRepository {
    url: Url,
    /// A branch, a tag or a commit; `None` for the branch that the repository has as its own.
    reference: Option<String>,
}

/// The most commits that a source may ask for.
const DEEPEST: u32 = 1_000_000;

impl GitRepository {
    pub(super) fn parse(text: &str) -> Result<Self, ModuleSourceError> {
        let mut url = Url::parse(text).map_err(|error| bad_url(text, error))?;
        let mut query = Query::of(&url);
        if query.take("sshkey").is_some() {
            return Err(ModuleSourceError::Unsupported {
                service: "sources with a key of ssh",
                advice: "ssh finds keys by its own settings and its agent",
            });
        }
        for name in ["archive", "checksum"] {
            if query.take(name).is_some() {
                let kind = "a repository of git";
                return Err(ModuleSourceError::Meaningless { name, kind });
            }
        }
        let reference = query.take("ref").filter(|it| !it.is_empty());
        if let Some(depth) = query.take("depth") {
            // Files of one commit are fetched, however many come before it.
            let is_depth = depth.parse().is_ok_and(|it| (1..=DEEPEST).contains(&it));
            if !is_depth {
                return Err(ModuleSourceError::BadParameter {
                    name: "depth",
                    expected: "a number of commits",
                    value: shortened(&depth),
                });
            }
        }
        query.set(&mut url);
        url.set_fragment(None);
        check_url(&url)?;
        if let Some(reference) = reference.as_ref().filter(|it| !is_reference(it)) {
            return Err(ModuleSourceError::BadReference(shortened(reference)));
        }
        Ok(Self { url, reference })
    }

    pub fn url(&self) -> &Url {
        &self.url
    }

    pub fn reference(&self) -> Option<&str> {
        self.reference.as_deref()
    }

    /// The protocols that git may use for it: settings of the user may have ssh in place of https.
    pub(super) fn protocols(&self) -> &'static str {
        match self.url.scheme() {
            "file" => "file",
            "git" => "git",
            "http" => "http:https:ssh",
            _ => "https:ssh",
        }
    }

    pub(super) fn shown(&self) -> String {
        format!("git::{}", ShownUrl(&self.url))
    }
}

impl fmt::Display for GitRepository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reference = self.reference.iter().map(|it| ("ref", it.as_str()));
        write!(f, "git::{}", appended(&self.url, reference))
    }
}

fn check_url(url: &Url) -> Result<(), ModuleSourceError> {
    let shown = || ShownUrl(url).to_string();
    match url.scheme() {
        "https" | "ssh" => {}
        "file" if url.host_str().is_none_or(str::is_empty) => {}
        "http" if is_secure(url) => {}
        // The server of git itself; it has no encryption, as http has none.
        "git" if is_local(url) => {}
        "http" | "git" => return Err(ModuleSourceError::Insecure(shown())),
        _ => return Err(ModuleSourceError::Unknown(shown())),
    }
    if url.password().is_some() {
        return Err(ModuleSourceError::Password);
    }
    // Both are arguments of ssh, and git decodes them before.
    for part in [url.host_str().unwrap_or_default(), url.username()] {
        if part.starts_with('-') || part.contains('%') {
            return Err(ModuleSourceError::Option(shortened(part)));
        }
    }
    let needs_host = url.scheme() != "file";
    match needs_host && url.host_str().is_none_or(str::is_empty) {
        true => Err(ModuleSourceError::Unknown(shown())),
        false => Ok(()),
    }
}

fn is_local(url: &Url) -> bool {
    matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"))
}

/// Whether a text can only be a name in a repository: no option, no pair of names, no expression.
fn is_reference(text: &str) -> bool {
    const SPECIAL: [char; 8] = ['~', '^', ':', '?', '*', '[', '\\', ' '];
    !text.starts_with(['-', '+', '/', '.'])
        && !text.ends_with(['/', '.'])
        && !text.contains("..")
        && !text.contains("@{")
        && !text.contains(SPECIAL)
        && !text.contains(char::is_control)
        && text != "@"
        && text.len() <= 250
}
