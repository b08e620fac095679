//! Questions to the user, files that they name, and names that their shell completes.
//!
//! | module | |
//! |---|---|
//! | `completion` | names for the shell, which completes a command line |
//! | `passphrase` | the passphrase or key file: from the environment, or typed at a terminal |
//! | `consent` | the question before a change, and the error without a terminal and without `-y` |
//! | `prompt`, `typed_line` | questions for a line of text or a passphrase |
//! | `source_files`, `source_file` | files that messages quote |
//! | `package_consent` | the question about packages that are new to a project |
//! | `stack_consent` | the question before a state is used that may have come with a repository |

pub mod completion;
pub mod consent;
pub mod package_consent;
pub mod passphrase;
pub mod prompt;
pub mod source_file;
pub mod source_files;
pub mod stack_consent;
pub mod typed_line;

pub use lumi_project::files::read_limit;
