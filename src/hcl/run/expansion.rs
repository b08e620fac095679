//! How many instances a block has: `count`, `for_each`, `enabled`.

use crate::config::Repetition;
use crate::expression::{Scope, evaluate};
use crate::syntax::{Diagnostic, Diagnostics, Expression, Span};
use crate::value::{Mark, Type, Value, convert};

use super::address::InstanceKey;

/// More instances than this are taken for a mistake.
const MOST: usize = 10_000_000;

/// The instances of a block.
#[derive(Clone, Debug)]
pub enum Expansion {
    Single,
    /// `enabled`.
    Optional(bool),
    Count(u64),
    /// The keys and values of `for_each`.
    Each(Vec<(String, Value)>),
}

/// The values of `each` and `count` in an instance.
#[derive(Clone, Debug, Default)]
pub struct Repeated {
    pub each: Option<(Value, Value)>,
    pub index: Option<u64>,
}

impl Expansion {
    /// # Errors
    ///
    /// The value is not known, or of a wrong type.
    pub fn evaluate(repetition: &Repetition, scope: &dyn Scope) -> Result<Self, Diagnostics> {
        match repetition {
            Repetition::Once => Ok(Self::Single),
            Repetition::Count(expression) => count(expression, scope),
            Repetition::ForEach(expression) => for_each(expression, scope),
            Repetition::Enabled(expression) => enabled(expression, scope),
        }
    }

    /// The keys, with what the instances see of them.
    pub fn instances(&self) -> Vec<(InstanceKey, Repeated)> {
        match self {
            Self::Single | Self::Optional(true) => vec![(InstanceKey::None, Repeated::default())],
            Self::Optional(false) => Vec::new(),
            Self::Count(count) => {
                let each = (0..*count).map(|index| {
                    let repeated = Repeated {
                        each: None,
                        index: Some(index),
                    };
                    (InstanceKey::Number(index), repeated)
                });
                each.collect()
            }
            Self::Each(members) => {
                let each = members.iter().map(|(key, value)| {
                    let repeated = Repeated {
                        each: Some((Value::string(key), value.clone())),
                        index: None,
                    };
                    (InstanceKey::Text(key.clone()), repeated)
                });
                each.collect()
            }
        }
    }

    /// The values of all instances as one, by their order.
    pub fn collect(&self, values: Vec<Value>, of: &Type) -> Value {
        match self {
            Self::Single | Self::Optional(true) => {
                let mut values = values.into_iter();
                values.next().unwrap_or_else(|| Value::unknown(of.clone()))
            }
            Self::Optional(false) => Value::null(of.clone()),
            Self::Count(_) => Value::tuple(values),
            Self::Each(members) => {
                let keys = members.iter().map(|(key, _)| key.clone());
                Value::object(keys.zip(values))
            }
        }
    }
}

fn error(summary: &str, detail: impl Into<String>, span: &Span) -> Diagnostics {
    Diagnostic::error(summary, detail.into(), span).into()
}

/// A value without marks, which must be known.
fn known(
    name: &str,
    expression: &Expression,
    scope: &dyn Scope,
    allows_sensitive: bool,
) -> Result<Value, Diagnostics> {
    let span = &expression.span;
    let message = format!("`{name}` is not valid");
    let value = evaluate(expression, scope)?;
    let (plain, marks) = value.unmarked();
    if marks.contains(&Mark::Ephemeral) {
        return Err(error(
            &message,
            "an ephemeral value cannot decide what there is",
            span,
        ));
    }
    if marks.contains(&Mark::Sensitive) && !allows_sensitive {
        let detail = "a sensitive value would be seen in the names of instances; use `nonsensitive`, if it may be seen";
        return Err(error(&message, detail, span));
    }
    if plain.is_null() {
        return Err(error(&message, "the value is null", span));
    }
    if plain.is_unknown() {
        let detail = "the value is known only after deployment, so that it is not known how many instances there are; \
                      use values that the configuration has, or deploy what it depends on with `--target` first";
        return Err(error(&message, detail, span));
    }
    Ok(plain)
}

fn count(expression: &Expression, scope: &dyn Scope) -> Result<Expansion, Diagnostics> {
    let value = known("count", expression, scope, true)?;
    let number = convert(&value, &Type::Number).ok();
    let number = number.as_ref().and_then(Value::as_number).cloned();
    let Some(number) = number else {
        return Err(error(
            "`count` is not valid",
            "a number is required",
            &expression.span,
        ));
    };
    let count = number.to_usize().filter(|_| number.is_integer());
    match count.filter(|it| *it <= MOST) {
        Some(count) => Ok(Expansion::Count(count as u64)),
        None => {
            let detail = format!("a whole number from 0 to {MOST} is required");
            Err(error("`count` is not valid", detail, &expression.span))
        }
    }
}

fn enabled(expression: &Expression, scope: &dyn Scope) -> Result<Expansion, Diagnostics> {
    let value = known("enabled", expression, scope, true)?;
    let flag = convert(&value, &Type::Bool)
        .ok()
        .and_then(|it| it.as_bool());
    match flag {
        Some(flag) => Ok(Expansion::Optional(flag)),
        None => Err(error(
            "`enabled` is not valid",
            "`true` or `false` is required",
            &expression.span,
        )),
    }
}

fn for_each(expression: &Expression, scope: &dyn Scope) -> Result<Expansion, Diagnostics> {
    let value = known("for_each", expression, scope, false)?;
    let span = &expression.span;
    let wrong = || {
        let detail =
            "a map, an object or a set of texts is required; `toset` makes a set of a list";
        error("`for_each` is not valid", detail, span)
    };
    match value.ty() {
        Type::Map(_) | Type::Object(_) => {
            let members = value.members().into_iter().flatten();
            Ok(Expansion::Each(
                members.map(|(key, it)| (key.clone(), it.clone())).collect(),
            ))
        }
        Type::Set(_) => {
            let mut all = Vec::new();
            for element in value.elements().into_iter().flatten() {
                let (plain, marks) = element.unmarked();
                if marks.contains(&Mark::Sensitive) || plain.is_unknown() || plain.is_null() {
                    let detail =
                        "each text of the set must be known, and neither null nor sensitive";
                    return Err(error("`for_each` is not valid", detail, span));
                }
                let key = plain.as_str().ok_or_else(wrong)?;
                all.push((key.to_owned(), plain.clone()));
            }
            all.sort_by(|a, b| a.0.cmp(&b.0));
            Ok(Expansion::Each(all))
        }
        _ => Err(wrong()),
    }
}

impl Repeated {
    /// `each` and `count`.
    pub fn variables(&self) -> std::collections::BTreeMap<String, Value> {
        let mut all = std::collections::BTreeMap::new();
        if let Some((key, value)) = &self.each {
            let each = [("key", key.clone()), ("value", value.clone())];
            all.insert("each".to_owned(), Value::object(each));
        }
        if let Some(index) = self.index {
            let index = Value::integer(i64::try_from(index).unwrap_or(i64::MAX));
            all.insert("count".to_owned(), Value::object([("index", index)]));
        }
        all
    }
}
