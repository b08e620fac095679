//! The descriptions of the project's packages.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use deno_core::{OpState, op2};
use serde::Serialize;

use lumi_graph::{
    Choice, FunctionArguments, InterfaceError, ObjectType, PackageMember, PathPattern,
    UnmatchedPath, check_arguments, check_exactly, echoed_input,
};

use crate::modules::{LoadError, ModuleLoader};

use super::resource::{Outcome, Tree};
use crate::ops::error::OpError;

/// `PackageNames` of `js/lumi/protocol/ops.ts`: names and tokens, flat.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PackageNames {
    resources: Vec<String>,
    data: Vec<String>,
    ephemeral: Vec<String>,
    functions: Vec<String>,
    enums: Vec<String>,
    is_positional: bool,
    is_beside: bool,
    parts: Vec<u32>,
}

/// The prefix of the types of `std`, whose provider converts nothing.
const STD: &str = "std:";

fn loader(state: &RefCell<OpState>) -> Rc<ModuleLoader> {
    Rc::clone(state.borrow().borrow::<Rc<ModuleLoader>>())
}

fn flat(members: &[PackageMember]) -> Vec<String> {
    let pairs = members.iter();
    pairs
        .flat_map(|it| [it.name.clone(), it.token.clone()])
        .collect()
}

fn classes(members: &[PackageMember]) -> Vec<String> {
    let kind = |it: &PackageMember| match (it.is_component, it.has_methods) {
        (false, false) => "",
        (false, true) => "m",
        (true, false) => "c",
        (true, true) => "cm",
    };
    let triples = members.iter();
    triples
        .flat_map(|it| [it.name.clone(), it.token.clone(), kind(it).to_owned()])
        .collect()
}

/// The names of a package that the program imports, or of one of its modules: `aws/s3`.
#[op2]
#[serde]
pub fn op_lumi_package(
    state: Rc<RefCell<OpState>>,
    #[string] name: &str,
) -> Result<PackageNames, LoadError> {
    let loader = loader(&state);
    loader.described.with_members(name, |members| PackageNames {
        resources: classes(&members.resources),
        data: flat(&members.data),
        ephemeral: flat(&members.ephemeral),
        functions: flat(&members.functions),
        enums: flat(&members.enums),
        is_positional: members.has_positional_functions,
        is_beside: members.has_functions_beside_classes,
        parts: loader.package_parts(name, members),
    })
}

/// The names and values of an enumeration.
#[op2]
#[serde]
pub fn op_lumi_package_enum(
    state: Rc<RefCell<OpState>>,
    #[string] token: &str,
) -> Result<Vec<(String, ChoiceValue)>, OpError> {
    let found = loader(&state).described.enumeration(token)?;
    let values = found.iter().flat_map(|it| &it.values);
    Ok(values
        .map(|it| (it.name.clone(), ChoiceValue::of(&it.value)))
        .collect())
}

/// A value of an enumeration, for programs.
#[derive(Serialize)]
#[serde(untagged)]
pub enum ChoiceValue {
    Text(String),
    Bool(bool),
    Number(f64),
}

impl ChoiceValue {
    fn of(choice: &Choice) -> Self {
        match choice {
            Choice::Text(text) => Self::Text(text.clone()),
            Choice::Bool(is) => Self::Bool(*is),
            Choice::Number(number) => Self::Number(number.0.parse().unwrap_or(f64::NAN)),
        }
    }
}

/// The names and tokens of the methods of a class, flat.
#[op2]
#[serde]
pub fn op_lumi_package_methods(
    state: Rc<RefCell<OpState>>,
    #[string] token: &str,
) -> Result<Vec<String>, OpError> {
    let found = loader(&state).described.resource(token)?;
    let methods = found.iter().flat_map(|it| &it.methods);
    Ok(methods
        .flat_map(|it| [it.name.clone(), it.token.clone()])
        .collect())
}

/// Whether the answer of a function or a method has one member, which is the result.
#[op2(fast)]
pub fn op_lumi_package_single(
    state: Rc<RefCell<OpState>>,
    #[string] token: &str,
) -> Result<bool, OpError> {
    let function = loader(&state).described.function(token)?;
    Ok(function.is_some_and(|it| it.is_single))
}

