//! Names of classes, functions and enumerations.

use std::collections::{HashMap, HashSet};

use lumi_graph::{PackageMember, PackageMembers};

/// The end of the format of modules that leaves out the last part: `s3/bucket` is in `s3`.
const LAST_LEFT_OUT: &str = "(?:/[^/]*)";

/// Module names that stand for the package itself.
const ROOTS: [&str; 2] = ["", "index"];

/// Makes members of tokens `PACKAGE:MODULE:NAME`.
pub struct MemberNames<'f> {
    pub module_format: &'f str,
    taken: HashMap<String, usize>,
}

impl<'f> MemberNames<'f> {
    pub fn new(module_format: &'f str) -> Self {
        Self {
            module_format,
            taken: HashMap::new(),
        }
    }

    /// The member of a token. A name that another member has gets `_` behind it: names differ by case in
    /// Pulumi's packages, and their schemas are checked for equal ones.
    pub fn member(&mut self, token: &str) -> PackageMember {
        let mut parts = token.splitn(3, ':').skip(1);
        let (module, name) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        let mut path: Vec<String> = self.namespaces(module).map(identifier).collect();
        if let Some(first) = path.first_mut()
            && PackageMembers::RESERVED.contains(&first.as_str())
        {
            first.push('_');
        }
        path.push(identifier(name));
        let mut name = path.join(".");
        let is_reserved = path.len() == 1 && PackageMembers::RESERVED.contains(&name.as_str());
        if is_reserved {
            name.push('_');
        }
        let count = self.taken.entry(name.clone()).or_default();
        *count += 1;
        name.push_str(&"_".repeat(*count - 1));
        PackageMember::new(name, token)
    }

    fn namespaces<'m>(&self, module: &'m str) -> impl Iterator<Item = &'m str> + use<'m> {
        let module = match self.module_format.ends_with(LAST_LEFT_OUT) {
            true => module.rsplit_once('/').map_or(module, |(rest, _)| rest),
            // The form of tokens of packages that say nothing: the last part repeats the name.
            false => module,
        };
        let module = if ROOTS.contains(&module) { "" } else { module };
        module.split(['/', '.']).filter(|it| !it.is_empty())
    }
}

/// Gives namespaces that have the name of a member `_` behind it.
pub fn separate(lists: [&mut Vec<PackageMember>; 3]) {
    let all = lists.iter().flat_map(|it| it.iter());
    let names: HashSet<String> = all.map(|it| it.name.clone()).collect();
    for member in lists.into_iter().flatten() {
        let mut given = String::new();
        let mut made = String::new();
        let parts: Vec<&str> = member.name.split('.').collect();
        for (at, part) in parts.iter().enumerate() {
            let separator = if at == 0 { "" } else { "." };
            given.push_str(&format!("{separator}{part}"));
            made.push_str(&format!("{separator}{part}"));
            if at + 1 < parts.len() && names.contains(&given) {
                made.push('_');
            }
        }
        member.name = made;
    }
}

/// A part of a token as an identifier of JavaScript.
pub fn identifier(part: &str) -> String {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '$';
    let mut made: String = part
        .chars()
        .map(|it| if is_part(it) { it } else { '_' })
        .collect();
    let is_start = |it: char| is_part(it) && !it.is_ascii_digit();
    if !made.starts_with(is_start) {
        made.insert(0, '_');
    }
    made
}

/// The name of a value of an enumeration: its own, or one of its text: `t2.micro` is `T2_micro`.
pub fn value_name(name: &str, value: &str) -> String {
    let text = if name.is_empty() { value } else { name };
    let text = identifier(text);
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_ascii_uppercase().to_string() + characters.as_str(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(format: &str, tokens: &[&str]) -> Vec<String> {
        let mut names = MemberNames::new(format);
        tokens.iter().map(|it| names.member(it).name).collect()
    }

    #[test]
    fn modules_are_namespaces() {
        let bridged = names(
            "(.*)(?:/[^/]*)",
            &[
                "random:index/randomString:RandomString",
                "aws:s3/bucket:Bucket",
                "aws:s3/getBucket:getBucket",
                "aws:index:Region",
            ],
        );
        assert_eq!(
            bridged,
            ["RandomString", "s3.Bucket", "s3.getBucket", "Region"]
        );
        let native = names(
            "(.*)",
            &[
                "azure-native:compute/v20200101:VM",
                "kubernetes:core/v1:Pod",
                "kubernetes:helm.sh/v3:Release",
                "x::Thing",
            ],
        );
        assert_eq!(
            native,
            [
                "compute.v20200101.VM",
                "core.v1.Pod",
                "helm.sh.v3.Release",
                "Thing"
            ]
        );
    }

    #[test]
    fn names_are_identifiers_that_no_other_member_has() {
        let made = names(
            "",
            &[
                "x:index:Provider",
                "x:index:data",
                "x:functions:f",
                "x:2-a:3-b",
                "x:index:A-b",
                "x:index:A_b",
            ],
        );
        assert_eq!(
            made,
            [
                "Provider_",
                "data_",
                "functions_.f",
                "_2_a._3_b",
                "A_b",
                "A_b_"
            ]
        );
        let [mut classes, mut functions, mut enums] = [
            vec![PackageMember::new("store.Shelf", "a")],
            vec![PackageMember::new("store", "b")],
            Vec::new(),
        ];
        separate([&mut classes, &mut functions, &mut enums]);
        assert_eq!(
            (classes[0].name.as_str(), functions[0].name.as_str()),
            ("store_.Shelf", "store")
        );
        assert_eq!(value_name("", "t2.micro"), "T2_micro");
        assert_eq!(value_name("Small", "S"), "Small");
        assert_eq!(value_name("", "0"), "_0");
    }
}
