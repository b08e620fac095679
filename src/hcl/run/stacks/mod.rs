//! Stacks that read each other.
//!
//! | module | |
//! |---|---|
//! | `remote_state` | `terraform_remote_state`: the outputs of another stack |
//! | `sibling_stacks` | configurations that one program writes for several stacks |

mod remote_state;
mod sibling_stacks;

pub(crate) use remote_state::is_remote_state;
pub use sibling_stacks::{SiblingStacks, is_for_stacks};
