//! The sandbox of programs, without V8: permissions, and the limits of the kernel below them.
//!
//! Ops and the module loader ask [`Permissions`] before they touch a file, a host, a variable or a
//! program. [`Confinement`] has the kernel refuse the same to code that breaks out of V8.
//!
//! | module | |
//! |---|---|
//! | `permissions`, `denied` | what a program may do, and the error of what it may not |
//! | `path_lookup` | paths as the kernel looks them up |
//! | `host_value` | hosts and ports in the values of flags |
//! | `lexical_path`, `real_folders` | paths without `..`, and without links |
//! | `closed_ports` | the ports that are closed to all code |
//! | `script_parent` | the settings that a script gets from the program that started it |
//! | `confinement` | limits that the kernel enforces on the process |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "a test may panic where there is no thread"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

pub mod closed_ports;
mod confinement;
mod denied;
mod host_value;
pub mod lexical_path;
mod path_lookup;
mod permissions;
mod real_folders;
mod script_parent;

pub use confinement::{Active, Confinement, Enforced, Network, Prepared};
pub use denied::{Access, Denied};
pub use host_value::check_host_value;
pub use path_lookup::{Lookup, Place, look_up, real_path};
pub use permissions::{
    Allow, Check, LUMI_FOLDER, PathError, PermissionFlags, Permissions, is_private_to_lumi,
};
pub use script_parent::{NODE_VERSION, ScriptParent};
