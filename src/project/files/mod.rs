//! Files of users and of Lumi: read within a limit, written atomically, or embedded.
//!
//! | module | |
//! |---|---|
//! | `embedded_files` | declarations, and the compiler of TypeScript, as archives in the binary |
//! | `file_writer` | files that are written for a user |
//! | `read_limit` | reads files that users name, up to a limit |

pub mod embedded_files;
pub mod file_writer;
pub mod read_limit;
