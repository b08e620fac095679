//! Which properties are sets.

use lumi_graph::PropertyPath;

/// The sets among lists, as schemas say: inputs and outputs whose elements have no order.
pub trait SetProperties {
    /// Whether the value at `path` of a resource of this type is a set.
    fn is_set(&self, resource_type: &str, path: &PropertyPath) -> bool;
}

/// Without a schema, the order of each list counts.
impl SetProperties for () {
    fn is_set(&self, _: &str, _: &PropertyPath) -> bool {
        false
    }
}
