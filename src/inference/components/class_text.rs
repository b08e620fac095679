//! The text of a class of components.

use std::collections::BTreeSet;

use super::component_classes::ComponentClass;
use crate::code::{Code, Names};
use crate::layout::ObjectLines;

/// The type of the options of components, as it is imported.
const OPTIONS: &str = "type ComponentResourceOptions";

/// Adds the names of the SDK that a class uses.
pub fn class_names(class: &ComponentClass, names: &mut BTreeSet<&'static str>) {
    names.extend(["ComponentResource", OPTIONS]);
    class.inputs.sdk_names(names);
    for member in &class.members {
        member.code.sdk_names(names);
        if member.field.is_some() {
            member.of.sdk_names(names);
        }
    }
    if let Some(outputs) = &class.outputs {
        outputs.sdk_names(names);
    }
}

/// The interface of its arguments, and the class.
pub fn class_text(class: &ComponentClass, names: &Names<'_>) -> String {
    let mut text = String::new();
    let mut arguments = String::new();
    if !class.arguments.is_empty() {
        text.push_str(&interface_text(class));
        arguments = format!("args: {}Args, ", class.name);
    }
    text.push_str(&format!(
        "class {} extends ComponentResource {{\n",
        class.name
    ));
    let fields = fields_text(class, names);
    if !fields.is_empty() {
        text.push_str(&fields);
        text.push('\n');
    }
    text.push_str(&format!(
        "  constructor(name: string, {arguments}options?: ComponentResourceOptions) {{\n"
    ));
    let super_arguments = vec![
        Code::string(&class.token),
        Code::text("name"),
        class.inputs.clone(),
        Code::text("options"),
    ];
    push_line(
        &mut text,
        "",
        &Code::call(Code::text("super"), super_arguments),
        names,
    );
    for member in &class.members {
        let head = member.field.as_ref().map(|it| format!("this.{it} = "));
        push_line(&mut text, &head.unwrap_or_default(), &member.code, names);
    }
    if let Some(outputs) = &class.outputs {
        let function = Code::text("this.registerOutputs");
        push_line(
            &mut text,
            "",
            &Code::call(function, vec![outputs.clone()]),
            names,
        );
    }
    text.push_str("  }\n}");
    text
}

fn interface_text(class: &ComponentClass) -> String {
    let mut text = format!("interface {}Args {{\n", class.name);
    for (argument, of) in &class.arguments {
        text.push_str(&format!("  {argument}: {of};\n"));
    }
    text.push_str("}\n\n");
    text
}

fn fields_text(class: &ComponentClass, names: &Names<'_>) -> String {
    let members = class.members.iter();
    let fields = members.filter_map(|it| {
        let field = it.field.as_ref()?;
        Some(format!("  readonly {field}: {};\n", it.of.flat(names)))
    });
    fields.collect()
}

/// A statement of the constructor.
fn push_line(text: &mut String, head: &str, code: &Code, names: &Names<'_>) {
    let before = 4 + head.chars().count();
    let code = code.lines(names, ObjectLines::OneWhereItFits, 2, (before, 1));
    text.push_str(&format!("    {head}{code};\n"));
}
