//! Which values are equal.

use std::collections::BTreeMap;

use super::value::Value;

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            // Refinements of unknown values do not make them differ.
            (Self::Null, Self::Null) | (Self::Unknown(_), Self::Unknown(_)) => true,
            (Self::Bool(one), Self::Bool(two)) => one == two,
            (Self::Number(one), Self::Number(two)) => one == two,
            (Self::String(one), Self::String(two)) => one == two,
            (Self::List(one), Self::List(two)) | (Self::Tuple(one), Self::Tuple(two)) => one == two,
            (Self::Set(one), Self::Set(two)) => sets_equal(one, two),
            (Self::Map(one), Self::Map(two)) | (Self::Object(one), Self::Object(two)) => {
                members_equal(one, two)
            }
            (Self::Dynamic(one), Self::Dynamic(two)) => one.0 == two.0 && one.1 == two.1,
            _ => false,
        }
    }
}

fn members_equal(one: &BTreeMap<String, Value>, two: &BTreeMap<String, Value>) -> bool {
    one.len() == two.len() && one.iter().eq(two.iter())
}

/// Each element of one set has a partner in the other.
fn sets_equal(one: &[Value], two: &[Value]) -> bool {
    if one.len() != two.len() {
        return false;
    }
    if one.iter().zip(two).all(|(one, two)| one == two) {
        return true;
    }
    let mut is_used = vec![false; two.len()];
    one.iter().all(|wanted| {
        let partner = (0..two.len()).find(|at| !is_used[*at] && two[*at] == *wanted);
        partner.is_some_and(|at| {
            is_used[at] = true;
            true
        })
    })
}

impl Value {
    /// A set of these elements: each known one once. Unknown elements may differ later, and are kept.
    pub fn set_of(elements: impl IntoIterator<Item = Value>) -> Self {
        let mut kept: Vec<Value> = Vec::new();
        for element in elements {
            if !element.is_wholly_known() || !kept.contains(&element) {
                kept.push(element);
            }
        }
        Self::Set(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_no_order() {
        let set = |numbers: &[i64]| Value::Set(numbers.iter().map(|it| Value::from(*it)).collect());
        assert_eq!(set(&[1, 2, 3]), set(&[3, 1, 2]));
        assert_ne!(set(&[1, 2, 2]), set(&[1, 1, 2]));
        assert_ne!(set(&[1]), set(&[1, 2]));
        assert_ne!(set(&[1]), Value::List(vec![Value::from(1)]));
    }

    #[test]
    fn a_set_has_each_known_element_once() {
        let elements = [
            Value::from(1),
            Value::UNKNOWN,
            Value::from(1),
            Value::UNKNOWN,
        ];
        let Value::Set(kept) = Value::set_of(elements) else {
            panic!("it is a set");
        };
        assert_eq!(kept, [Value::from(1), Value::UNKNOWN, Value::UNKNOWN]);
    }
}
