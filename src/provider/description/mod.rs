//! Descriptions of packages in files: what their executables said once.
//!
//! | module | |
//! |---|---|
//! | `description_file` | the description of a package in a file, each part of which is read alone |
//! | `description_index` | where each part is in such a file |

mod description_file;
mod description_index;

pub use description_file::{DescriptionError, DescriptionFile, DescriptionMagic, DescriptionPart};
pub use description_index::DescriptionKey;
