//! Resources that the program manages itself.

/// The package of types that are classes of the program.
pub const DYNAMIC_PACKAGE: &str = "dynamic";

/// Whether the program manages resources of this type itself.
pub fn is_dynamic(resource_type: &str) -> bool {
    resource_type.split(':').next() == Some(DYNAMIC_PACKAGE)
}
