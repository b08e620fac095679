//! The flags and arguments of every command; those of commands that need no program are beside the
//! command, and those of every program in [`lumi_runs::flags`].
//!
//! | module | |
//! |---|---|
//! | `advice` | advice on commands and flags that other tools have, and lumi does not |
//! | `arguments` | the whole command line: every command |
//! | `closure_args` | what `lumi closure` takes |
//! | `command_path` | the command that words name, also where other words are wrong |
//! | `deploy_args` | what the commands that deploy take |
//! | `deploy_flags` | flags that several of these share |
//! | `engine_args` | what `lumi engine` takes |
//! | `help` | the help of the whole program: commands by what they are for |
//! | `long_flags` | flags that Terraform writes with one dash |
//! | `numbers` | whole numbers of the command line, with errors that a user understands |
//! | `resource_argument` | the name or the URN of a resource |
//! | `run_args` | what `lumi run` takes |
//! | `sandboxed` | commands whose program has permissions |
//! | `shared_flags` | flags that every command takes |
//! | `stack_args` | what `lumi stack` takes |
//! | `state_args` | what `lumi state` takes |
//! | `test_args` | what `lumi test` takes |

mod advice;
mod arguments;
mod closure_args;
mod command_path;
mod deploy_args;
mod deploy_flags;
mod engine_args;
mod help;
mod long_flags;
mod numbers;
mod resource_argument;
mod run_args;
mod sandboxed;
mod shared_flags;
mod stack_args;
mod state_args;
mod test_args;

pub use advice::{advice, tidy};
pub use arguments::{Arguments, Command};
pub use closure_args::{
    BundleArgs, ClosureArgs, ClosureCommand, ClosureRunArgs, ClosureServeArgs, ErrorsShown, WhyArgs,
};
pub use command_path::command_path;
pub use deploy_args::{DeployCommand, ImportArgs, PreviewArgs, RollbackArgs};
pub use deploy_flags::{
    ConsentFlags, CreateFlag, DeletionFlag, NewStackFlags, RefreshFlag, RunFlags, ScopeFlags,
    TargetFlags,
};
pub use engine_args::{EngineArgs, EngineCommand, Protocol};
pub use help::grouped;
pub use long_flags::with_long_flags;
pub use run_args::RunArgs;
pub use shared_flags::{ColorChoice, SharedFlags};
pub use stack_args::{ForgetFlags, HistoryArgs, NewProtection, StackArgs, StackCommand};
pub use state_args::{StateArgs, StateCommand};
pub use test_args::TestArgs;

pub use lumi_runs::flags::{ProgramFlags, StackFlag};
