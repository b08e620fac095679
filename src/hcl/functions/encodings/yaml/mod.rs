//! YAML as OpenTofu has it: the grammar of libyaml, and scalars of version 1.1 and 1.2.
//!
//! | module | |
//! |---|---|
//! | `characters` | characters with their places |
//! | `decode` | tokens to values |
//! | `encode` | values to documents |
//! | `names` | anchors, tags and directives |
//! | `scalar` | which texts are numbers, booleans, null and timestamps |
//! | `scalars` | plain, quoted and block scalars |
//! | `scanner` | text to tokens |
//! | `token` | tokens |
//! | `tests` | |

mod characters;
mod decode;
mod encode;
mod names;
mod scalar;
mod scalars;
mod scanner;
#[cfg(test)]
mod tests;
mod token;

use thiserror::Error;

pub use self::decode::decode;
pub use self::encode::encode;

/// A document that is refused, or a value that cannot be one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum YamlError {
    #[error("the text is not YAML: {0}")]
    Syntax(String),
    #[error("the YAML text has no document")]
    NoDocument,
    #[error("the YAML text has more than one document")]
    SeveralDocuments,
    #[error("the YAML text has the tag `{0}`, which has no meaning here")]
    Tag(String),
    #[error("the YAML text has `{text}`, which is not of the type `{kind}`")]
    Scalar { text: String, kind: String },
    #[error("the YAML text has a number that is not a number (`.nan`)")]
    NotANumber,
    #[error("the YAML text has a key that is neither a string nor can be converted to one")]
    Key,
    #[error("the YAML text merges {0} into a mapping, which only mappings can be")]
    Merge(String),
    #[error("the YAML text refers to `{0}` within `{0}`")]
    Cycle(String),
    #[error("the YAML text refers to `{0}`, which is not defined before")]
    NoAnchor(String),
    #[error("the YAML text is nested too deeply")]
    TooDeep,
    #[error("the YAML text has too many values")]
    TooLarge,
    #[error("a value that is not known cannot be written as YAML")]
    Unknown,
}
