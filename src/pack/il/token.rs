//! Names of members of modules.

use std::fmt;

use lumi_closure::node_members::node_submodule;
use serde::{Deserialize, Serialize};

/// The package of a module's own program.
pub const OWN_PACKAGE: &str = ".";

/// A member of a module as `package:module:name`; the name `*` is the module itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Token(String);

impl Token {
    pub fn new(package: &str, module: &str, name: &str) -> Self {
        Self(format!("{package}:{module}:{name}"))
    }

    /// A token as it is written; see [`is_whole`](Self::is_whole).
    pub fn of(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The name `name` of the same module.
    pub fn sibling(&self, name: &str) -> Self {
        Self::new(self.package(), self.module(), name)
    }

    /// Whether the token has its three parts.
    pub fn is_whole(&self) -> bool {
        let mut parts = self.0.splitn(3, ':');
        let is_text = |it: Option<&str>| it.is_some_and(|it| !it.is_empty());
        is_text(parts.next()) && is_text(parts.next()) && is_text(parts.next())
    }

    pub fn package(&self) -> &str {
        self.0.split(':').next().unwrap_or_default()
    }

    pub fn module(&self) -> &str {
        self.0.split(':').nth(1).unwrap_or_default()
    }

    pub fn name(&self) -> &str {
        self.0.splitn(3, ':').nth(2).unwrap_or_default()
    }

    pub fn is_own(&self) -> bool {
        self.package() == OWN_PACKAGE
    }

    pub fn is_namespace(&self) -> bool {
        self.name() == "*"
    }

    /// The module of Node that the token is as an object: an import of all of it, its default export, or `posix` of `path`.
    pub fn node_module(&self) -> Option<&str> {
        if self.package() != "node" {
            return None;
        }
        match self.is_namespace() || self.name() == "default" {
            true => Some(self.module()),
            false => node_submodule(self.module(), self.name()),
        }
    }

    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
