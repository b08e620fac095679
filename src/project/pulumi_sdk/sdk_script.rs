//! The classes and functions of a package as JavaScript.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use lumi_graph::{
    InterfaceError, ObjectType, PackageInterface, PackageMember, PropertySchema, ResourceInterface,
};
use serde_json::{Map, Value, json};

const HEAD: &str = "\"use strict\";\nconst { component, func, provider, resource } = require(\"./runtime.js\");\n\n";

/// The text of `index.js`.
pub fn script(package: &dyn PackageInterface) -> Result<String, InterfaceError> {
    let members = package.members();
    let mut text = HEAD.to_owned();
    let lists = [&members.resources, &members.functions, &members.enums];
    let all = lists.into_iter().flatten();
    for space in spaces(all) {
        let _ = writeln!(text, "exports.{space} = {{}};");
    }
    let configuration = package.configuration()?;
    let _ = writeln!(
        text,
        "exports.Provider = provider({});",
        provider(&configuration)
    );
    for member in &members.resources {
        if let Some(of) = package.resource(&member.token)? {
            let make = if member.is_component {
                "component"
            } else {
                "resource"
            };
            let (class, token) = (
                Value::from(member.parts().1),
                Value::from(member.token.as_str()),
            );
            let _ = writeln!(
                text,
                "exports.{} = {make}({class}, {token}, {});",
                member.name,
                shape(&of)
            );
        }
    }
    functions_and_enums(package, &mut text)?;
    Ok(text)
}

fn functions_and_enums(
    package: &dyn PackageInterface,
    text: &mut String,
) -> Result<(), InterfaceError> {
    let members = package.members();
    for member in &members.functions {
        if let Some(of) = package.function(&member.token)? {
            let (token, name) = (Value::from(member.token.as_str()), &member.name);
            let _ = writeln!(
                text,
                "[exports.{name}, exports.{name}Output] = func({token}, {});",
                of.is_single
            );
        }
    }
    for member in &members.enums {
        if let Some(of) = package.enumeration(&member.token)? {
            let _ = writeln!(text, "exports.{} = {{", member.name);
            for value in &of.values {
                let _ = writeln!(
                    text,
                    "  {}: {},",
                    Value::from(value.name.as_str()),
                    value.value
                );
            }
            text.push_str("};\n");
        }
    }
    Ok(())
}

/// The namespaces of members, outer ones first.
pub fn spaces<'m>(members: impl Iterator<Item = &'m PackageMember>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for member in members {
        let mut path = member.parts().0;
        while !path.is_empty() {
            all.insert(path.to_owned());
            path = path.rsplit_once('.').map_or("", |it| it.0);
        }
    }
    all
}

fn shape(of: &ResourceInterface) -> Value {
    let methods = of.methods.iter();
    let methods = methods.map(|it| (it.name.clone(), Value::from(it.token.as_str())));
    json!({
        "inputs": names(&of.inputs, |_| true),
        "required": names(&of.inputs, |it| it.is_required),
        "outputs": names(&of.outputs, |_| true),
        "secretInputs": names(&of.inputs, |it| it.is_secret),
        "secretOutputs": names(&of.outputs, |it| it.is_secret),
        "methods": methods.collect::<Map<_, _>>(),
    })
}

fn provider(of: &ObjectType) -> Value {
    json!({
        "inputs": names(of, |_| true),
        "secretInputs": names(of, |it| it.is_secret),
        "texts": names(of, |it| it.of.is_text()),
    })
}

fn names(of: &ObjectType, is_meant: impl Fn(&PropertySchema) -> bool) -> Vec<&str> {
    let properties = of.properties.iter().filter(|it| is_meant(it));
    properties.map(|it| it.name.as_str()).collect()
}
