//! Names of the variables of an emitted module.

use std::collections::HashSet;
use std::sync::Arc;

use super::literal::is_identifier;
use crate::reserved_words::is_reserved_word;

/// Allocates unique names.
#[derive(Debug, Default)]
pub struct Names {
    taken: HashSet<String>,
    /// Names already bound in the source; generated names avoid them.
    avoided: Vec<Arc<HashSet<String>>>,
}

impl Names {
    /// `globals` must not be shadowed; `inner` are names of variables in functions, which would
    /// shadow names of the module.
    pub fn new(globals: HashSet<String>, inner: Vec<Arc<HashSet<String>>>) -> Self {
        Self {
            taken: globals,
            avoided: inner,
        }
    }

    /// Returns the name itself if it is free, because the code refers to it.
    pub fn keep(&mut self, name: &str) -> String {
        if !is_reserved(name) && self.taken.insert(name.to_owned()) {
            return name.to_owned();
        }
        self.invent(name)
    }

    /// Returns a similar name that is unique.
    pub fn invent(&mut self, like: &str) -> String {
        let base = identifier(like);
        if !is_reserved(&base) && !self.is_avoided(&base) && self.taken.insert(base.clone()) {
            return base;
        }
        for number in 2_u32.. {
            let name = format!("{base}_{number}");
            if !self.is_avoided(&name) && self.taken.insert(name.clone()) {
                return name;
            }
        }
        unreachable!("BUG: names do not run out")
    }

    fn is_avoided(&self, name: &str) -> bool {
        self.avoided.iter().any(|it| it.contains(name))
    }
}

fn identifier(like: &str) -> String {
    let mut name = String::new();
    for character in like.chars() {
        if character.is_ascii_alphanumeric() || character == '_' || character == '$' {
            name.push(character);
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    let name = name.trim_end_matches('_');
    match is_identifier(name) {
        true => name.to_owned(),
        false => format!("value{}{name}", if name.is_empty() { "" } else { "_" }),
    }
}

/// Whether a name is not allowed for variables of a module that is made here.
pub fn is_reserved(name: &str) -> bool {
    is_reserved_word(name) || ["NaN", "Infinity"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept_where_nothing_else_has_them() {
        let set =
            |names: &[&str]| -> HashSet<String> { names.iter().map(|&it| it.to_owned()).collect() };
        let mut names = Names::new(set(&["fetch"]), vec![Arc::new(set(&["x_2"]))]);
        assert_eq!(names.keep("x"), "x");
        assert_eq!(names.keep("x"), "x_3");
        assert_eq!(names.keep("fetch"), "fetch_2");
        assert_eq!(names.invent("a b!"), "a_b");
        assert_eq!(names.invent("1"), "value_1");
        assert_eq!(names.keep("class"), "class_2");
    }
}
