//! Dependencies per property.

use std::collections::HashMap;

use lumi_graph::Dependency;

use super::names::pulumi_urn;

/// The resources behind each property, regardless of the path in it; `entry` builds the message of
/// their URNs.
pub fn by_property<T>(
    dependencies: &[Dependency],
    entry: impl Fn(Vec<String>) -> T,
) -> HashMap<String, T> {
    let mut urns: HashMap<&str, Vec<String>> = HashMap::new();
    for Dependency { path, urn } in dependencies {
        let known = urns.entry(property(path)).or_default();
        let urn = pulumi_urn(urn);
        if !known.contains(&urn) {
            known.push(urn);
        }
    }
    let urns = urns.into_iter();
    urns.map(|(key, urns)| (key.to_owned(), entry(urns)))
        .collect()
}

/// The property of a path such as `rules[0].port`.
fn property(path: &str) -> &str {
    path.split(['.', '[']).next().unwrap_or(path)
}
