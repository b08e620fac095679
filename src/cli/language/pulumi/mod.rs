//! Programs that use the Node SDK of Pulumi, in a process of node.
//!
//! | module | |
//! |---|---|
//! | `node_runtime` | finds node and the SDK |
//! | `node_program` | the engine's side of a run |

mod node_program;
mod node_runtime;

pub use node_program::NodeProgram;
pub use node_runtime::NodeRuntime;
