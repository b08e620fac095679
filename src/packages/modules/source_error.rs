//! Sources of modules that cannot be used.

use thiserror::Error;

/// Why a text is not the source of a module, or of one that Lumi does not install.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModuleSourceError {
    #[error(
        "`{0}` is not the source of a module: a folder begins with `./` or `../`, a module of a registry is \
         `NAMESPACE/NAME/SYSTEM`, a repository `git::https://…`, an archive `https://….zip` or `https://….tar.gz`"
    )]
    Unknown(String),
    #[error("the folder `{0}` leads out of the package of the module")]
    LeadsOut(String),
    #[error("{service} are not supported: {advice}")]
    Unsupported {
        service: &'static str,
        advice: &'static str,
    },
    #[error("`{0}` is an absolute path: write one that begins with `./` or `../`")]
    AbsolutePath(String),
    #[error("`{text}` is not a URL: {reason}")]
    BadUrl { text: String, reason: String },
    #[error("{0} is not encrypted; only servers of this machine may be asked without encryption")]
    Insecure(String),
    #[error(
        "a password has no place in the source of a module: git asks a credential helper, and `TF_TOKEN_…` holds the \
         tokens of registries and servers of archives"
    )]
    Password,
    #[error("`{0}` in the URL of a repository could be an option of a program")]
    Option(String),
    #[error("`{0}` is not the name of a branch, a tag or a commit")]
    BadReference(String),
    #[error("`{name}` in the source of a module must be {expected}, but is `{value}`")]
    BadParameter {
        name: &'static str,
        expected: &'static str,
        value: String,
    },
    #[error("`{name}` has no meaning for {kind}")]
    Meaningless {
        name: &'static str,
        kind: &'static str,
    },
    #[error("the source has a control character")]
    ControlCharacter,
    #[error("the source is longer than {0} bytes")]
    Long(usize),
    /// A place of a server that is on this machine.
    #[error("a server names {0} as the place of a module, which a server elsewhere cannot know")]
    NotForServers(String),
}
