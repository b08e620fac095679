//! Projects in HCL: folders with files of Terraform or OpenTofu.
//!
//! | module | |
//! |---|---|
//! | `hcl_project` | which folders are projects, and the packages that their modules require |
//! | `terraform_state` | objects that a configuration has in a state of Terraform or OpenTofu |

pub mod hcl_project;
pub mod terraform_state;
