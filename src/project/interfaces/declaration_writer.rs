//! The declarations of one class or function.

use std::fmt::Write as _;

use lumi_graph::{
    EnumInterface, FunctionArguments, FunctionInterface, MethodInterface, ObjectType,
    ResourceInterface,
};

use super::doc_comment::write_comment;
use super::type_dialect::Dialect;
use super::type_writer::{
    Direction, TypeWriter, key, nested_name, or_null, write_property_comment,
};

/// Members that resources have of themselves.
const OWN_MEMBERS: [&str; 5] = ["id", "urn", "then", "toJSON", "constructor"];

/// The file of a class or a component; `up` leads to the folder of types.
pub fn class_file(name: &str, is_component: bool, of: &ResourceInterface, up: &str) -> String {
    let args = format!("{name}Args");
    let mut writer = writer([name, &args]);
    writer.write_interface(&args, name, &of.inputs, Direction::Input);
    let mut body = class_body(&mut writer, name, is_component, of);
    body.insert_str(0, &writer.interfaces);
    with_imports(up, &body)
}

fn writer<const N: usize>(names: [&str; N]) -> TypeWriter {
    TypeWriter::new(Dialect::Lumi, names.map(str::to_owned))
}

fn class_body(
    writer: &mut TypeWriter,
    name: &str,
    is_component: bool,
    of: &ResourceInterface,
) -> String {
    let mut body = String::new();
    write_comment(
        &mut body,
        "",
        &of.description,
        of.deprecation.as_deref(),
        &[],
    );
    let _ = writeln!(
        body,
        "export declare class {name} extends lumi.{} {{",
        match is_component {
            true => "PackageComponent",
            false => "PackageResource",
        }
    );
    for property in &of.outputs.properties {
        if OWN_MEMBERS.contains(&property.name.as_str()) {
            continue;
        }
        let text = writer.text(
            &property.of,
            Direction::Output,
            &nested_name(name, &property.name),
        );
        write_property_comment(&mut body, property, &property.description);
        let (key, text) = (key(&property.name), or_null(&text, property));
        let _ = writeln!(body, "  readonly {key}: lumi.Property<{text}>;");
    }
    for method in &of.methods {
        write_method(&mut body, writer, name, method);
    }
    write_constructor(&mut body, name, is_component, has_required(&of.inputs));
    let _ = writeln!(
        body,
        "  static isInstance(value: unknown): value is {name};\n}}"
    );
    body
}

/// The constructor of a class, and how an existing resource is read.
fn write_constructor(body: &mut String, name: &str, is_component: bool, has_required: bool) {
    let mark = if has_required { "" } else { "?" };
    let options = match is_component {
        true => "RemoteComponentOptions",
        false => "CustomResourceOptions",
    };
    let _ = writeln!(
        body,
        "  constructor(name: string, args{mark}: {name}Args, options?: lumi.{options});"
    );
    if !is_component {
        let _ = writeln!(
            body,
            "  /** Reads an existing resource by its id instead of creating one. */\n  \
             static get(name: string, id: lumi.Input<string>, options?: lumi.{options}): {name};"
        );
    }
}

fn write_method(body: &mut String, writer: &mut TypeWriter, class: &str, of: &MethodInterface) {
    if OWN_MEMBERS.contains(&of.name.as_str()) {
        return;
    }
    let (function, name) = (&of.function, nested_name(class, &of.name));
    let result = writer.text(
        &function.result,
        Direction::Output,
        &format!("{name}Result"),
    );
    let parameters = match &function.arguments {
        FunctionArguments::Named(arguments) if !arguments.properties.is_empty() => {
            let args = format!("{name}Args");
            writer.write_interface(&args, &name, arguments, Direction::Input);
            let mark = if has_required(arguments) { "" } else { "?" };
            format!("args{mark}: {args}")
        }
        _ => String::new(),
    };
    write_comment(
        body,
        "  ",
        &function.description,
        function.deprecation.as_deref(),
        &[],
    );
    let key = key(&of.name);
    let _ = writeln!(body, "  {key}({parameters}): lumi.Property<{result}>;");
}

