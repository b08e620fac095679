//! `lumi plugin schema`: prints the schema of a plugin's package, or of a package of the project.

use std::io::Write;
use std::path::PathBuf;

use serde_json::{Value, json};

use lumi_graph::PackageInterfaces;
use lumi_project::ProjectSettings;
use lumi_project::interfaces::ProjectInterfaces;
use lumi_project::stacks::backend::wait;
use lumi_provider::{PackageName, PluginKind, PluginSettings, plugin_schema};
use lumi_rpc::lumirpc as wire;
use lumi_runs::plugins;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

use super::package_schema::package_schema;
use super::usage;
use wire::property_schema::Type;

/// Asks the plugin that a run would use.
pub fn write(
    package: &str,
    settings: &ProjectSettings,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let name = PackageName::parse(package)
        .ok_or_else(|| usage(format!("`{package}` is not a package name")))?;
    if settings.manifest.packages.contains_key(&name) {
        return write_package(&name, settings, out);
    }
    let program = program(&name, settings)?;
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

/// A package of the project, as programs see it.
fn write_package(
    name: &PackageName,
    settings: &ProjectSettings,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let failed = |message: String| Failure::new(Exit::Failure, Report::error(message));
    let opened = ProjectInterfaces::new(settings, false).open(name.as_str());
    let interface = opened.ok_or_else(|| failed(format!("the package `{name}` is not there")))?;
    let interface = interface.map_err(|error| failed(error.to_string()))?;
    let schema = package_schema(&*interface).map_err(|error| failed(error.to_string()))?;
    writeln!(out, "{schema:#}")?;
    Ok(Exit::Success)
}

/// The executable for Lumi that a run would start.
fn program(name: &PackageName, settings: &ProjectSettings) -> Result<PathBuf, Failure> {
    let requirement = settings.manifest.plugins.get(name).cloned();
    let source = requirement.unwrap_or_default().source;
    let found = plugins::folders().find(name, &source.below(&settings.folder));
    let found = found.map_err(|error| usage(error.to_string()))?;
    match found.kind {
        PluginKind::Lumi => Ok(found.program),
        PluginKind::Pulumi => Err(usage(format!(
            "the plugin `{name}` is one of Pulumi, which is not asked for its schema here"
        ))),
        PluginKind::Terraform => Err(usage(format!(
            "the plugin `{name}` is one of Terraform, which is not asked for its schema here"
        ))),
    }
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
