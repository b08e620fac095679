//! Places as programs write them.

use crate::cty::{Path, Step};

use super::names::program_name;

/// A place in a value of a schema, as a program writes it, such as `rules[0].fromPort`.
pub fn program_path(path: &Path) -> String {
    let steps = path.0.iter().map(|step| match step {
        Step::Attribute(name) => Step::Attribute(program_name(name)),
        step => step.clone(),
    });
    Path(steps.collect()).to_string()
}
