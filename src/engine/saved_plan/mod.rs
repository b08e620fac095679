//! Plans that are saved, and what keeps a run to one.
//!
//! | module | |
//! |---|---|
//! | `saved_plan`, `planned_inputs` | a plan, and the inputs in it |
//! | `plan_check` | keeps a run to its plan |
//! | `plan_text`, `plan_key` | a plan as an encrypted file, and its key |

pub mod plan_check;
pub mod plan_key;
pub mod plan_text;
pub mod planned_inputs;
#[allow(clippy::module_inception)]
pub mod saved_plan;
