//! Names of variables.

use std::collections::{HashMap, HashSet};

use lumi_closure::is_reserved_word;

/// Names that the programs use otherwise.
const TAKEN: [&str; 8] = [
    "args",
    "config",
    "Config",
    "interpolate",
    "it",
    "lumi",
    "name",
    "options",
];

/// The names that are in use.
#[derive(Clone, Default)]
pub struct Identifiers {
    taken: HashSet<String>,
    /// The next number of a name that was asked for before.
    next: HashMap<String, u64>,
}

impl Identifiers {
    /// Takes names as they are.
    pub fn reserve(&mut self, names: &[&str]) {
        self.taken.extend(names.iter().map(|it| (*it).to_owned()));
    }

    /// A name that is not in use yet, made of a text: `net-a name` is `netAName`.
    pub fn take(&mut self, text: &str) -> String {
        let own = camel_case(text);
        match self.try_take(&own) {
            true => own,
            false => self.numbered(own),
        }
    }

    /// As [`Self::take`], with a suffix before a number: the bucket `site` is `siteBucket` if `site` is in use.
    pub fn take_with(&mut self, text: &str, suffix: &str) -> String {
        let own = lower_first(&camel_case(text));
        if self.try_take(&own) {
            return own;
        }
        let long = format!("{own}{}", upper_first(&camel_case(suffix)));
        match self.try_take(&long) {
            true => long,
            false => self.numbered(long),
        }
    }

    /// The first of some names that is free; else the first one with a number.
    pub fn take_one_of(&mut self, names: &[String]) -> String {
        let is_name = |it: &&String| it.chars().next().is_some_and(char::is_alphabetic);
        let free = names.iter().filter(is_name).find(|it| self.try_take(it));
        match free {
            Some(name) => name.clone(),
            None => self.numbered(names[0].clone()),
        }
    }

    fn try_take(&mut self, name: &str) -> bool {
        let is_free = !TAKEN.contains(&name) && !is_reserved_word(name);
        is_free && self.taken.insert(name.to_owned())
    }

    fn numbered(&mut self, own: String) -> String {
        loop {
            let number = self.next.entry(own.clone()).or_insert(2);
            let name = format!("{own}{number}");
            *number += 1;
            if self.try_take(&name) {
                return name;
            }
        }
    }
}

pub fn upper_first(name: &str) -> String {
    let mut characters = name.chars();
    let first = characters.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// `VPCLink` is `vpcLink`.
pub fn lower_first(name: &str) -> String {
    let upper = name.chars().take_while(char::is_ascii_uppercase).count();
    let is_whole = upper == name.chars().count();
    // The last capital of several begins the next word.
    let lowered = if upper > 1 && !is_whole {
        upper - 1
    } else {
        upper
    };
    let mut characters = name.chars();
    let first: String = characters.by_ref().take(lowered).collect();
    first.to_ascii_lowercase() + characters.as_str()
}

pub fn camel_case(text: &str) -> String {
    let mut name = String::new();
    let mut begins_word = false;
    for it in text.chars() {
        if !it.is_ascii_alphanumeric() {
            begins_word = !name.is_empty();
            continue;
        }
        match begins_word {
            true => name.push(it.to_ascii_uppercase()),
            false => name.push(it),
        }
        begins_word = false;
    }
    match name.chars().next() {
        Some(first) if first.is_ascii_digit() => format!("_{name}"),
        Some(_) => name,
        None => "resource".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_have_names_of_their_own() {
        let mut names = Identifiers::default();
        let made = [
            "net-a name",
            "net_a_name",
            "0",
            "päckchen",
            "::",
            "new",
            "config",
        ]
        .map(|it| names.take(it));
        assert_eq!(
            made,
            [
                "netAName",
                "netAName2",
                "_0",
                "pCkchen",
                "resource",
                "new2",
                "config2"
            ]
        );
    }

    #[test]
    fn the_type_tells_variables_apart() {
        let mut names = Identifiers::default();
        let made = ["site", "site", "site", "Site"].map(|it| names.take_with(it, "VPCLink"));
        assert_eq!(
            made,
            ["site", "siteVPCLink", "siteVPCLink2", "siteVPCLink3"]
        );
        assert_eq!(lower_first("VPCLink"), "vpcLink");
        assert_eq!(lower_first("VPC"), "vpc");
        assert_eq!(lower_first("aB"), "aB");
    }

    #[test]
    fn many_equal_names_take_linear_time() {
        let mut names = Identifiers::default();
        let last = (0..100_000).map(|_| names.take("a")).last();
        assert_eq!(last.unwrap(), "a100000");
    }
}
