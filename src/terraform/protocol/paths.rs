//! Places in messages.

use crate::cty::{Path, Step};
use crate::tfplugin6::AttributePath;
use crate::tfplugin6::attribute_path::step::Selector;

/// The place that a provider names. Steps without a selector, which no provider sends, end it.
pub fn from_wire_path(path: AttributePath) -> Path {
    let steps = path.steps.into_iter().map_while(|it| it.selector);
    let steps = steps.map(|it| match it {
        Selector::AttributeName(name) => Step::Attribute(name),
        Selector::ElementKeyString(key) => Step::Key(key),
        Selector::ElementKeyInt(index) => Step::Index(index),
    });
    Path(steps.collect())
}
