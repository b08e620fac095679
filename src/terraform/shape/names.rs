//! Names of properties.

use std::collections::BTreeMap;

/// The name of a property in programs: `force_destroy` becomes `forceDestroy`. An underscore that is
/// followed by no lower-case letter, or begins the name, stays, and so does a name with other
/// characters: each name has an original.
pub fn program_name(name: &str) -> String {
    let is_plain = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'_';
    let bytes = name.as_bytes();
    if !bytes.iter().copied().all(is_plain) {
        return name.to_owned();
    }
    let mut made = String::with_capacity(name.len());
    let mut is_after_sign = true;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1).filter(|it| it.is_ascii_lowercase());
        let joined = next.filter(|_| byte == b'_' && !is_after_sign);
        let character = joined.map_or(byte, u8::to_ascii_uppercase);
        made.push(char::from(character));
        is_after_sign = character == b'_';
        at += 1 + usize::from(joined.is_some());
    }
    made
}

/// The names of one object.
pub struct Names<'s>(BTreeMap<String, &'s str>);

impl<'s> Names<'s> {
    pub fn new(names: impl Iterator<Item = &'s String> + Clone) -> Self {
        let mut known: BTreeMap<String, &str> = BTreeMap::new();
        for name in names.clone() {
            known.insert(program_name(name), name);
        }
        // An original counts for itself, and wins over a name that was made.
        for name in names {
            known.insert(name.clone(), name);
        }
        Self(known)
    }

    /// The name in the schema of what a program calls so, or as the schema has it.
    pub fn original(&self, given: &str) -> Option<&'s str> {
        self.0.get(given).copied()
    }

    /// The name that is most like one that is not there.
    pub fn nearest(&self, given: &str) -> Option<&str> {
        lumi_graph::nearest(given, self.0.keys().map(String::as_str), 0.7)
    }

    /// How programs call it: as the schema does, if the name that would be made is another's.
    pub fn of_program(&self, original: &str) -> String {
        let made = program_name(original);
        match self.original(&made) == Some(original) {
            true => made,
            false => original.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_those_of_programs() {
        for (name, expected) in [
            ("force_destroy", "forceDestroy"),
            ("ipv6_cidr_block", "ipv6CidrBlock"),
            ("s3_2_go", "s3_2Go"),
            ("_private", "_private"),
            ("end_", "end_"),
            ("two__words", "two__words"),
            ("HTTPMethod", "HTTPMethod"),
            ("a-b_c", "a-b_c"),
        ] {
            assert_eq!(program_name(name), expected);
        }
    }

    #[test]
    fn names_that_collide_stay_as_they_are() {
        let names = ["ipv6_state", "ipv6State"].map(str::to_owned);
        let names = Names::new(names.iter());
        assert_eq!(names.of_program("ipv6_state"), "ipv6_state");
        assert_eq!(names.of_program("ipv6State"), "ipv6State");
        assert_eq!(names.original("ipv6_state"), Some("ipv6_state"));
    }

    proptest! {
        #[test]
        fn each_name_has_an_original(names in prop::collection::btree_set("[a-bA-B1_]{1,5}", 1..8)) {
            let known = Names::new(names.iter());
            for name in &names {
                let program = known.of_program(name);
                prop_assert_eq!(known.original(&program), Some(name.as_str()));
            }
        }
    }
}
