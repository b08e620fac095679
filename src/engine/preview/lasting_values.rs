//! Values that a plan and its deployment share.

use lumi_graph::{Object, Value};

/// Whether values are the same in the deployment. What a provider opens is opened for one run.
pub fn is_lasting(members: &Object) -> bool {
    let is_passing = |it: &Value| matches!(it, Value::Unknown | Value::Ephemeral(_));
    !members.values().any(|it| it.any(is_passing))
}
