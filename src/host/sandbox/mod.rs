//! Permissions of a program, and the paths and hosts that they name.
//!
//! | module | |
//! |---|---|
//! | `permissions`, `denied` | the sandbox and its errors |
//! | `path_lookup` | paths as the kernel looks them up, for the sandbox |
//! | `host_value` | hosts and ports in the values of flags |
//! | `lexical_path`, `real_folders` | paths without `..`, and without links |

pub mod denied;
pub mod host_value;
pub mod lexical_path;
pub mod path_lookup;
pub mod permissions;
pub mod real_folders;
