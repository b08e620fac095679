//! Objects that may be what pending operations have created, as lines for `lumi state resolve --ids`.
//!
//! A provider lists the objects of a type, or a data source of the same name finds one by its inputs.

use std::path::Path;
use std::sync::Arc;

use crate::args::ProgramFlags;
use crate::commands::deploy::{Listing, Lookup, listed_objects};
use lumi_engine::ResourcePattern;
use lumi_graph::{
    FunctionArguments, Object, PackageInterfaces, ResourceType, Secrets, Urn, Value, Vertex,
};
use lumi_project::interfaces::ProjectInterfaces;
use lumi_project::stacks::backend::load_shown;
use lumi_state::{Action, StackState};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::{Report, escaped};

use super::StackCommandRunner;

/// A resource whose object may exist.
struct Creation {
    urn: Urn,
    resource_type: ResourceType,
    inputs: Arc<Object>,
}

impl StackCommandRunner<'_> {
    /// Lists what providers have of the types of pending creations, and resolves nothing.
    pub fn propose(
        &mut self,
        program: &Path,
        flags: &ProgramFlags,
        names: &[String],
        place: Option<&str>,
    ) -> Result<Exit, Failure> {
        let stack = self.stack(&flags.stack)?;
        let state = load_shown(&stack, Secrets::Masked, self.terminal)?.state;
        let creations = creations(&state, names);
        if creations.is_empty() {
            let message = format!("the stack `{}` has no such pending creation", stack.name());
            let report = Report::error(message).help("`lumi stack pending` lists all operations");
            return Err(Failure::new(Exit::Usage, report));
        }
        let accepts = flags.sandbox.permissions.accepts_plugins();
        let packages = ProjectInterfaces::new(&self.settings, accepts);
        let listings = listings(&creations, place, &packages);
        let (current, terminal) = (self.current.to_owned(), self.terminal);
        let objects = listed_objects(flags, program, listings, current, terminal)?;
        for creation in &creations {
            let name = name_in(creation, &creations);
            write!(self.out, "{}", proposal(&name, creation, &objects))?;
        }
        Ok(Exit::Success)
    }
}

/// One listing for each type, with the data sources that may find its objects.
fn listings(
    creations: &[Creation],
    place: Option<&str>,
    packages: &dyn PackageInterfaces,
) -> Vec<Listing> {
    let mut listings: Vec<Listing> = Vec::new();
    for creation in creations {
        let lookup = lookup(creation, packages);
        let known = listings
            .iter_mut()
            .find(|it| it.resource_type == creation.resource_type);
        match known {
            Some(known) => known.lookups.extend(lookup),
            None => listings.push(Listing {
                resource_type: creation.resource_type.clone(),
                place: place.map(str::to_owned),
                lookups: lookup.into_iter().collect(),
            }),
        }
    }
    listings
}

/// The data source of the same name as the type of a resource, with those of its arguments that are inputs of the
/// resource; `None` if it needs others, too. Secrets are no arguments.
fn lookup(creation: &Creation, packages: &dyn PackageInterfaces) -> Option<Lookup> {
    let (package, name) = creation.resource_type.as_str().split_once(':')?;
    let name = name.rsplit(':').next()?;
    let package = packages.open(package)?.ok()?;
    let mut all = package.members().data.iter();
    let source = all.find(|it| it.token.rsplit(':').next() == Some(name))?;
    let function = package.function(&source.token).ok()??;
    let FunctionArguments::Named(of) = &function.arguments else {
        return None;
    };
    let mut arguments = Object::default();
    for property in &of.properties {
        let given = creation.inputs.get(&property.name);
        match given.filter(|it| is_plain(it)) {
            Some(value) => drop(arguments.insert(property.name.clone(), value.clone())),
            None if property.is_required => return None,
            None => {}
        }
    }
    (!arguments.is_empty()).then(|| Lookup {
        token: source.token.clone(),
        arguments,
    })
}

/// Whether a value may be an argument of a data source.
fn is_plain(value: &Value) -> bool {
    matches!(value, Value::String(_) | Value::Number(_) | Value::Bool(_))
}

