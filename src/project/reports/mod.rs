//! Reports about projects and programs, as data: a [`Report`] is a message with its place and advice. Nothing
//! here knows how it is shown.
//!
//! | module | |
//! |---|---|
//! | `commonjs_advice` | advice for a module that uses what only CommonJS has |
//! | `import_advice` | advice for an import that a module of the SDK does not have |
//! | `problem` | describes errors of programs in sentences |
//! | `project_failure` | why something of a project cannot be done |
//! | `pulumi_advice` | advice for an error of a program that is written as for Pulumi's SDK |
//! | `report` | an error, warning or note |
//! | `reporter` | receives what is found beside a result |
//! | `secret_like` | the warning about a value of the configuration that looks like a secret |
//! | `undeclared_key` | the warning about a key of the configuration that `Lumi.yaml` does not declare |
//! | `unknown_member` | the warning about a member that the format of `Pulumi.yaml` does not have |
//! | `wording` | resources and counts in sentences |

mod commonjs_advice;
pub mod import_advice;
pub mod problem;
mod project_failure;
mod pulumi_advice;
mod report;
mod reporter;
mod secret_like;
mod undeclared_key;
mod unknown_member;
pub mod wording;

pub use project_failure::{FailureKind, ProjectFailure, source_report};
pub use report::{Report, Severity, SourceExcerpt, escaped, escaped_char};
pub use reporter::Reporter;
pub use secret_like::secret_like;
pub use undeclared_key::undeclared_key;
pub use unknown_member::unknown_member;
