//! Objects that exist already, as goals of a run and as programs that declare them.
//!
//! | module | |
//! |---|---|
//! | `bulk_file` | many objects to import, in the format of Pulumi's bulk imports |
//! | `code` | declarations of imported objects, for the SDK of Lumi or of Pulumi |
//! | `pulumi_class` | classes of types in the packages of Pulumi for Node |
//! | `terraform` | a state of Terraform or OpenTofu: its objects as a source of a run, and its program |

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod bulk_file;
mod code;
mod pulumi_class;
mod terraform;

pub use bulk_file::{BulkFile, BulkFileError, ImportEntry, stack_urn};
pub use code::{ImportSdk, ImportedResource, PackageClass, import_code};
pub use pulumi_class::pulumi_class;
pub use terraform::{ForeignSource, ForeignState, UnnameableObject, WrittenProgram};
