//! The text about a subject.

use std::fmt::Write as _;

use lumi_graph::{
    FunctionArguments, FunctionInterface, ObjectType, PackageInterface, PropertySchema,
    ResourceInterface,
};

use super::subject::{FoundProperty, Member, Subject, named_members};
use super::type_label::{object_in, type_label};

/// A page, which ends with a line break. Names and descriptions come from others: the page is not escaped.
pub fn text(subject: &Subject) -> String {
    let mut text = String::new();
    match subject {
        Subject::Package(package) => write_package(&mut text, &**package),
        Subject::Class(member, class) => write_class(&mut text, member, class),
        Subject::Function(member, function) => write_function(&mut text, member, function),
        Subject::Enumeration(member, of) => {
            let _ = writeln!(text, "enum {}  ({})", member.path, member.token);
            write_prose(&mut text, &of.description, None);
            for value in &of.values {
                let _ = writeln!(text, "  {} = {}", value.name, value.value);
            }
        }
        Subject::Property(found) => write_found(&mut text, found),
    }
    text
}

fn write_package(text: &mut String, package: &dyn PackageInterface) {
    let members = package.members();
    let version = match members.version.as_str() {
        "" => String::new(),
        version => format!(" {version}"),
    };
    let _ = writeln!(text, "package {}{version}", members.package);
    write_prose(text, &members.description, None);
    for (path, _) in named_members(members) {
        let _ = writeln!(text, "  {path}");
    }
}

fn write_class(text: &mut String, member: &Member, class: &ResourceInterface) {
    let _ = writeln!(text, "class {}  ({})", member.path, member.token);
    write_prose(text, &class.description, class.deprecation.as_deref());
    write_properties(text, "Inputs", &class.inputs.properties, Side::Input);
    // An output that is an input, too, is described once.
    let own = |it: &&PropertySchema| class.inputs.get(&it.name).is_none();
    let own: Vec<PropertySchema> = { &class.outputs.properties }
        .iter()
        .filter(own)
        .cloned()
        .collect();
    write_properties(text, "Outputs, besides the inputs", &own, Side::Output);
    if !class.methods.is_empty() {
        let _ = writeln!(text, "\nMethods");
        for method in &class.methods {
            let result = type_label(&method.function.result);
            let _ = writeln!(text, "  {}(): {result}", method.name);
            write_summary(text, &method.function.description);
        }
    }
}

fn write_function(text: &mut String, member: &Member, function: &FunctionInterface) {
    let _ = writeln!(text, "function {}  ({})", member.path, member.token);
    write_prose(text, &function.description, function.deprecation.as_deref());
    match &function.arguments {
        FunctionArguments::Named(of) => {
            write_properties(text, "Arguments", &of.properties, Side::Input);
        }
        FunctionArguments::Positional {
            parameters,
            variadic,
        } => {
            let all: Vec<PropertySchema> = { parameters.iter() }
                .chain(variadic.as_deref())
                .cloned()
                .collect();
            write_properties(text, "Parameters", &all, Side::Input);
        }
    }
    match object_in(&function.result) {
        Some(of) => write_properties(text, "Result", &of.properties, Side::Output),
        None => {
            let _ = writeln!(text, "\nResult\n  {}", type_label(&function.result));
        }
    }
}

fn write_found(text: &mut String, found: &FoundProperty) {
    let sides = [
        ("input", Side::Input, &found.input),
        ("output", Side::Output, &found.output),
    ];
    let mut described = String::new();
    for (name, side, property) in sides {
        let Some(property) = property else { continue };
        let _ = writeln!(text, "{name} {}: {}", found.path, signature(property, side));
        if property.description != described {
            write_prose(text, &property.description, property.deprecation.as_deref());
            described.clone_from(&property.description);
        }
    }
    let object = found.input.as_ref().and_then(|it| object_in(&it.of));
    let (object, side): (Option<&ObjectType>, Side) = match object {
        Some(of) => (Some(of), Side::Input),
        None => {
            let of = found.output.as_ref().and_then(|it| object_in(&it.of));
            (of, Side::Output)
        }
    };
    if let Some(of) = object {
        write_properties(text, "Members", &of.properties, side);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Input,
    Output,
}

fn write_properties(text: &mut String, title: &str, properties: &[PropertySchema], side: Side) {
    if properties.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{title}");
    // Required ones first: a program cannot do without them.
    let is_required = |it: &&PropertySchema| side == Side::Input && it.is_required;
    let required = properties.iter().filter(is_required);
    let rest = properties.iter().filter(|it| !is_required(it));
    for property in required.chain(rest) {
        let _ = writeln!(text, "  {}: {}", property.name, signature(property, side));
        write_summary(text, &property.description);
    }
}

/// The type of a property, and its marks.
fn signature(property: &PropertySchema, side: Side) -> String {
    let mut text = type_label(&property.of);
    let marks = [
        (side == Side::Input && property.is_required, "required"),
        (property.is_secret, "secret"),
        (property.deprecation.is_some(), "deprecated"),
    ];
    for (is_set, mark) in marks {
        if is_set {
            let _ = write!(text, "  [{mark}]");
        }
    }
    text
}

/// The first sentence of a description, below a property.
fn write_summary(text: &mut String, description: &str) {
    let paragraph = description.split("\n\n").next().unwrap_or_default();
    let paragraph = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = match paragraph.find(". ") {
        Some(end) => &paragraph[..=end],
        None => &paragraph,
    };
    if !sentence.is_empty() {
        let _ = writeln!(text, "      {sentence}");
    }
}

fn write_prose(text: &mut String, description: &str, deprecation: Option<&str>) {
    if let Some(reason) = deprecation {
        let _ = writeln!(text, "\n  Deprecated: {}", reason.trim());
    }
    if description.trim().is_empty() {
        return;
    }
    text.push('\n');
    for line in description.trim().lines() {
        let _ = writeln!(text, "{}", format!("  {line}").trim_end());
    }
}
