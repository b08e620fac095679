//! Flags of programs: what they may do, and how they are watched.
//!
//! | module | |
//! |---|---|
//! | `inspect_flags` | flags for debuggers |
//! | `program_flags` | flags of every command that evaluates a program |
//! | `variable_flags` | values of the variables of a configuration in HCL |

mod inspect_flags;
mod program_flags;
mod variable_flags;

pub use inspect_flags::InspectFlags;
pub use program_flags::{
    PermissionArgs, ProgramFlags, PulumiPlace, SandboxFlags, StackFlag, parse_time,
};
pub use variable_flags::VariableFlags;
