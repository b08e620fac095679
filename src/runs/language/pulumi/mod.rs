//! Programs that use the Node SDK of Pulumi: in this process, or in a process of node.
//!
//! | module | |
//! |---|---|
//! | `embedded_program` | a program in this process, with the SDK in its `node_modules` |
//! | `embedded_tests` | a file of tests of such a program |
//! | `endings` | the endings of programs that the SDK runs |
//! | `node_program` | the engine's side of a program in a process of node |
//! | `node_runtime` | finds node and the SDK |
//! | `sdk_run` | arguments and variables of the SDK's script |

mod embedded_program;
mod embedded_tests;
mod endings;
mod node_program;
mod node_runtime;
mod sdk_run;

pub use embedded_program::{EmbeddedProgram, permissions};
pub use embedded_tests::run_with_sdk;
pub use node_program::NodeProgram;
pub use node_runtime::{NodeRuntime, SdkRuntime};
pub use sdk_run::SdkRun;
