//! Programs of CDKTF, which write a configuration for each of their stacks before a stack is deployed.
//!
//! | module | |
//! |---|---|
//! | `synthesis` | the run of a program, and what it leaves |
//! | `synthesis_environment` | the variables that CDKTF's own command gives a program |
//! | `app_process` | a program in another language, in a process of its own |
//! | `annotations` | messages of constructs about themselves |

mod annotations;
mod app_process;
mod synthesis;
mod synthesis_environment;

pub use annotations::report_annotations;
pub use synthesis::Synthesis;
