//! Resources and counts in sentences.

use lumi_graph::Urn;

use super::report::escaped;

/// A count with a noun: `1 resource`, `2 resources`.
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// The type and the name of a resource: `std:fs:File "page"`.
pub fn resource_label(urn: &Urn) -> String {
    format!("{} \"{}\"", urn.resource_type(), escaped(urn.name()))
}
