//! Random programs of literals, and random drift.

use lumi_graph::{Object, PropertyPath, Value};
use proptest::prelude::*;
use rustc_hash::FxHashSet;

use super::literal::constant;
use super::module_source::{ModuleSource, inputs_at};
use super::tests::{constructions, file, graph, reconciled};
use super::*;

/// How a random program is written.
#[derive(Clone, Copy, Debug)]
struct Style {
    has_lines: bool,
    has_trailing_comma: bool,
    has_comments: bool,
    quote: char,
}

fn style() -> impl Strategy<Value = Style> {
    (any::<[bool; 4]>()).prop_map(
        |[has_lines, has_trailing_comma, has_comments, single]| Style {
            has_lines,
            has_trailing_comma,
            has_comments,
            quote: if single { '\'' } else { '"' },
        },
    )
}

impl Style {
    fn text(self, value: &Value, indent: usize) -> String {
        match value {
            Value::Array(items) => {
                let items = items.iter().map(|it| self.text(it, indent + 2));
                self.list('[', ']', items.collect(), indent)
            }
            Value::Object(members) => {
                let members = members.iter().enumerate().map(|(index, (key, it))| {
                    let comment = match self.has_comments && indent == 0 {
                        true => format!("/* c{index} */ "),
                        false => String::new(),
                    };
                    format!(
                        "{comment}{}: {}",
                        lumi_inference::member_key(key),
                        self.text(it, indent + 2)
                    )
                });
                self.list('{', '}', members.collect(), indent)
            }
            scalar => literal::text(scalar, self.quote).unwrap(),
        }
    }

    fn list(self, open: char, close: char, items: Vec<String>, indent: usize) -> String {
        if items.is_empty() {
            return format!("{open}{close}");
        }
        let comma = if self.has_trailing_comma { "," } else { "" };
        let inner = " ".repeat(indent + 2);
        match self.has_lines {
            true => {
                let note = if self.has_comments { " // note" } else { "" };
                let list = items.join(&format!(",\n{inner}"));
                format!("{open}\n{inner}{list}{comma}{note}\n{}{close}", &inner[2..])
            }
            false => format!("{open} {}{comma} {close}", items.join(", ")),
        }
    }
}

fn any_scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        (-50i32..50).prop_map(|it| Value::Number(f64::from(it) / 4.0)),
        "[a-z'\"`$\\\\{}\n ]{0,6}".prop_map(Value::String),
    ]
}

fn any_value() -> impl Strategy<Value = Value> {
    any_scalar().prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec(("[a-d]|a-b|1", inner), 0..4)
                .prop_map(|it| Value::Object(it.into_iter().collect())),
        ]
    })
}

fn any_inputs() -> impl Strategy<Value = Object> {
    prop::collection::vec(("[a-e]|a-b", any_value()), 0..5).prop_map(|it| it.into_iter().collect())
}

/// Some members are others, some are gone, some are new.
fn changed(value: &Value, other: &Value, seed: u64) -> Value {
    match (value, other) {
        (Value::Object(members), Value::Object(others)) => {
            let mut result = Object::default();
            for (index, (key, it)) in members.iter().enumerate() {
                match (seed >> (index % 20)) % 3 {
                    0 => drop(result.insert(key.clone(), it.clone())),
                    1 => {
                        let other = others.values().next().unwrap_or(&Value::Null);
                        result.insert(key.clone(), changed(it, other, seed / 3));
                    }
                    _ => {}
                }
            }
            result.extend(others.iter().map(|(key, it)| (key.clone(), it.clone())));
            Value::Object(result)
        }
        (Value::Array(items), Value::Array(others)) => {
            let kept = items.iter().take((seed % 4) as usize).cloned();
            let rest = items.iter().skip((seed % 5) as usize).cloned();
            kept.chain(others.iter().cloned())
                .chain(rest)
                .collect::<Vec<_>>()
                .into()
        }
        (_, other) => other.clone(),
    }
}

fn inputs_of(text: &str) -> Option<Value> {
    let (line, column) = constructions(text)[0];
    let read = |source: &ModuleSource<'_>, module: &_| {
        let at = source.lines.offset(line, column)?;
        let inputs = inputs_at(module, FxHashSet::from_iter([at]));
        constant(inputs.get(&at)?)
    };
    ModuleSource::parse("index.ts", text, read).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_program_of_literals_adopts_any_drift(
        old in any_inputs(), other in any_inputs(), seed in any::<u64>(), style in style(),
    ) {
        let written = style.text(&Value::Object(old.clone()), 0);
        let text = format!("// A program.\nexport const a = new fs.File('a', {written}, {{ protect: true }}); // end\n");
        let new = changed(&Value::Object(old.clone()), &Value::Object(other), seed);
        let Value::Object(new_inputs) = new.clone() else { unreachable!() };
        let (edited, outcomes) = reconciled(&text, &[(old.clone(), new_inputs.clone())]);
        prop_assert!(outcomes.iter().all(|it| it.contains("edited")), "{outcomes:?}\n{text}");
        prop_assert_eq!(inputs_of(&edited), Some(new), "{}\n{}", text, edited);
        for (index, key) in old.keys().enumerate() {
            // The comment of a property that goes may go with it.
            let comment = format!("/* c{index} */");
            prop_assert!(!new_inputs.contains_key(key) || !text.contains(&comment) || edited.contains(&comment), "{text}\n{edited}");
        }
        prop_assert_eq!(edited == text, old == new_inputs);
    }

    #[test]
    fn paths_are_set(inputs in any_inputs(), other in any_inputs(), seed in any::<u64>()) {
        let Value::Object(new) = changed(&Value::Object(inputs.clone()), &Value::Object(other), seed) else { unreachable!() };
        let of = |it: &Object| graph(vec![file("a", it.clone(), None)]);
        let mut set = inputs.clone();
        for resource in drifts(&of(&inputs), &of(&new), &of(&inputs)) {
            let Drift::Changed(all) = resource.drift else { unreachable!() };
            for it in all {
                prop_assert!(values::set(&mut set, &it.path, it.world));
            }
        }
        prop_assert_eq!(set, new);
        prop_assert!(!values::set(&mut Object::default(), &PropertyPath::new(), None));
    }
}
