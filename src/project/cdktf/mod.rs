//! Projects of CDKTF: programs that write configurations for Terraform, one for each of their stacks.
//!
//! A stack of CDKTF is a stack of Lumi with the same name. The program is run first; what it has written is an
//! [`Assembly`], whose configurations are run as those of a project in HCL are.
//!
//! | module | |
//! |---|---|
//! | `cdktf_project` | which folders are projects, and the packages that their stacks require |
//! | `cdktf_settings` | `cdktf.json` |
//! | `app_command` | the program that `app` of `cdktf.json` runs |
//! | `package_scripts` | `scripts` of `package.json`, as `npm run` finds them |
//! | `assembly` | the stacks that the program has written |
//! | `output_paths` | the names that outputs have in the program |
//! | `shown_outputs` | the outputs of a stack that are for users |
//! | `cdktf_error` | errors of projects |

mod app_command;
mod assembly;
mod cdktf_error;
pub mod cdktf_project;
mod cdktf_settings;
mod output_paths;
mod package_scripts;
mod shown_outputs;

pub use app_command::AppCommand;
pub use assembly::{Annotation, AnnotationLevel, Assembly, AssemblyStack};
pub use cdktf_error::CdktfError;
pub use cdktf_settings::CdktfSettings;
pub use output_paths::output_paths;
pub use shown_outputs::shown_outputs;
