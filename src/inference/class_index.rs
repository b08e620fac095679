//! The classes of the resources of a graph.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lumi_graph::{
    GraphKind, PackageInterface, PackageInterfaces, ResourceInterface, STACK_REFERENCE, Urn, Value,
    Vertex, referred_resource,
};

use super::code::Code;
use super::graph_index::GraphIndex;
use super::identifiers::Identifiers;
use super::values::output_index::is_output_name;

/// How a resource is constructed.
#[derive(Clone, Debug, PartialEq)]
pub enum Class {
    /// A class of `lumi/std`.
    Std,
    /// A class of a package of the project: its code.
    Package(Code),
    /// A provider of a package of the project: its code.
    PackageProvider(Code),
    Provider,
    StackReference,
    /// A resource of another stack.
    ResourceReference,
    /// An existing object that the program only reads.
    Read,
    Custom,
    Component,
}

/// The prefix of the types of objects behind HTTP APIs, which programs extend.
const HTTP: &str = "std:http:";

/// The URN that a reference to a resource of another stack names; `None` for other resources.
pub fn referred(vertex: &Vertex) -> Option<Urn> {
    referred_resource(vertex.resource_type.as_str(), &vertex.inputs)
}

/// Finds the class of each resource, and what is imported for it.
pub struct ClassIndex<'p> {
    packages: &'p dyn PackageInterfaces,
    opened: BTreeMap<String, Option<Arc<dyn PackageInterface>>>,
    described: BTreeMap<String, Option<Described>>,
    /// The classes of `lumi/std` by type.
    std: BTreeMap<String, Arc<ResourceInterface>>,
    /// The variable of each imported package.
    pub modules: BTreeMap<String, String>,
    /// The imported modules of `lumi/std`.
    pub std_modules: BTreeSet<String>,
}

#[derive(Clone)]
struct Described {
    class: String,
    interface: Option<Arc<ResourceInterface>>,
}

fn std_classes(packages: &dyn PackageInterfaces) -> BTreeMap<String, Arc<ResourceInterface>> {
    let Some(Ok(std)) = packages.open("std") else {
        return BTreeMap::new();
    };
    let of_std = std.members().resources.iter().map(|it| &it.token);
    let described = of_std.filter_map(|it| Some((it.clone(), std.resource(it).ok()??)));
    described.collect()
}

impl<'p> ClassIndex<'p> {
    /// Opens the packages of the resources of a graph, and takes names for them.
    pub fn new(
        index: &GraphIndex<'_>,
        packages: &'p dyn PackageInterfaces,
        identifiers: &mut Identifiers,
    ) -> Self {
        let mut made = Self {
            packages,
            opened: BTreeMap::new(),
            described: BTreeMap::new(),
            std: std_classes(packages),
            modules: BTreeMap::new(),
            std_modules: BTreeSet::new(),
        };
        let types: BTreeSet<_> = index
            .graph
            .vertices
            .iter()
            .map(|it| &it.resource_type)
            .collect();
        let of_std = types.iter().filter(|it| made.std.contains_key(it.as_str()));
        made.std_modules = of_std.map(|it| it.module().to_owned()).collect();
        let modules: Vec<&str> = made.std_modules.iter().map(String::as_str).collect();
        identifiers.reserve(&modules);
        for of in types {
            let token = of.as_str();
            let provided = of.provided_package();
            let package = provided.unwrap_or(of.package());
            if package == "std" {
                continue;
            }
            let Some(opened) = made.open(package) else {
                continue;
            };
            let mut members = opened.members().resources.iter();
            let class = match provided {
                Some(_) => Some("Provider".to_owned()),
                None => members
                    .find(|it| it.token == token)
                    .map(|it| it.name.clone()),
            };
            let Some(class) = class else {
                continue;
            };
            if !made.modules.contains_key(package) {
                made.modules
                    .insert(package.to_owned(), identifiers.take(package));
            }
            let interface = match provided {
                Some(_) => None,
                None => opened.resource(token).ok().flatten(),
            };
            made.described
                .insert(token.to_owned(), Some(Described { class, interface }));
        }
        made
    }

    fn open(&mut self, package: &str) -> Option<Arc<dyn PackageInterface>> {
        let packages = self.packages;
        let opened = self.opened.entry(package.to_owned());
        opened
            .or_insert_with(|| packages.open(package)?.ok())
            .clone()
    }

    fn described(&self, vertex: &Vertex) -> Option<&Described> {
        self.described.get(vertex.resource_type.as_str())?.as_ref()
    }

    pub fn of(&self, vertex: &Vertex, kind: GraphKind) -> Class {
        let of = &vertex.resource_type;
        let code = |described: &Described| {
            let module = self
                .modules
                .get(of.provided_package().unwrap_or(of.package()));
            Code::text(format!(
                "{}.{}",
                module.map_or("", String::as_str),
                described.class
            ))
        };
        match of.as_str() {
            STACK_REFERENCE => return Class::StackReference,
            _ if referred(vertex).is_some() => return Class::ResourceReference,
            _ => {}
        }
        if of.provided_package().is_some() {
            return self
                .described(vertex)
                .map_or(Class::Provider, |it| Class::PackageProvider(code(it)));
        }
        // `std` knows ids in advance, and has more outputs than inputs where it was asked.
        let is_std = self.std.contains_key(of.as_str());
        let is_of_asked_std = is_std && vertex.outputs != vertex.inputs;
        let is_read = kind == GraphKind::Plan
            && matches!(vertex.id, Some(Value::String(_)))
            && vertex.options.import().is_none()
            && !is_of_asked_std;
        match vertex.custom {
            true if is_read => Class::Read,
            true if is_std => Class::Std,
            is_custom => match (self.described(vertex), is_custom) {
                (Some(described), _) => Class::Package(code(described)),
                (None, true) => Class::Custom,
                (None, false) => Class::Component,
            },
        }
    }

    /// Whether a resource has an output of a name, as far as its class says.
    pub fn is_offered(&self, vertex: &Vertex, name: &str) -> bool {
        is_output_name(name)
            && match self.known_outputs(vertex) {
                Some(outputs) => outputs.contains(&name),
                None => true,
            }
    }

    /// The outputs of the class of a resource; `None` if they are not known.
    pub fn known_outputs<'s>(&'s self, vertex: &Vertex) -> Option<Vec<&'s str>> {
        let of = vertex.resource_type.as_str();
        let token = match of.starts_with(HTTP) {
            true => "std:http:Resource",
            false => of,
        };
        let interface = match self.std.get(token) {
            Some(interface) => interface,
            None => self.described(vertex)?.interface.as_ref()?,
        };
        let outputs = interface.outputs.properties.iter();
        Some(outputs.map(|it| it.name.as_str()).collect())
    }
}