/// Each name of an output of a type, and the name that programs know it by, flat; null if the type
/// belongs to no imported package.
#[op2]
#[serde]
pub fn op_lumi_package_outputs(
    state: Rc<RefCell<OpState>>,
    #[string] resource_type: &str,
) -> Result<Option<Vec<String>>, OpError> {
    let loader = loader(&state);
    if let Some(of) = loader.described.configuration(resource_type) {
        let of = of?;
        return Ok(Some(names(&of)));
    }
    let resource = loader.described.resource(resource_type)?;
    Ok(resource.map(|it| names(&it.outputs)))
}

fn names(of: &ObjectType) -> Vec<String> {
    let properties = of.properties.iter();
    let each = properties.flat_map(|it| {
        let other = it.other_name.iter();
        let other = other.flat_map(|other| [other.clone(), it.name.clone()]);
        [it.name.clone(), it.name.clone()].into_iter().chain(other)
    });
    each.collect()
}

/// The problems of the inputs of a resource or the arguments of a function, each after the path that it is about,
/// flat. A resource that is read has no inputs.
#[op2]
#[serde]
pub fn op_lumi_package_check(
    state: Rc<RefCell<OpState>>,
    #[string] token: &str,
    is_read: bool,
    #[scoped] given: Tree,
) -> Result<Vec<String>, OpError> {
    let given = given.into_object()?;
    let Some(of) = inputs_of(&loader(&state), token)? else {
        return Ok(Vec::new());
    };
    let mut found = match token.starts_with(STD) {
        true => check_exactly(&of, &given),
        false => check_arguments(&of, &given),
    };
    if is_read {
        found.retain(|it| !it.is_missing());
    }
    let pairs = found.into_iter().map(|it| {
        let text = it.to_string();
        [it.path, text]
    });
    Ok(pairs.flatten().collect())
}

/// An input of a resource in the shape in which its provider answers it; the same input if the type belongs to no
/// imported package.
#[op2]
pub fn op_lumi_package_echo(
    state: Rc<RefCell<OpState>>,
    #[string] token: &str,
    #[string] name: &str,
    #[scoped] given: Tree,
) -> Result<Outcome, OpError> {
    let loader = loader(&state);
    let given = given.into_value();
    let outputs = match loader.described.configuration(token) {
        Some(of) => Some(of?),
        None => {
            let resource = loader.described.resource(token)?;
            resource.map(|it| Arc::clone(&it.outputs))
        }
    };
    let property = outputs.as_ref().and_then(|it| it.get(name));
    Ok(Outcome::new(match property {
        Some(property) => echoed_input(&property.of, given),
        None => given,
    }))
}

/// For each path of an option, why it names no property of a type; empty texts for those that do, and for all if
/// the type belongs to no imported package. `of_outputs` leaves out the inputs.
#[op2]
#[serde]
pub fn op_lumi_package_unmatched(
    state: Rc<RefCell<OpState>>,
    #[string] token: &str,
    of_outputs: bool,
    #[serde] paths: Vec<String>,
) -> Result<Vec<String>, OpError> {
    let loader = loader(&state);
    let mut sides = Vec::new();
    if let Some(of) = loader.described.configuration(token) {
        sides.push(of?);
    } else if let Some(resource) = loader.described.resource(token)? {
        if !of_outputs {
            sides.push(Arc::clone(&resource.inputs));
        }
        sides.push(Arc::clone(&resource.outputs));
    }
    let sides: Vec<&ObjectType> = sides.iter().map(|it| &**it).collect();
    let reason = |path: &String| {
        // A malformed path is refused with the other options.
        let pattern: PathPattern = path.parse().ok()?;
        UnmatchedPath::find(&sides, &pattern)
    };
    let reasons = paths.iter().map(reason);
    Ok(reasons
        .map(|it| it.map(|it| it.to_string()).unwrap_or_default())
        .collect())
}

fn inputs_of(
    loader: &ModuleLoader,
    token: &str,
) -> Result<Option<Arc<ObjectType>>, InterfaceError> {
    let described = &loader.described;
    if let Some(of) = described.configuration(token) {
        return of.map(Some);
    }
    if let Some(resource) = described.resource(token)? {
        return Ok(Some(Arc::clone(&resource.inputs)));
    }
    let function = described.function(token)?;
    Ok(function.and_then(|it| match &it.arguments {
        FunctionArguments::Named(of) => Some(Arc::clone(of)),
        FunctionArguments::Positional { .. } => None,
    }))
}
