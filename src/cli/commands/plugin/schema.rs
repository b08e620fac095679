//! `lumi plugin schema`: what a plugin says of its package.

use std::io::Write;

use serde_json::{Value, json};

use crate::backend::wait;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::plugins;
use crate::terminal::Terminal;
use crate::ui::report::Report;
use lumi_provider::{PackageName, PluginSettings, plugin_schema};
use lumi_rpc::lumirpc as wire;

use super::usage;
use wire::property_schema::Type;

/// Asks the plugin that a run would take.
pub(super) fn write(
    package: &str,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let name = PackageName::parse(package)
        .ok_or_else(|| usage(format!("`{package}` is not a package name")))?;
    let program = plugins::folders().program(&name);
    let program =
        program.ok_or_else(|| usage(format!("there is no plugin `{name}` that could be asked")))?;
    let log = plugins::aside(&name, terminal);
    let asked = wait(plugin_schema(
        &program,
        &name,
        PluginSettings::STARTUP_TIMEOUT,
        log,
    ))?;
    let failed = |message: String| Failure::new(Exit::Failure, Report::error(message));
    let schema = asked.map_err(|error| failed(error.to_string()))?;
    let schema = schema
        .ok_or_else(|| failed(format!("the plugin `{name}` does not describe its package")))?;
    writeln!(out, "{:#}", as_value(&name, &schema))?;
    Ok(Exit::Success)
}

fn as_value(package: &PackageName, schema: &wire::GetSchemaResponse) -> Value {
    let resource = |it: &wire::ResourceSchema| {
        json!({
            "type": it.r#type, "description": it.description,
            "inputs": properties(&it.inputs), "outputs": properties(&it.outputs),
        })
    };
    let function = |it: &wire::FunctionSchema| {
        json!({
            "token": it.token, "description": it.description,
            "arguments": properties(&it.arguments),
        })
    };
    json!({
        "package": package.as_str(),
        "description": schema.description,
        "configuration": properties(&schema.configuration),
        "resources": schema.resources.iter().map(resource).collect::<Vec<_>>(),
        "functions": schema.functions.iter().map(function).collect::<Vec<_>>(),
    })
}

fn properties(all: &[wire::PropertySchema]) -> Vec<Value> {
    let property = |it: &wire::PropertySchema| {
        json!({
            "name": it.name, "type": type_name(it.r#type()), "description": it.description,
            "required": it.required, "secret": it.secret, "replaces": it.replaces,
        })
    };
    all.iter().map(property).collect()
}

fn type_name(of: Type) -> &'static str {
    match of {
        Type::Any => "any",
        Type::Bool => "boolean",
        Type::Number => "number",
        Type::Text => "string",
        Type::List => "array",
        Type::Object => "object",
        Type::Asset => "asset",
        Type::Archive => "archive",
    }
}
