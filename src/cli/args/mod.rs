//! The flags and arguments of every command; those of commands that need no program are beside the
//! command.

mod advice;
mod arguments;
mod closure_args;
mod deploy_args;
mod help;
mod inspect_flags;
mod numbers;
mod program_flags;
mod sandboxed;
mod stack_args;
mod state_args;

pub use advice::advice;
pub use arguments::{
    Arguments, ColorChoice, Command, EngineCommand, Protocol, RunArgs, SharedFlags, TestArgs,
};
pub use closure_args::{
    BundleArgs, ClosureArgs, ClosureCommand, ClosureRunArgs, ClosureServeArgs, ErrorsShown, WhyArgs,
};
pub use deploy_args::{
    ConsentFlags, CreateFlag, DeployCommand, ImportArgs, RefreshFlag, RollbackArgs, RunFlags,
    ScopeFlags, TargetFlags,
};
pub use help::grouped;
pub use program_flags::{PermissionArgs, ProgramFlags, SandboxFlags, StackFlag};
pub use stack_args::{ForgetFlags, NewProtection, StackArgs, StackCommand};
pub use state_args::{StateArgs, StateCommand};
