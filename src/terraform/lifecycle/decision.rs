//! Whether a plan creates, updates or replaces.

use crate::cty::{Path, Value, ValueError};
use crate::schema::Block;

/// The action of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Create,
    Nothing,
    Update,
    Replace,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub action: Action,
    /// Why it replaces.
    pub replaces: Vec<Path>,
    /// Places that the provider named, and that no value of the schema has.
    pub wrong: Vec<ValueError>,
}

/// Decides from the value before, the planned one, and the places that the provider says cannot be
/// changed in an object that exists. A place without a change does not count.
pub fn decide(block: &Block, prior: &Value, planned: &Value, named: Vec<Path>) -> Decision {
    let mut decision = Decision {
        action: Action::Create,
        replaces: Vec::new(),
        wrong: Vec::new(),
    };
    if prior.is_null() {
        return decision;
    }
    let mut written = Vec::new();
    block.visit(prior, &mut |attribute, path, _| {
        if attribute.is_write_only {
            written.push(path.clone());
        }
    });
    let mut is_forced = false;
    for path in named {
        // The change of what is only written cannot be seen.
        if written.contains(&path) {
            is_forced = true;
            decision.replaces.push(path);
            continue;
        }
        match (prior.at(&path), planned.at(&path)) {
            (Err(_), Err(_)) => decision.wrong.push(ValueError {
                path,
                reason: "the schema has no such place".to_owned(),
            }),
            (Ok(prior), Ok(planned)) if prior == planned && planned.is_wholly_known() => {}
            _ => decision.replaces.push(path),
        }
    }
    decision.action = match (planned == prior, decision.replaces.is_empty()) {
        (true, _) if !is_forced => Action::Nothing,
        (_, false) => Action::Replace,
        (_, true) => Action::Update,
    };
    decision
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::cty::Type;
    use crate::schema::{Attribute, AttributeKind};

    fn block() -> Block {
        let attribute = |is_write_only| Attribute {
            kind: AttributeKind::Of(Type::String),
            is_required: false,
            is_optional: true,
            is_computed: false,
            is_sensitive: false,
            is_write_only,
            is_deprecated: false,
            deprecation_message: String::new(),
            description: String::new(),
        };
        let attributes = [("a", false), ("b", false), ("w", true)];
        let attributes = attributes.map(|(name, it)| (name.to_owned(), attribute(it)));
        Block {
            attributes: BTreeMap::from(attributes),
            ..Block::default()
        }
    }

    fn value(a: Value, b: Value) -> Value {
        Value::object([("a", a), ("b", b), ("w", Value::Null)])
    }

    fn action(prior: &Value, planned: &Value, named: &[&str]) -> Action {
        let named = named.iter().map(|it| Path::attribute(*it)).collect();
        decide(&block(), prior, planned, named).action
    }

    #[test]
    fn a_change_decides_together_with_its_place() {
        let text = Value::string;
        let prior = value(text("1"), text("1"));
        let changed = value(text("2"), text("1"));
        assert_eq!(action(&Value::Null, &prior, &["a"]), Action::Create);
        assert_eq!(action(&prior, &prior, &[]), Action::Nothing);
        assert_eq!(action(&prior, &prior, &["a"]), Action::Nothing);
        assert_eq!(action(&prior, &changed, &[]), Action::Update);
        assert_eq!(action(&prior, &changed, &["b"]), Action::Update);
        assert_eq!(action(&prior, &changed, &["a"]), Action::Replace);
        assert_eq!(action(&prior, &prior, &["w"]), Action::Replace);
        let unknown = value(Value::UNKNOWN, text("1"));
        assert_eq!(action(&prior, &unknown, &["a"]), Action::Replace);
        let wrong = decide(&block(), &prior, &changed, vec![Path::attribute("z")]);
        assert_eq!(
            wrong.wrong[0].to_string(),
            "`z`: the schema has no such place"
        );
    }
}
