//! Projects in HCL: folders with files of Terraform or OpenTofu.
//!
//! | module | |
//! |---|---|
//! | `hcl_project` | which folders are projects, and the packages that their modules require |
//! | `module_wish` | the packages of modules that calls name |
//! | `installed_modules` | the modules of a run |
//! | `module_change` | installs modules, and locks them |
//! | `terraform_state` | objects that a configuration has in a state of Terraform or OpenTofu |

pub mod hcl_project;
pub mod installed_modules;
pub mod module_change;
mod module_wish;
pub mod terraform_state;
