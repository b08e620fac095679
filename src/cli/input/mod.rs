//! Questions to the user, and files that they name.
//!
//! | module | |
//! |---|---|
//! | `passphrase` | the passphrase or key file: from the environment, or typed at a terminal |
//! | `acceptance` | the record of a consent that the user has given |
//! | `consent` | the question before a change, and the error without a terminal and without `-y` |
//! | `prompt`, `typed_line` | questions for a line of text or a passphrase |
//! | `source_files`, `source_file` | files that messages quote |
//! | `read_limit` | reads files that users name, up to a limit: devices and pipes may be endless |

pub mod acceptance;
pub mod consent;
pub mod passphrase;
pub mod prompt;
pub mod read_limit;
pub mod source_file;
pub mod source_files;
pub mod typed_line;
