//! Converts goals to messages and back.

use lumi_graph::{
    Dependency, Goal, ResourceKind, ResourceName, ResourceOption, ResourceOptions, ResourceType,
    SourcePosition, Urn, Value,
};
use lumi_rpc::{CallError, from_object, lumirpc as wire, object, resource_type, urn, urn_or_none};

use wire::goal::Kind;

use super::code_message::{KnownModules, into_code};

/// Options that a message can have besides those of `ResourceOption`: a goal has its edges, too.
const EDGES: [&str; 2] = ["dependsOn", "provider"];

/// Hooks are functions of the process that registered them, and cannot be called from here.
const HOOKS: &str = "hooks";

/// Rejects unknown options, which would otherwise be dropped silently.
fn check_options(options: &ResourceOptions) -> Result<(), CallError> {
    let names = || ResourceOption::NAMES.iter().chain(&EDGES).copied();
    let known = || names().filter(|it| *it != HOOKS);
    let is_unknown = |it: &&ResourceOption| !known().any(|name| name == it.name());
    let Some(unknown) = options.iter().find(is_unknown) else {
        return Ok(());
    };
    let mut names: Vec<&str> = known().collect();
    names.sort_unstable();
    Err(CallError::malformed(format!(
        "`options`: there is no option `{}`; there are {}",
        unknown.name(),
        names.join(", ")
    )))
}

fn text(urn: Option<&Urn>) -> String {
    urn.map(Urn::to_string).unwrap_or_default()
}

/// Converts a goal to a message; the id of a resource to read is a separate field. `code` is that
/// of the goal.
pub fn from_goal(goal: Goal, sequence: u64, code: Option<wire::ProviderCode>) -> wire::Goal {
    let kind = match goal.kind {
        ResourceKind::Custom => Kind::Custom,
        ResourceKind::Component => Kind::Component,
        ResourceKind::Provider => Kind::Provider,
    };
    wire::Goal {
        r#type: goal.resource_type.as_str().to_owned(),
        name: goal.name.as_str().to_owned(),
        kind: kind.into(),
        parent: text(goal.parent.as_ref()),
        provider: text(goal.provider.as_ref()),
        inputs: Some(from_object(goal.inputs)),
        dependencies: from_dependencies(goal.dependencies),
        depends_on: goal.depends_on.iter().map(Urn::to_string).collect(),
        options: Some(from_object(goal.options.to_object())),
        source: goal.source.map(|it| wire::SourcePosition {
            file: it.file.to_string(),
            line: it.line,
            column: it.column,
        }),
        order: Some(goal.order),
        sequence,
        code,
    }
}

/// Converts a message to a goal in a deployment of `stack` of `project`. `order` is the default for
/// a message without one.
pub fn into_goal(
    message: wire::Goal,
    read_id: Option<Value>,
    (stack, project): (&str, &str),
    order: u32,
    modules: &KnownModules,
) -> Result<Goal, CallError> {
    let kind = Kind::try_from(message.kind)
        .map_err(|_| CallError::malformed(format!("`kind`: there is no kind {}", message.kind)))?;
    let kind = match kind {
        Kind::Custom => ResourceKind::Custom,
        Kind::Component => ResourceKind::Component,
        Kind::Provider => ResourceKind::Provider,
    };
    let resource_type = resource_type(&message.r#type, "type")?;
    check_kind(kind, &resource_type, read_id.is_some())?;
    let name = ResourceName::parse(&message.name)
        .map_err(|error| CallError::malformed(format!("`name`: {error}")))?;
    let parent = urn_or_none(&message.parent, "parent")?;
    let module = match &parent {
        Some(parent) => parent.child_module(),
        None => Urn::ROOT_MODULE.to_owned(),
    };
    let depends_on = message.depends_on.iter().map(|it| urn(it, "depends_on"));
    let options = ResourceOptions::from(object(message.options, "options")?);
    check_options(&options)?;
    Ok(Goal {
        order: message.order.unwrap_or(order),
        urn: Urn::new(stack, project, &module, &resource_type, &name),
        kind,
        parent,
        provider: urn_or_none(&message.provider, "provider")?,
        read_id,
        inputs: object(message.inputs, "inputs")?,
        dependencies: into_dependencies(message.dependencies)?,
        depends_on: depends_on.collect::<Result<_, CallError>>()?,
        options,
        source: message.source.map(|it| SourcePosition {
            file: it.file.into(),
            line: it.line,
            column: it.column,
        }),
        resource_type,
        name,
        code: message.code.map(|it| into_code(it, modules)).transpose()?,
    })
}

pub fn from_dependencies(dependencies: Vec<Dependency>) -> Vec<wire::Dependency> {
    let dependencies = dependencies.into_iter();
    let message = |it: Dependency| wire::Dependency {
        path: it.path,
        urn: it.urn.to_string(),
    };
    dependencies.map(message).collect()
}

pub fn into_dependencies(messages: Vec<wire::Dependency>) -> Result<Vec<Dependency>, CallError> {
    let dependencies = messages.into_iter().map(|it| {
        Ok(Dependency {
            path: it.path,
            urn: urn(&it.urn, "dependencies")?,
        })
    });
    dependencies.collect()
}

fn check_kind(
    kind: ResourceKind,
    resource_type: &ResourceType,
    is_read: bool,
) -> Result<(), CallError> {
    let provides = resource_type.provided_package().is_some();
    if (kind == ResourceKind::Provider) != provides {
        return Err(CallError::malformed(format!(
            "`kind`: a resource of the type `{resource_type}` is {} provider",
            if provides { "a" } else { "not a" }
        )));
    }
    if is_read && kind != ResourceKind::Custom {
        return Err(CallError::malformed(
            "`kind`: only objects of custom resources can be read",
        ));
    }
    Ok(())
}