/// The names of the values of an enumeration, and the type of its values.
pub fn write_enum(text: &mut String, name: &str, of: &EnumInterface) {
    write_comment(text, "", &of.description, None, &[]);
    let _ = writeln!(text, "export declare const {name}: {{");
    for value in &of.values {
        write_comment(
            text,
            "  ",
            &value.description,
            value.deprecation.as_deref(),
            &[],
        );
        let _ = writeln!(text, "  readonly {}: {};", key(&value.name), value.value);
    }
    let _ = writeln!(
        text,
        "}};\nexport type {name} = (typeof {name})[keyof typeof {name}];"
    );
}

fn has_required(of: &ObjectType) -> bool {
    of.properties.iter().any(|it| it.is_required)
}

pub fn function_file(name: &str, of: &FunctionInterface, up: &str) -> String {
    let local = format!("{name}_");
    let pascal = nested_name("", name);
    let args = format!("{pascal}Args");
    let mut writer = writer([&local, &args]);
    // The result repeats no description of an argument, so the arguments are written before it.
    let parameters = parameters(&mut writer, &args, &pascal, &of.arguments);
    let result = writer.text(&of.result, Direction::Output, &format!("{pascal}Result"));
    let mut body = String::new();
    write_comment(
        &mut body,
        "",
        &of.description,
        of.deprecation.as_deref(),
        &[],
    );
    let _ = writeln!(
        body,
        "declare function {local}({parameters}): lumi.Property<{result}>;"
    );
    let _ = writeln!(body, "export {{ {local} as {name} }};");
    body.insert_str(0, &writer.interfaces);
    with_imports(up, &body)
}

/// The parameters of a function: an object called `args`, or one for each argument.
fn parameters(
    writer: &mut TypeWriter,
    args: &str,
    pascal: &str,
    arguments: &FunctionArguments,
) -> String {
    match arguments {
        FunctionArguments::Named(of) => {
            writer.write_interface(args, pascal, of, Direction::Input);
            let mark = if has_required(of) { "" } else { "?" };
            format!("args{mark}: {args}, options?: lumi.InvokeOptions")
        }
        FunctionArguments::Positional {
            parameters,
            variadic,
        } => {
            let mut texts = Vec::new();
            for (at, parameter) in parameters.iter().enumerate() {
                let of = writer.text(
                    &parameter.of,
                    Direction::Input,
                    &nested_name(pascal, &parameter.name),
                );
                let null = if parameter.is_required { "" } else { " | null" };
                texts.push(format!(
                    "{}: lumi.Input<{of}{null}>",
                    parameter_name(&parameter.name, at)
                ));
            }
            if let Some(parameter) = variadic {
                let of = writer.text(
                    &parameter.of,
                    Direction::Input,
                    &nested_name(pascal, &parameter.name),
                );
                texts.push(format!("...rest: lumi.Input<{of}>[]"));
            }
            texts.join(", ")
        }
    }
}

/// The name of a parameter in declarations: reserved words of TypeScript cannot be one, and no reserved word ends with `_`.
fn parameter_name(name: &str, at: usize) -> String {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    match name.starts_with(|it: char| it.is_ascii_alphabetic()) && name.chars().all(is_part) {
        true => format!("{name}_"),
        false => format!("argument{at}"),
    }
}

/// The class of providers.
pub fn provider_file(of: &ObjectType, up: &str) -> String {
    let mut writer = writer(["Provider", "ProviderArgs"]);
    writer.write_interface("ProviderArgs", "Provider", of, Direction::Input);
    let mut body = writer.interfaces;
    body.push_str(
        "/** The package with a configuration of its own. */\n\
         export declare class Provider extends lumi.ProviderResource {\n  \
         constructor(name: string, args?: ProviderArgs, options?: lumi.CustomResourceOptions);\n}\n",
    );
    with_imports(up, &body)
}

/// The namespace has a name that no class has.
fn with_imports(up: &str, body: &str) -> String {
    format!("import * as lumi from \"{up}/lumi/package.js\";\n\n{body}")
}
