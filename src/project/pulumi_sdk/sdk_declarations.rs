//! Declarations of an SDK for TypeScript.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use lumi_graph::{
    FunctionArguments, FunctionInterface, InterfaceError, ObjectType, PackageInterface,
    PackageMember, PropertyType, ResourceInterface,
};

use crate::interfaces::{
    Dialect, Direction, TypeWriter, key, nested_name, write_comment, write_enum,
    write_property_comment,
};

/// Members that resources have of themselves.
const OWN_MEMBERS: [&str; 4] = ["id", "urn", "get", "constructor"];

/// A namespace: its types, and its classes and functions.
struct Space {
    types: TypeWriter,
    body: String,
}

impl Default for Space {
    fn default() -> Self {
        Self {
            types: TypeWriter::new(Dialect::Pulumi, []),
            body: String::new(),
        }
    }
}

/// The text of `index.d.ts`.
pub fn declarations(package: &dyn PackageInterface) -> Result<String, InterfaceError> {
    let members = package.members();
    let mut spaces: BTreeMap<&str, Space> = BTreeMap::from([("", Space::default())]);
    let all = members
        .resources
        .iter()
        .chain(&members.functions)
        .chain(&members.enums);
    for member in all {
        let (path, name) = member.parts();
        let types = &mut spaces.entry(path).or_default().types;
        for name in [
            name.to_owned(),
            format!("{name}Args"),
            format!("{name}State"),
        ] {
            types.reserve(&name);
        }
    }
    let root = spaces.entry("").or_default();
    provider(root, &*package.configuration()?);
    for member in &members.resources {
        if let Some(of) = package.resource(&member.token)? {
            resource(spaces.entry(member.parts().0).or_default(), member, &of);
        }
    }
    for member in &members.functions {
        if let Some(of) = package.function(&member.token)? {
            let (path, name) = member.parts();
            function(spaces.entry(path).or_default(), name, &of);
        }
    }
    for member in &members.enums {
        if let Some(of) = package.enumeration(&member.token)? {
            let (path, name) = member.parts();
            write_enum(&mut spaces.entry(path).or_default().body, name, &of);
        }
    }
    Ok(joined(spaces))
}

fn joined(spaces: BTreeMap<&str, Space>) -> String {
    let mut text = "import * as pulumi from \"@pulumi/pulumi\";\n\n".to_owned();
    for (path, Space { types, body }) in spaces {
        let body = format!("{}{body}", types.interfaces);
        match path {
            "" => text.push_str(&body),
            path => {
                // Within a namespace, everything is a declaration already.
                let body = body.replace("export declare ", "export ");
                let _ = writeln!(text, "export declare namespace {path} {{\n{body}}}");
            }
        }
    }
    text
}

fn provider(space: &mut Space, of: &ObjectType) {
    space.types.reserve("Provider");
    space.types.reserve("ProviderArgs");
    let types = &mut space.types;
    types.write_partial("ProviderArgs", "Provider", of, Direction::Input);
    space.body.push_str(
        "export declare class Provider extends pulumi.ProviderResource {\n  \
         static isInstance(value: any): value is Provider;\n  \
         constructor(name: string, args?: ProviderArgs, opts?: pulumi.ResourceOptions);\n}\n",
    );
}

fn has_required(of: &ObjectType) -> bool {
    of.properties.iter().any(|it| it.is_required)
}

fn resource(space: &mut Space, member: &PackageMember, of: &ResourceInterface) {
    let name = member.parts().1;
    let args = format!("{name}Args");
    let types = &mut space.types;
    types.write_interface(&args, name, &of.inputs, Direction::Input);
    let mut body = String::new();
    write_comment(
        &mut body,
        "",
        &of.description,
        of.deprecation.as_deref(),
        &[],
    );
    let (base, options) = match member.is_component {
        true => ("ComponentResource", "ComponentResourceOptions"),
        false => ("CustomResource", "CustomResourceOptions"),
    };
    let _ = writeln!(body, "export declare class {name} extends pulumi.{base} {{");
    if !member.is_component {
        let state = format!("{name}State");
        let types = &mut space.types;
        types.write_partial(&state, &state, &of.outputs, Direction::Input);
        let _ = writeln!(
            body,
            "  static get(name: string, id: pulumi.Input<pulumi.ID>, state?: {state}, \
             opts?: pulumi.CustomResourceOptions): {name};"
        );
    }
    let _ = writeln!(body, "  static isInstance(value: any): value is {name};");
    members(space, &mut body, name, of);
    let mark = if has_required(&of.inputs) { "" } else { "?" };
    let _ = writeln!(
        body,
        "  constructor(name: string, args{mark}: {args}, opts?: pulumi.{options});\n}}"
    );
    space.body.push_str(&body);
}

/// The outputs and methods of a resource.
fn members(space: &mut Space, body: &mut String, name: &str, of: &ResourceInterface) {
    for property in &of.outputs.properties {
        if OWN_MEMBERS.contains(&property.name.as_str()) {
            continue;
        }
        let nested = nested_name(name, &property.name);
        let text = space.types.text(&property.of, Direction::Output, &nested);
        write_property_comment(body, property, &property.description);
        let undefined = if property.is_required {
            ""
        } else {
            " | undefined"
        };
        let key = key(&property.name);
        let _ = writeln!(body, "  readonly {key}: pulumi.Output<{text}{undefined}>;");
    }
    for method in &of.methods {
        let nested = nested_name(name, &method.name);
        let parameters = parameters(space, &nested, &method.function, Direction::Input);
        let result = format!("{nested}Result");
        let result = space
            .types
            .text(&method.function.result, Direction::Output, &result);
        let key = key(&method.name);
        let _ = writeln!(body, "  {key}({parameters}): pulumi.Output<{result}>;");
    }
}

fn function(space: &mut Space, name: &str, of: &FunctionInterface) {
    let pascal = nested_name("", name);
    let plain = parameters(space, &pascal, of, Direction::Plain);
    let lifted = parameters(space, &format!("{pascal}Output"), of, Direction::Input);
    let result = format!("{pascal}Result");
    let result = match &of.result {
        PropertyType::Object(members) => {
            space.types.reserve(&result);
            let types = &mut space.types;
            types.write_interface(&result, &pascal, members, Direction::Output);
            result
        }
        other => space.types.text(other, Direction::Output, &result),
    };
    let body = &mut space.body;
    write_comment(body, "", &of.description, of.deprecation.as_deref(), &[]);
    let separator = |parameters: &str| {
        if parameters.is_empty() {
            "args?: {}, "
        } else {
            ", "
        }
    };
    let _ = writeln!(
        body,
        "export declare function {name}({plain}{}opts?: pulumi.InvokeOptions): Promise<{result}>;\n\
         export declare function {name}Output({lifted}{}opts?: pulumi.InvokeOutputOptions): pulumi.Output<{result}>;",
        separator(&plain),
        separator(&lifted)
    );
}

/// The parameter `args`, unless there are no arguments.
fn parameters(
    space: &mut Space,
    nested: &str,
    of: &FunctionInterface,
    direction: Direction,
) -> String {
    let FunctionArguments::Named(arguments) = &of.arguments else {
        return String::new();
    };
    if arguments.properties.is_empty() {
        return String::new();
    }
    let args = format!("{nested}Args");
    let types = &mut space.types;
    types.reserve(&args);
    types.write_interface(&args, nested, arguments, direction);
    let mark = if has_required(arguments) { "" } else { "?" };
    format!("args{mark}: {args}")
}