fn creations(state: &StackState, names: &[String]) -> Vec<Creation> {
    let patterns: Vec<_> = names
        .iter()
        .map(String::as_str)
        .map(ResourcePattern::new)
        .collect();
    let created = state.pending.values().filter_map(|it| match &it.action {
        Action::Create { resource, .. } => Some(resource),
        _ => None,
    });
    let named = created.filter(|it| patterns.iter().any(|pattern| pattern.matches(&it.urn)));
    let creations = named.filter_map(|it| {
        Some(Creation {
            urn: it.urn.clone(),
            resource_type: ResourceType::parse(it.urn.resource_type()).ok()?,
            inputs: Arc::clone(&it.inputs),
        })
    });
    creations.collect()
}

/// The name that means one creation, or its URN.
fn name_in(creation: &Creation, all: &[Creation]) -> String {
    let name = creation.urn.name();
    match all.iter().filter(|it| it.urn.name() == name).count() {
        1 => escaped(name),
        _ => escaped(creation.urn.as_str()),
    }
}

/// The objects of one type as lines of `--ids`. The only one with the inputs of the resource is proposed; others are comments.
fn proposal(name: &str, creation: &Creation, objects: &[Vertex]) -> String {
    let of_type = objects
        .iter()
        .filter(|it| it.resource_type == creation.resource_type);
    let mut others = Vec::new();
    let mut alike = Vec::new();
    for object in of_type {
        let Some(Value::String(id)) = &object.id else {
            continue;
        };
        let differences = differences(&creation.inputs, &object.inputs);
        match differences.as_slice() {
            [] => alike.push(escaped(id)),
            names => others.push((escaped(id), escaped(&names.join(", ")))),
        }
    }
    let of = escaped(creation.resource_type.as_str());
    let mut text = match alike.len() {
        0 => format!("# {name}: no object of {of} has its inputs\n"),
        1 => format!("{name} {}\n", alike[0]),
        count => format!("# {name}: {count} objects of {of} have its inputs; choose one\n"),
    };
    if alike.len() > 1 {
        let lines = alike.iter().map(|id| format!("# {name} {id}\n"));
        text.extend(lines);
    }
    let lines = others
        .iter()
        .map(|(id, names)| format!("# {name} {id}   differs in: {names}\n"));
    text.extend(lines);
    text
}

/// The names of inputs that an object shows with another value. Secrets are never compared.
fn differences<'o>(wanted: &'o Object, found: &Object) -> Vec<&'o str> {
    let differs = |name: &str, value: &Value| {
        found
            .get(name)
            .is_some_and(|it| !value.contains_secret() && !it.contains_secret() && it != value)
    };
    let all = wanted.iter();
    all.filter(|(name, value)| differs(name, value))
        .map(|(name, _)| name.as_str())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lumi_graph::ResourceName;

    const TYPE: &str = "dynamic:index:Row";

    fn inputs(size: f64, token: Value) -> Arc<Object> {
        let members = [
            ("size".to_owned(), Value::from(size)),
            ("token".to_owned(), token),
        ];
        Arc::new(members.into_iter().collect())
    }

    fn creation() -> Creation {
        let resource_type = ResourceType::parse(TYPE).unwrap();
        let name = ResourceName::parse("row").unwrap();
        Creation {
            urn: Urn::new("dev", "web", Urn::ROOT_MODULE, &resource_type, &name),
            resource_type,
            inputs: inputs(1.0, Value::Secret(Box::new("a".into()))),
        }
    }

    fn object(id: &str, size: f64) -> Vertex {
        let of = creation();
        let name = ResourceName::parse(id).unwrap();
        let mut vertex = Vertex::new(of.urn, of.resource_type, name, true);
        vertex.id = Some(id.into());
        vertex.inputs = inputs(size, "b".into());
        vertex
    }

    #[test]
    fn the_only_object_with_the_inputs_is_proposed() {
        let objects = [object("i-1", 2.0), object("i-2", 1.0)];
        insta::assert_snapshot!(proposal("row", &creation(), &objects), @"
        row i-2
        # row i-1   differs in: size
        ");
    }

    #[test]
    fn several_and_none_are_the_users_choice() {
        let alike = [object("i-1", 1.0), object("i-2", 1.0)];
        insta::assert_snapshot!(proposal("row", &creation(), &alike), @"
        # row: 2 objects of dynamic:index:Row have its inputs; choose one
        # row i-1
        # row i-2
        ");
        insta::assert_snapshot!(proposal("row", &creation(), &[]), @"# row: no object of dynamic:index:Row has its inputs");
    }
}
