//! The source of the project itself.

pub mod dependencies;
pub mod hermetic;
pub mod layers;
pub mod module_circles;
pub mod sdk_layers;
pub mod types;
