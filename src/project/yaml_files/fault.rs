//! Errors in settings files.

use thiserror::Error;

use lumi_graph::{EscapedText, SealError};
use lumi_packages::{RangeError, SourceError};
use lumi_provider::VersionError;
use lumi_pulumi::VersionRangeError;

use crate::config::config_key::ConfigKeyError;
use crate::config::config_type::ConfigType;
use crate::name::NameError;

/// An error at one place of a file. Never contains a value of the file, which may be a secret; keys
/// are shown.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("{0}; correct the syntax here")]
    Syntax(String),
    #[error("the file is not UTF-8 text; save it as UTF-8")]
    NotUtf8,
    #[error("the file has more than one YAML document; keep one, without `---` between")]
    Documents,
    #[error("values are nested too deeply; use fewer levels")]
    TooDeep,
    #[error("the file is too large for settings, with its aliases expanded; make it smaller")]
    TooBig,
    #[error("the key `{}` occurs twice; remove one", EscapedText::short(.0))]
    Duplicate(String),
    #[error("this key is not text; write it in quotes")]
    KeyNotText,
    #[error("YAML tags such as `!Ref` are not supported; write a plain value")]
    Tag,
    #[error("JSON cannot represent this number; write it in quotes")]
    Number,
    #[error(
        "this project is for lumi `{}`, and this is version {}; `lumi upgrade` says how to get another", EscapedText::short(.0),
        env!("CARGO_PKG_VERSION")
    )]
    OtherLumi(String),
    #[error(
        "unknown key `{}`; {}",
        EscapedText::short(.key), Advice(*.nearest, .known)
    )]
    UnknownKey {
        key: String,
        nearest: Option<&'static str>,
        known: &'static [&'static str],
    },
    #[error("`{}` must be {expected}, but it is {found}", EscapedText::short(.key))]
    Type {
        key: String,
        expected: &'static str,
        found: &'static str,
    },
    #[error("`permissions.net` has `{}`, which permits nothing: {problem}", EscapedText::short(.value))]
    HostValue { value: String, problem: String },
    #[error("`{}` must be {expected}{}", EscapedText::short(.key), Guess(*.nearest))]
    Choice {
        key: String,
        expected: &'static str,
        nearest: Option<&'static str>,
    },
    #[error("`{}` must be {expected}", EscapedText::short(.key))]
    ConfigType { key: String, expected: ConfigType },
    #[error("the file must hold {expected}, but it holds {found}")]
    Document {
        expected: &'static str,
        found: &'static str,
    },
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    ConfigKey(#[from] ConfigKeyError),
    #[error(
        "a package cannot be called `{}`; use lower-case letters, digits and dashes", EscapedText::short(.0)
    )]
    PackageName(String),
    #[error("`{0}` is the name of a package that comes with lumi; choose another name")]
    ReservedPackage(String),
    #[error("`{0}` is also in `plugins`; remove one of the two")]
    PackageAndPlugin(String),
    #[error(
        "`packages.{0}` has no `source`; it is where the package comes from, such as `hashicorp/random`"
    )]
    PackageWithoutSource(String),
    #[error("`packages.{0}` is a path, which has no versions; remove `version`")]
    PathWithVersion(String),
    #[error("`packages.{0}` is a library, of which a project has one version; remove `also`")]
    LibraryWithFurtherVersions(String),
    #[error(
        "`packages.{0}` has `parameters`, of which a plugin of Pulumi alone makes a package, in one version"
    )]
    PackageWithoutParameters(String),
    #[error("`packages.{0}.parameters` must be a list of at least one text; write each in quotes")]
    ParameterList(String),
    #[error(transparent)]
    PackageSource(#[from] SourceError),
    #[error(transparent)]
    PackageRange(#[from] RangeError),
    #[error(transparent)]
    PluginVersion(#[from] VersionError),
    #[error(
        "`{}` has no value; give it one, write `\"\"` for an empty text, or remove the key",
        EscapedText::short(.0)
    )]
    NoValue(String),
    #[error(
        "`{}` has `secret` beside other keys; make the whole value secret with \
         `{}: {{ secret: … }}`, or rename that key",
        EscapedText::short(.0), EscapedText::short(.0)
    )]
    MixedSecret(String),
    #[error(
        "`{}` is encrypted, but not by lumi; set it again with `lumi config set {} --secret`",
        EscapedText::short(.0), EscapedText::short(.0)
    )]
    Encrypted(String),
    #[error("the value of `{}` cannot be decrypted: {source}", EscapedText::short(.key))]
    Undecipherable { key: String, source: SealError },
    #[error(
        "Pulumi ESC environments are not supported; set what the program needs \
         with `lumi config set` and remove `environment`"
    )]
    Environments,
    #[error(
        "lumi runs no `{0}` of Pulumi, so these would have no effect; remove them if the project does \
         not need them"
    )]
    PulumiPlugins(String),
    #[error("{0}; change `requiredPulumiVersion` if it need not be so")]
    PulumiVersion(VersionRangeError),
    #[error(
        "the folder of the stacks' configuration is in `config` and in `stackConfigDir`; remove \
         the first"
    )]
    StackConfigFolders,
}

/// The nearest of some words, if one is near.
struct Guess(Option<&'static str>);

impl std::fmt::Display for Guess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

/// The nearest known key, and all known keys.
struct Advice<'a>(Option<&'a str>, &'a [&'a str]);

impl std::fmt::Display for Advice<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.0, self.1) {
            (Some(nearest), _) => write!(f, "did you mean `{nearest}`?"),
            (None, [only]) => write!(f, "the only key here is `{only}`"),
            (None, known) => write!(f, "the keys are `{}`", known.join("`, `")),
        }
    }
}
