//! Drift as text.

use std::borrow::Cow;

use lumi_graph::{Change, Value};
use lumi_reconciliation::{Drift, PropertyDrift, ResourceDrift};

use lumi_terminal::ui::report::escaped;
use lumi_terminal::ui::wording::resource_label;

/// The resource, and where the program makes it.
pub fn headline(resource: &ResourceDrift) -> String {
    let mut text = resource_label(&resource.urn);
    if let Some(source) = &resource.source {
        text += &format!(" ({})", escaped(&source.to_string()));
    }
    if resource.drift == Drift::Deleted {
        text += ": the object is gone";
    }
    text
}

/// The path, the deployed value and the current one, without secrets.
pub fn property_line(property: &PropertyDrift) -> String {
    let PropertyDrift {
        path,
        recorded,
        world,
        ..
    } = property;
    let whole = |value: &Value| -> Value {
        match value.contains_secret() {
            true => Value::secret(Value::Null),
            false => value.clone(),
        }
    };
    let change = match (recorded.as_ref().map(whole), world.as_ref().map(whole)) {
        (Some(old), Some(new)) => Change::Replaced {
            old: Cow::Owned(old),
            new: Cow::Owned(new),
        },
        (None, Some(new)) => Change::Added(Cow::Owned(new)),
        (Some(old), None) => Change::Removed(Cow::Owned(old)),
        (None, None) => Change::Reordered,
    };
    format!("{path}: {change}")
}
