//! Outputs of a stack in the types that the configuration gives them.

use std::collections::BTreeMap;

use lumi_graph::{Object, Value as EngineValue};
use lumi_terraform::state_file::StateOutput;

use crate::run::{Missing, from_engine};
use crate::value::json::to_json;
use crate::value::{Type, Value};

use super::export::ExportError;

/// The outputs for a file. One that the configuration does not have any more has the type that its value suggests.
pub fn outputs(
    values: &Object,
    types: &BTreeMap<String, Type>,
) -> Result<Vec<StateOutput>, ExportError> {
    let each = values.iter();
    each.map(|(name, value)| output(name, value, types.get(name).unwrap_or(&Type::Dynamic)))
        .collect()
}

fn output(name: &str, value: &EngineValue, of: &Type) -> Result<StateOutput, ExportError> {
    let typed = from_engine(value, of, Missing::Null);
    let (typed, _) = typed.unmarked_deep();
    let text = text(&typed).ok_or_else(|| ExportError::UnknownOutput(name.to_owned()))?;
    Ok(StateOutput {
        name: name.to_owned(),
        value: match value.contains_secret() {
            true => EngineValue::secret(EngineValue::Null),
            false => EngineValue::Null,
        },
        json: text,
        of: typed.ty().to_json().to_string(),
    })
}

fn text(value: &Value) -> Option<String> {
    to_json(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_have_the_types_of_the_configuration() {
        let elements = EngineValue::Array(vec!["a".into(), EngineValue::Number(1.0)]);
        let values = Object::from_iter([
            ("set".to_owned(), EngineValue::Array(vec!["b".into()])),
            ("open".to_owned(), elements),
            (
                "big".to_owned(),
                EngineValue::secret("123456789012345678901".into()),
            ),
        ]);
        let types = BTreeMap::from([
            ("set".to_owned(), Type::set(Type::String)),
            ("big".to_owned(), Type::Number),
        ]);
        let written = outputs(&values, &types).unwrap();
        let shown = written
            .iter()
            .map(|it| format!("{} {} {}", it.name, it.json, it.of));
        let expected = [
            r#"set ["b"] ["set","string"]"#,
            r#"open ["a",1] ["tuple",["string","number"]]"#,
            "big 123456789012345678901 \"number\"",
        ];
        assert_eq!(shown.collect::<Vec<_>>(), expected);
        assert!(written[2].value.contains_secret() && !written[0].value.contains_secret());
    }
}
