//! The steps of resources, their provider calls and their records.
//!
//! | module | |
//! |---|---|
//! | `steps`, `object_steps`, `resource_records`, `stored_inputs` | the steps, their provider calls, their records, and what of inputs is in these |
//! | `hooks`, `step_hooks` | functions of the program before and after steps |
//! | `step`, `hidden_differences` | the kinds of steps, and differences that are not shown |
//! | `object_id` | the limit of ids that providers answer |

pub mod hidden_differences;
pub mod hooks;
pub mod object_id;
pub mod object_steps;
pub mod resource_records;
pub mod step;
pub mod step_hooks;
#[allow(clippy::module_inception)]
pub mod steps;
pub mod stored_inputs;
