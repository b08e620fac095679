//! Names of classes and functions, which come from the names of the schemas alone.

use std::collections::BTreeMap;

use lumi_graph::{PackageMember, PackageMembers};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::shape::program_name;

/// The prefix that most types of a provider begin with, such as `random` of `random_string`.
pub fn prefix<'n>(types: impl Iterator<Item = &'n str>) -> &'n str {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in types {
        let prefix = name.split_once('_').map_or(name, |(prefix, _)| prefix);
        *counts.entry(prefix).or_default() += 1;
    }
    // The first of those that are equally frequent.
    let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
    most.map_or("", |(prefix, _)| prefix)
}

/// Classes of resources: `random_string` is `String`. Two that would have one name keep their whole
/// names, and so does one whose name has another meaning in the module.
pub fn classes<'n>(
    types: impl Iterator<Item = &'n str> + Clone,
    prefix: &str,
    token: impl Fn(&str) -> String,
) -> Vec<PackageMember> {
    let is_free = |name: &str| !PackageMembers::RESERVED.contains(&name);
    members(types, prefix, pascal, is_free, token)
}

/// Functions: `random_pet` is `pet`.
pub fn functions<'n>(
    types: impl Iterator<Item = &'n str> + Clone,
    prefix: &str,
    token: impl Fn(&str) -> String,
) -> Vec<PackageMember> {
    members(types, prefix, identifier, |_| true, token)
}

fn members<'n>(
    types: impl Iterator<Item = &'n str> + Clone,
    prefix: &str,
    name_of: impl Fn(&str) -> String,
    is_free: impl Fn(&str) -> bool,
    token: impl Fn(&str) -> String,
) -> Vec<PackageMember> {
    let short = |name: &'n str| {
        let rest = name.strip_prefix(prefix);
        let rest = rest.and_then(|it| it.strip_prefix('_'));
        rest.filter(|it| it.starts_with(|it: char| it.is_ascii_alphabetic()))
            .unwrap_or(name)
    };
    let own: Vec<String> = types.clone().map(|it| name_of(short(it))).collect();
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for name in &own {
        *counts.entry(name).or_default() += 1;
    }
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut made = Vec::with_capacity(own.len());
    for (original, own) in types.zip(&own) {
        let is_own = counts.get(own.as_str()) == Some(&1) && is_free(own);
        let mut name = if is_own {
            own.clone()
        } else {
            name_of(original)
        };
        // Two whole names that differ in signs alone, or one that is another's short name.
        let is_others = |name: &str| {
            let is_short = counts.get(name) == Some(&1) && own != name;
            !is_free(name) || is_short
        };
        while taken.contains(&name) || (!is_own && is_others(&name)) {
            name.push('_');
        }
        taken.insert(name.clone());
        let token = token(original);
        made.push(PackageMember::new(name, token));
    }
    made.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    made
}

/// `s3_bucket` is `S3Bucket`.
pub fn pascal(name: &str) -> String {
    let mut name = identifier(name);
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

/// The name as an identifier of JavaScript.
pub fn identifier(name: &str) -> String {
    let mut name = program_name(name);
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    if !name.chars().all(is_part) {
        name = name.replace(|it| !is_part(it), "_");
    }
    if !name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_') {
        name.insert(0, '_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(types: &[&str]) -> Vec<String> {
        let types = || types.iter().copied();
        let made = classes(types(), prefix(types()), str::to_owned);
        let text = made.iter().map(|it| format!("{} {}", it.name, it.token));
        text.collect()
    }

    #[test]
    fn classes_have_no_prefix() {
        let made = named(&["aws_s3_bucket", "aws_instance", "other_thing"]);
        let expected = [
            "Instance aws_instance",
            "OtherThing other_thing",
            "S3Bucket aws_s3_bucket",
        ];
        assert_eq!(made, expected);
        assert_eq!(named(&["http"]), ["Http http"]);
        assert_eq!(named(&["x_1_a", "x_b"]), ["B x_b", "X_1A x_1_a"]);
    }

    #[test]
    fn names_that_collide_are_whole() {
        let made = named(&["a_b", "a_c", "b"]);
        assert_eq!(made, ["AB a_b", "B b", "C a_c"].map(str::to_owned));
        let made = named(&["a_provider", "a_data", "a-data_x"]);
        assert_eq!(
            made,
            ["AProvider a_provider", "A_data_x a-data_x", "Data a_data"]
        );
        assert_eq!(named(&["a_x-y", "a_x.y"]), ["A_x_y a_x-y", "A_x_y_ a_x.y"]);
    }
}
