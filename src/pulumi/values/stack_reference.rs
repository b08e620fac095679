//! References to other stacks.

use lumi_graph::{Object, Value};

/// The id of a stack reference in Lumi: without the organization.
pub fn stack_id(id: &str) -> &str {
    match id.split_once('/') {
        Some((_, rest)) if rest.contains('/') => rest,
        _ => id,
    }
}

/// The outputs as the class `StackReference` expects them: secret outputs are listed by name.
pub fn stack_outputs(mut outputs: Object, asked: &str) -> Object {
    let mut secret = Vec::new();
    if let Some(Value::Object(all)) = outputs.get("outputs") {
        let names = all.iter().filter(|(_, it)| it.contains_secret());
        secret = names.map(|(name, _)| Value::from(name.as_str())).collect();
    }
    outputs.insert("secretOutputNames".to_owned(), Value::Array(secret));
    outputs.insert("name".to_owned(), asked.into());
    outputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_are_those_of_the_backend() {
        assert_eq!(stack_id("dev"), "dev");
        assert_eq!(stack_id("web/dev"), "web/dev");
        assert_eq!(stack_id("organization/web/dev"), "web/dev");
    }
}
