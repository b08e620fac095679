//! The description of a package of the project, as JSON.

use serde_json::{Map, Value, json};

use lumi_graph::{
    Choice, FunctionArguments, FunctionInterface, InterfaceError, ObjectType, PackageInterface,
    PropertySchema, PropertyType,
};

/// Everything that a package offers.
pub fn package_schema(package: &dyn PackageInterface) -> Result<Value, InterfaceError> {
    let members = package.members();
    let mut resources = Vec::new();
    for member in &members.resources {
        let Some(of) = package.resource(&member.token)? else {
            continue;
        };
        resources.push(json!({
            "type": member.token, "class": member.name, "description": of.description,
            "inputs": properties(&of.inputs), "outputs": properties(&of.outputs),
        }));
    }
    let mut functions = Vec::new();
    let kinds = [
        ("data.", &members.data),
        ("ephemeral.", &members.ephemeral),
        (members.functions_prefix(), &members.functions),
    ];
    for (before, all) in kinds {
        for member in all {
            if let Some(of) = package.function(&member.token)? {
                functions.push(function(
                    &member.token,
                    &format!("{before}{}", member.name),
                    &of,
                ));
            }
        }
    }
    Ok(json!({
        "package": members.package,
        "version": members.version,
        "description": members.description,
        "configuration": properties(&*package.configuration()?),
        "resources": resources,
        "functions": functions,
    }))
}

fn function(token: &str, name: &str, of: &FunctionInterface) -> Value {
    let arguments = match &of.arguments {
        FunctionArguments::Named(arguments) => properties(arguments),
        FunctionArguments::Positional {
            parameters,
            variadic,
        } => {
            let all = parameters.iter().map(property);
            let variadic = variadic.iter().map(|it| {
                let mut of = property(it);
                of["variadic"] = true.into();
                of
            });
            all.chain(variadic).collect()
        }
    };
    json!({
        "token": token, "name": name, "description": of.description,
        "arguments": arguments, "result": described(&of.result),
    })
}

fn properties(of: &ObjectType) -> Vec<Value> {
    of.properties.iter().map(property).collect()
}

/// The members of a type are beside the name of the property.
fn property(of: &PropertySchema) -> Value {
    let mut members = Map::new();
    members.insert("name".to_owned(), of.name.as_str().into());
    if let Value::Object(kind) = described(&of.of) {
        members.extend(kind);
    }
    members.insert("description".to_owned(), of.description.as_str().into());
    members.insert("required".to_owned(), of.is_required.into());
    members.insert("secret".to_owned(), of.is_secret.into());
    if let Some(reason) = &of.deprecation {
        members.insert("deprecated".to_owned(), reason.as_str().into());
    }
    Value::Object(members)
}

fn described(of: &PropertyType) -> Value {
    let all = |types: &[PropertyType]| types.iter().map(described).collect::<Vec<_>>();
    match of {
        PropertyType::Any => json!({ "type": "any" }),
        PropertyType::Bool => json!({ "type": "boolean" }),
        PropertyType::Number => json!({ "type": "number" }),
        PropertyType::Text => json!({ "type": "string" }),
        PropertyType::OpenChoice(texts) => json!({ "type": "string", "examples": **texts }),
        PropertyType::Choice(choices) => {
            let values: Vec<Value> = choices.iter().map(choice).collect();
            json!({ "type": "enum", "values": values })
        }
        PropertyType::Asset => json!({ "type": "asset" }),
        PropertyType::Archive => json!({ "type": "archive" }),
        PropertyType::Ephemeral => json!({ "type": "ephemeral" }),
        PropertyType::List(of) => json!({ "type": "array", "elements": described(of) }),
        PropertyType::Set(of) => json!({ "type": "set", "elements": described(of) }),
        PropertyType::OneOrMore(of) => {
            json!({ "type": "array", "elements": described(of), "oneAlone": true })
        }
        PropertyType::Map(of) => json!({ "type": "map", "elements": described(of) }),
        PropertyType::Tuple(types) => json!({ "type": "tuple", "elements": all(types) }),
        PropertyType::Union(types) => json!({ "type": "union", "types": all(types) }),
        PropertyType::Object(of) => json!({ "type": "object", "properties": properties(of) }),
    }
}

fn choice(of: &Choice) -> Value {
    match of {
        Choice::Text(text) => text.as_str().into(),
        Choice::Bool(is) => (*is).into(),
        // Not every number of a schema is one in JSON.
        Choice::Number(number) => {
            serde_json::from_str(&number.0).unwrap_or_else(|_| number.0.as_str().into())
        }
    }
}

#[cfg(test)]
mod tests {
    use lumi_graph::ChoiceNumber;

    use super::*;

    #[test]
    fn values_of_enums_are_values() {
        let number = |text: &str| Choice::Number(ChoiceNumber(text.to_owned()));
        let choices = vec![
            Choice::Text("a \"b\"".to_owned()),
            Choice::Bool(true),
            number("3"),
            number("-0.5"),
            number("Infinity"),
        ];
        let of = described(&PropertyType::Choice(choices.into()));
        assert_eq!(of["values"], json!(["a \"b\"", true, 3, -0.5, "Infinity"]));
    }
}
