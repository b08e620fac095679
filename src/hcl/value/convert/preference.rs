//! Which of several types is the most general.

use std::cmp::Ordering;
use std::collections::VecDeque;

use super::super::Type;

/// The positions of the types, the more general ones first.
pub(super) fn by_preference(types: &[Type]) -> Vec<usize> {
    let mut later: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
    let mut waiting = vec![0_usize; types.len()];
    for (one, first) in types.iter().enumerate() {
        for (two, second) in types.iter().enumerate().skip(one + 1) {
            match compare(first, second) {
                Ordering::Less => {
                    later[one].push(two);
                    waiting[two] += 1;
                }
                Ordering::Greater => {
                    later[two].push(one);
                    waiting[one] += 1;
                }
                Ordering::Equal => {}
            }
        }
    }
    let ready = (0..types.len()).filter(|it| waiting[*it] == 0);
    let mut queue: VecDeque<usize> = ready.collect();
    let mut order = Vec::with_capacity(types.len());
    while let Some(position) = queue.pop_front() {
        order.push(position);
        for next in &later[position] {
            waiting[*next] -= 1;
            if waiting[*next] == 0 {
                queue.push_back(*next);
            }
        }
    }
    order
}

/// `Less` if the first type is more general, `Equal` where neither is.
fn compare(one: &Type, two: &Type) -> Ordering {
    match (one, two) {
        (Type::Dynamic, Type::Dynamic) => Ordering::Equal,
        (Type::Dynamic, _) => Ordering::Greater,
        (_, Type::Dynamic) => Ordering::Less,
        (Type::String, Type::Bool | Type::Number) => Ordering::Less,
        (Type::Bool | Type::Number, Type::String) => Ordering::Greater,
        (Type::List(one), Type::List(two))
        | (Type::Set(one), Type::Set(two))
        | (Type::Map(one), Type::Map(two)) => compare(one, two),
        (Type::List(_) | Type::Tuple(_), Type::Set(_))
        | (Type::List(_), Type::Tuple(_))
        | (Type::Map(_), Type::Object(_)) => Ordering::Less,
        (Type::Set(_), Type::List(_) | Type::Tuple(_))
        | (Type::Tuple(_), Type::List(_))
        | (Type::Object(_), Type::Map(_)) => Ordering::Greater,
        (Type::Object(one), Type::Object(two)) => {
            match one.attributes.keys().eq(two.attributes.keys()) {
                true => compare_all(one.attributes.values().zip(two.attributes.values())),
                false => Ordering::Equal,
            }
        }
        (Type::Tuple(one), Type::Tuple(two)) => match one.len() == two.len() {
            true => compare_all(one.iter().zip(two)),
            false => Ordering::Equal,
        },
        _ => Ordering::Equal,
    }
}

fn compare_all<'a>(pairs: impl Iterator<Item = (&'a Type, &'a Type)>) -> Ordering {
    let (mut has_less, mut has_greater) = (false, false);
    for (one, two) in pairs {
        match compare(one, two) {
            Ordering::Less => has_less = true,
            Ordering::Greater => has_greater = true,
            Ordering::Equal => {}
        }
    }
    match (has_less, has_greater) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => Ordering::Equal,
    }
}
