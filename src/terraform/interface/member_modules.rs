//! The modules of a package: `aws_s3_bucket_policy` is `BucketPolicy` of `lumi:aws/s3`.

use std::collections::{BTreeMap, HashSet};

use lumi_graph::{PackageMember, PackageMembers};

use super::member_names::{identifier, pascal};

/// The members by the first word behind the prefix. Types without the prefix are in no module.
pub fn modules(members: &PackageMembers, prefix: &str) -> BTreeMap<String, PackageMembers> {
    let mut modules = BTreeMap::new();
    let lists: [(&[PackageMember], ListOf, NameOf); 3] = [
        (&members.resources, |it| &mut it.resources, pascal),
        (&members.data, |it| &mut it.data, identifier),
        (&members.ephemeral, |it| &mut it.ephemeral, pascal),
    ];
    for (list, list_of, name_of) in lists {
        for (module, named) in by_module(list, prefix, name_of) {
            let module = modules.entry(module);
            let module = module.or_insert_with_key(|it| members.module(it));
            *list_of(module) = named;
        }
    }
    modules
}

type ListOf = fn(&mut PackageMembers) -> &mut Vec<PackageMember>;
type NameOf = fn(&str) -> String;

fn by_module(
    list: &[PackageMember],
    prefix: &str,
    name_of: NameOf,
) -> BTreeMap<String, Vec<PackageMember>> {
    let mut modules: BTreeMap<String, Vec<PackageMember>> = BTreeMap::new();
    for member in list {
        let Some((module, rest)) = place(&member.token, prefix) else {
            continue;
        };
        let name = name_of(if rest.is_empty() { module } else { rest });
        modules
            .entry(module.to_owned())
            .or_default()
            .push(PackageMember {
                name,
                ..member.clone()
            });
    }
    for members in modules.values_mut() {
        make_unique(members);
    }
    modules
}

/// `s3` and `bucket_policy` of `aws:resources:aws_s3_bucket_policy`; nothing behind `instance` of `aws_instance`.
fn place<'t>(token: &'t str, prefix: &str) -> Option<(&'t str, &'t str)> {
    let name = token.rsplit_once(':').map_or(token, |it| it.1);
    let words = name.strip_prefix(prefix)?.strip_prefix('_')?;
    let (module, rest) = words.split_once('_').unwrap_or((words, ""));
    let is_name = module.starts_with(|it: char| it.is_ascii_alphabetic())
        && module.chars().all(|it| it.is_ascii_alphanumeric());
    is_name.then_some((module, rest))
}

/// Of two members that would have one name, the later one by token gets another.
fn make_unique(members: &mut [PackageMember]) {
    members.sort_unstable_by(|one, other| one.token.cmp(&other.token));
    let mut taken: HashSet<String> = HashSet::new();
    for member in members.iter_mut() {
        while !taken.insert(member.name.clone()) {
            member.name.push('_');
        }
    }
    members.sort_unstable_by(|one, other| one.name.cmp(&other.name));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_in_the_module_of_their_first_word() {
        let member = |name: &str| PackageMember::new(pascal(name), format!("aws:resources:{name}"));
        let types = [
            "aws_s3_bucket",
            "aws_s3_bucket_policy",
            "aws_vpc",
            "aws_vpc_vpc",
            "aws_s3_2x",
            "aws__odd",
            "aws_1_a",
            "other_s3_thing",
        ];
        let members = PackageMembers {
            package: "aws".to_owned(),
            resources: types.map(member).to_vec(),
            data: vec![PackageMember::new("s3Bucket", "aws:data:aws_s3_bucket")],
            ..PackageMembers::default()
        };
        let found = modules(&members, "aws");
        let listed = |of: &[PackageMember]| {
            let names = of.iter().map(|it| format!("{} {}", it.name, it.token));
            names.collect::<Vec<_>>()
        };
        let names: Vec<_> = found.keys().map(String::as_str).collect();
        assert_eq!(names, ["s3", "vpc"]);
        assert_eq!(
            listed(&found["s3"].resources),
            [
                "Bucket aws:resources:aws_s3_bucket",
                "BucketPolicy aws:resources:aws_s3_bucket_policy",
                "_2x aws:resources:aws_s3_2x",
            ]
        );
        assert_eq!(listed(&found["s3"].data), ["bucket aws:data:aws_s3_bucket"]);
        assert_eq!(
            listed(&found["vpc"].resources),
            [
                "Vpc aws:resources:aws_vpc",
                "Vpc_ aws:resources:aws_vpc_vpc"
            ]
        );
    }
}
