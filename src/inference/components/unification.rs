//! The common code of several resources, and what differs among them.

use std::hash::{Hash as _, Hasher as _};

use rustc_hash::{FxHashMap, FxHasher};

use crate::code::Code;
use crate::identifiers::{camel_case, lower_first};

/// The differences among several pieces of code.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    /// One for each piece.
    pub values: Vec<Code>,
}

/// Common code with parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Unified {
    pub code: Code,
    pub fields: Vec<Field>,
}

/// A number that is the same for code of one shape: equal up to texts, numbers and resources.
pub fn shape(code: &Code) -> u64 {
    let mut hasher = FxHasher::default();
    add_shape(code, false, &mut hasher);
    hasher.finish()
}

fn add_shape(code: &Code, is_exact: bool, hasher: &mut FxHasher) {
    std::mem::discriminant(code).hash(hasher);
    match code {
        Code::Text(text) if is_exact => text.hash(hasher),
        Code::Sdk(name) => name.hash(hasher),
        Code::Arrow(parameters, _) => parameters.hash(hasher),
        Code::Object(members) => members.iter().for_each(|(key, _)| key.hash(hasher)),
        _ => {}
    }
    let parts = code.children();
    parts.len().hash(hasher);
    for (at, part) in parts.into_iter().enumerate() {
        let is_exact = match code {
            Code::Sequence(_) => true,
            Code::Call { .. } | Code::Template(..) => at == 0,
            _ => false,
        };
        add_shape(part, is_exact, hasher);
    }
}

/// The common code of several pieces of one shape. Its parameters are members of `it`.
pub fn unify(codes: &[&Code]) -> Unified {
    unify_with(codes, Unifier::default())
}

/// As [`unify`], for code that stands where no resources are: these are parameters, too, of `args`.
pub fn unify_without_variables(codes: &[&Code]) -> Unified {
    let unifier = Unifier {
        has_no_variables: true,
        ..Unifier::default()
    };
    unify_with(codes, unifier)
}

fn unify_with(codes: &[&Code], mut unifier: Unifier) -> Unified {
    let code = unifier.unify(codes, "name");
    Unified {
        code,
        fields: unifier.fields,
    }
}

/// Whether two pieces of code may differ in their parts alone.
fn is_alike(one: &Code, other: &Code) -> bool {
    let is_exact = |one: &Code, other: &Code| match (one, other) {
        (Code::Text(_) | Code::Sdk(_), _) | (_, Code::Text(_) | Code::Sdk(_)) => one == other,
        (one, other) => shape(one) == shape(other),
    };
    match (one, other) {
        (Code::List(one), Code::List(other)) => one.len() == other.len(),
        (Code::Object(one), Code::Object(other)) => {
            let keys = one.iter().map(|(key, _)| key);
            keys.eq(other.iter().map(|(key, _)| key))
        }
        (Code::Sequence(one), Code::Sequence(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| is_exact(one, other))
        }
        (Code::Template(one_tag, one), Code::Template(other_tag, other)) => {
            one_tag == other_tag
                && one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| shape(one) == shape(other))
        }
        (
            Code::Call {
                function: one,
                arguments: of_one,
            },
            Code::Call {
                function: other,
                arguments: of_other,
            },
        ) => of_one.len() == of_other.len() && is_exact(one, other),
        (Code::Arrow(one, _), Code::Arrow(other, _)) => one == other,
        _ => false,
    }
}

#[derive(Default)]
struct Unifier {
    fields: Vec<Field>,
    /// The field with these values, by their hash.
    known: FxHashMap<u64, Vec<usize>>,
    names: FxHashMap<String, u32>,
    has_no_variables: bool,
}

impl Unifier {
    fn unify(&mut self, codes: &[&Code], hint: &str) -> Code {
        let first = codes[0];
        let is_common = codes.iter().all(|it| *it == first);
        if is_common && (!self.has_no_variables || first.variables().is_empty()) {
            return first.clone();
        }
        let parts: Vec<Vec<&Code>> = codes.iter().map(|it| it.children()).collect();
        if parts[0].is_empty() || !codes.iter().all(|it| is_alike(first, it)) {
            return self.parameter(codes, hint);
        }
        let count = parts[0].len();
        let mut unified = Vec::with_capacity(count);
        for at in 0..count {
            let column: Vec<&Code> = parts.iter().map(|it| it[at]).collect();
            let hint = match first {
                Code::Object(members) => members[at].0.as_str(),
                _ => hint,
            };
            unified.push(self.unify(&column, hint));
        }
        first.with_children(unified)
    }

    fn parameter(&mut self, codes: &[&Code], hint: &str) -> Code {
        let values: Vec<Code> = codes.iter().map(|it| (*it).clone()).collect();
        let mut hasher = FxHasher::default();
        values.hash(&mut hasher);
        let hash = hasher.finish();
        let same = self.known.entry(hash).or_default();
        let found = same.iter().find(|it| self.fields[**it].values == values);
        let at = match found {
            Some(at) => *at,
            None => {
                same.push(self.fields.len());
                let name = self.name(hint);
                self.fields.push(Field { name, values });
                self.fields.len() - 1
            }
        };
        let owner = if self.has_no_variables { "args" } else { "it" };
        Code::text(format!("{owner}.{}", self.fields[at].name))
    }

    fn name(&mut self, hint: &str) -> String {
        let own = lower_first(&camel_case(hint));
        loop {
            let number = self.names.entry(own.clone()).or_default();
            *number += 1;
            let name = match *number {
                1 => own.clone(),
                number => format!("{own}{number}"),
            };
            if self.fields.iter().all(|it| it.name != name) {
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Names;

    fn made(name: &str, zone: &str, vpc: usize) -> Code {
        let inputs = vec![
            ("zone".to_owned(), Code::string(zone)),
            ("label".to_owned(), Code::string(name)),
            ("vpcId".to_owned(), Code::of_variable(vpc, ".id")),
        ];
        let arguments = vec![Code::string(name), Code::Object(inputs)];
        Code::new_of(Code::Sdk("CustomResource"), arguments)
    }

    #[test]
    fn differences_become_parameters() {
        let codes = [made("a", "z1", 0), made("b", "z1", 1)];
        assert_eq!(shape(&codes[0]), shape(&codes[1]));
        let unified = unify(&codes.iter().collect::<Vec<_>>());
        let names = Names {
            variables: &[],
            sdk: "",
        };
        assert_eq!(
            unified.code.flat(&names),
            "new CustomResource(it.name, { zone: \"z1\", label: it.name, vpcId: it.vpcId.id })"
        );
        let fields: Vec<&str> = unified.fields.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(fields, ["name", "vpcId"]);
        assert_eq!(
            unified.fields[1].values,
            [Code::Variable(0), Code::Variable(1)]
        );
    }

    #[test]
    fn accesses_are_no_parameters() {
        let id = Code::of_variable(0, ".id");
        assert_ne!(shape(&id), shape(&Code::of_variable(0, ".arn")));
        assert_eq!(shape(&id), shape(&Code::of_variable(7, ".id")));
        assert_ne!(shape(&id), shape(&Code::string("x")));
    }
}
