//! The interface of a package for programs: classes, functions, and the types of their properties.
//!
//! | module | |
//! |---|---|
//! | `package_interface` | a package, whose parts are read when they are needed |
//! | `package_members` | the names of a package |
//! | `property_type` | types of properties |
//! | `misuse` | what does not fit a type |
//! | `conformance` | compares values with types |
//! | `echoed_input` | inputs in the shape of outputs |
//! | `unmatched_path` | paths of options that name no property |

mod conformance;
mod echoed_input;
mod misuse;
mod package_interface;
mod package_members;
mod property_type;
mod unmatched_path;

pub use conformance::{check_arguments, check_exactly};
pub use echoed_input::echoed_input;
pub use misuse::{Misuse, MisuseReason};
pub use package_interface::{
    EnumInterface, EnumValue, FunctionArguments, FunctionInterface, InterfaceError, LibraryModule,
    MethodInterface, PackageInterface, PackageInterfaces, ResourceInterface,
};
pub use package_members::{PackageMember, PackageMembers};
pub use property_type::{Choice, ChoiceNumber, ObjectType, PropertySchema, PropertyType};
pub use unmatched_path::UnmatchedPath;
