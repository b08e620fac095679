//! Local variables.

/// A local variable: an index into [`Module::locals`](super::Module::locals).
pub type Slot = u32;
