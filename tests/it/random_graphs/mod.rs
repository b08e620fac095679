//! Random graphs, as programs make them.
//!
//! | module | |
//! |---|---|
//! | `chance` | random choices that a seed decides |
//! | `groups` | groups of resources that resemble each other |
//! | `words` | the types, names, keys and values that are chosen from |

pub mod chance;
mod groups;
mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use lumi_graph::{
    Archive, ArchiveContent, Asset, AssetContent, Edge, EdgeKind, Graph, GraphKind, Object,
    PropertyPath, ResourceName, ResourceOption, ResourceReference, ResourceType, Urn, Value,
    Vertex,
};

pub use chance::Chance;
use words::{COMPONENTS, KEYS, NAMES, NUMBERS, PARTS, TEXTS, TYPES, WHOLES, std_inputs};

/// Makes one graph.
pub struct RandomGraph {
    chance: Chance,
    graph: Graph,
    /// The provider of each package that children of a resource have.
    providers: Vec<BTreeMap<String, Urn>>,
    paths: Vec<(PropertyPath, usize)>,
}

/// A graph of a plan that a program can make.
pub fn random_graph(seed: u64) -> Graph {
    let mut made = RandomGraph {
        chance: Chance::new(seed),
        graph: Graph::new(GraphKind::Plan, "dev", "random"),
        providers: Vec::new(),
        paths: Vec::new(),
    };
    let count = 1 + made.chance.below(12);
    while made.graph.vertices.len() < count {
        match made.chance.below(9) {
            0 => made.repeated(),
            1 | 2 => made.components(),
            3 => made.connected(),
            _ => drop(made.resource(None)),
        }
    }
    let count = made.chance.below(5);
    for _ in 0..count {
        let key = (*made.chance.of(KEYS)).to_owned();
        let value = made.value(2, &mut None);
        if is_output(&key) {
            made.graph.outputs.insert(key, value);
        }
    }
    made.graph.finish();
    made.graph
}

/// Names that a module cannot export as data.
fn is_output(name: &str) -> bool {
    !matches!(name, "then" | "default" | "__proto__" | "")
}

impl RandomGraph {
    fn resource(&mut self, parent: Option<usize>) -> Option<usize> {
        let is_component = self.chance.one_in(5);
        let is_provider = !is_component && self.chance.one_in(6);
        let of = match (is_component, is_provider) {
            (true, _) => *self.chance.of(COMPONENTS),
            (_, true) => "lumi:providers:acme",
            _ => *self.chance.of(TYPES),
        };
        let name = match self.chance.one_in(2) {
            true => (*self.chance.of(NAMES)).to_owned(),
            false => format!("{}-{}", self.chance.of(NAMES), self.chance.below(5)),
        };
        let parent = parent.or_else(|| {
            let count = self.graph.vertices.len();
            (count > 0 && self.chance.one_in(3)).then(|| self.chance.below(count))
        });
        let at = self.add(of, &name, parent)?;
        self.fill(at);
        Some(at)
    }

    /// An empty resource; `None` if there is one of its URN.
    fn add(&mut self, of: &str, name: &str, parent: Option<usize>) -> Option<usize> {
        let resource_type = ResourceType::parse(of).unwrap();
        let name = ResourceName::parse(name).ok()?;
        let above = parent.map(|it| self.graph.vertices[it].clone());
        let module = above.as_ref().map(|it| it.urn.child_module());
        let module = module.unwrap_or_else(|| Urn::ROOT_MODULE.to_owned());
        let urn = Urn::new("dev", "random", &module, &resource_type, &name);
        if self.graph.vertices.iter().any(|it| it.urn == urn) {
            return None;
        }
        let mut components = [COMPONENTS, PARTS, WHOLES].into_iter().flatten();
        let is_custom = !components.any(|it| *it == of);
        let mut vertex = Vertex::new(urn.clone(), resource_type, name, is_custom);
        vertex.id = is_custom.then_some(Value::Unknown);
        let at = self.graph.vertices.len();
        let mut passed = parent
            .map(|it| self.providers[it].clone())
            .unwrap_or_default();
        if let Some(above) = &above {
            vertex.parent = Some(above.urn.clone());
            self.edge(&urn, &above.urn.clone(), EdgeKind::Parent, None);
            for option in above.options.iter() {
                if let ResourceOption::Protect(_)
                | ResourceOption::RetainOnDelete(_)
                | ResourceOption::DeletedWith(_) = option
                {
                    vertex.options.set(option.clone());
                }
            }
        }
        let own = self.graph.vertices.iter();
        let own = own.filter(|it| it.resource_type.as_str() == "lumi:providers:acme");
        let own: Vec<Urn> = own.map(|it| it.urn.clone()).collect();
        let package = vertex.resource_type.package().to_owned();
        let is_provider = package == "lumi";
        if !own.is_empty()
            && self.chance.one_in(3)
            && !is_provider
            && (package == "acme" || !is_custom)
        {
            passed.insert("acme".to_owned(), self.chance.of(&own).clone());
        }
        if !is_custom && !passed.is_empty() {
            let all = passed.iter().map(|(key, urn)| (key.clone(), urn.clone()));
            vertex.options.set(ResourceOption::Providers(all.collect()));
        }
        if is_custom
            && !is_provider
            && let Some(provider) = passed.get(&package).cloned()
        {
            self.edge(&urn, &provider, EdgeKind::Provider, None);
            vertex.provider = Some(provider);
        }
        self.providers.push(passed);
        self.graph.vertices.push(vertex);
        Some(at)
    }

    fn edge(&mut self, from: &Urn, to: &Urn, kind: EdgeKind, property: Option<String>) {
        self.graph.edges.push(Edge {
            from: from.clone(),
            to: to.clone(),
            kind,
            property,
        });
    }

    /// Inputs, outputs, options and dependencies.
    fn fill(&mut self, at: usize) {
        let inputs = self.members(3, at);
        let inputs = match std_inputs(self.graph.vertices[at].resource_type.as_str()) {
            Some(own) => {
                self.paths.clear();
                own
            }
            None => inputs,
        };
        self.set(at, inputs);
        self.options(at);
        let count = self.chance.below(3);
        for _ in 0..count {
            let to = self.chance.below(at + 1);
            if to < at {
                let (from, to) = (self.urn(at), self.urn(to));
                self.edge(&from, &to, EdgeKind::Explicit, None);
            }
        }
    }

    fn set(&mut self, at: usize, inputs: Object) {
        let urn = self.urn(at);
        for (path, target) in std::mem::take(&mut self.paths) {
            let to = self.urn(target);
            self.edge(&urn, &to, EdgeKind::Property, Some(path.to_string()));
        }
        let inputs = Arc::new(inputs);
        if self.graph.vertices[at].custom {
            self.graph.vertices[at].outputs = inputs.clone();
        } else if self.chance.one_in(2) {
            let members = (0..2).map(|it| (format!("out{it}"), self.value(1, &mut None)));
            let outputs: Object = members.collect();
            self.graph.vertices[at].outputs = outputs.into();
        }
        self.graph.vertices[at].inputs = inputs;
    }

    fn urn(&self, at: usize) -> Urn {
        self.graph.vertices[at].urn.clone()
    }

    fn options(&mut self, at: usize) {
        let text = |it: &&str| (*it).to_owned();
        let mut added = Vec::new();
        if self.chance.one_in(5) {
            added.push(ResourceOption::Protect(self.chance.one_in(2)));
        }
        if self.chance.one_in(6) {
            added.push(ResourceOption::RetainOnDelete(true));
        }
        if self.chance.one_in(6) {
            let patterns = ["tags.*", "a[*].b", "x"];
            let all = patterns.iter().map(|it| it.parse().unwrap());
            added.push(ResourceOption::IgnoreChanges(all.collect()));
        }
        if self.chance.one_in(6) {
            added.push(ResourceOption::Version("1.2.3".to_owned()));
        }
        if at > 0 && self.chance.one_in(6) {
            let host = self.chance.below(at);
            added.push(ResourceOption::DeletedWith(self.urn(host)));
        }
        if self.chance.one_in(8) {
            let times = [("create".to_owned(), Value::from("5m"))];
            let times: Object = times.into_iter().collect();
            added.push(ResourceOption::CustomTimeouts(times.try_into().unwrap()));
        }
        if self.graph.vertices[at].custom {
            if self.chance.one_in(8) {
                added.push(ResourceOption::DeleteBeforeReplace(true));
            }
            // Packages that are known refuse outputs that they do not have.
            let is_known = self.graph.vertices[at].resource_type.package() == "std";
            if self.chance.one_in(8) && !is_known {
                let names = ["result", "name"].iter().map(text);
                added.push(ResourceOption::AdditionalSecretOutputs(names.collect()));
            }
        }
        for option in added {
            self.graph.vertices[at].options.set(option);
        }
    }

    /// Members whose values come from resources before one.
    fn members(&mut self, depth: usize, before: usize) -> Object {
        let mut members = Object::default();
        let count = self.chance.below(5);
        for _ in 0..count {
            let key = (*self.chance.of(KEYS)).to_owned();
            if members.contains_key(&key) {
                continue;
            }
            let mut path = PropertyPath::new();
            path.push_key(&key);
            let value = self.value(depth, &mut Some((path, before)));
            members.insert(key, value);
        }
        members
    }

    /// A value at a place: its path, and the number of resources that it may come from.
    fn value(&mut self, depth: usize, place: &mut Option<(PropertyPath, usize)>) -> Value {
        if let Some((path, before)) = place.clone()
            && before > 0
            && self.chance.one_in(3)
        {
            return self.referring(&path, before);
        }
        match self.chance.below(if depth == 0 { 7 } else { 11 }) {
            0 => Value::Null,
            1 => Value::Bool(self.chance.one_in(2)),
            2 => Value::Number(*self.chance.of(NUMBERS)),
            3 | 4 => Value::from(*self.chance.of(TEXTS)),
            5 => self.asset(),
            6 => Value::secret(match self.chance.below(3) {
                0 => Value::Number(*self.chance.of(NUMBERS)),
                1 => Value::Unknown,
                _ => Value::from(*self.chance.of(TEXTS)),
            }),
            7 | 8 => {
                let count = self.chance.below(4);
                let items = (0..count).map(|at| {
                    let mut place = place.clone();
                    if let Some((path, _)) = &mut place {
                        path.push_index(at);
                    }
                    self.value(depth - 1, &mut place)
                });
                Value::Array(items.collect())
            }
            9 => {
                let mut members = Object::default();
                let count = self.chance.below(4);
                for _ in 0..count {
                    let key = *self.chance.of(KEYS);
                    if members.contains_key(key) {
                        continue;
                    }
                    let mut place = place.clone();
                    if let Some((path, _)) = &mut place {
                        path.push_key(key);
                    }
                    let value = self.value(depth - 1, &mut place);
                    members.insert(key.to_owned(), value);
                }
                Value::Object(members)
            }
            // What is within a secret has no mark of its own.
            _ => match self.value(depth - 1, &mut None) {
                value if value.contains_secret() => value,
                value => Value::secret(value),
            },
        }
    }

    fn asset(&mut self) -> Value {
        let content = match self.chance.below(3) {
            0 => AssetContent::Text((*self.chance.of(TEXTS)).to_owned()),
            1 => AssetContent::Remote("https://example.com/a".to_owned()),
            _ => AssetContent::Base64("AP8=".to_owned()),
        };
        let asset = Value::Asset(Box::new(Asset {
            content,
            hash: None,
        }));
        if self.chance.one_in(3) {
            let content = ArchiveContent::Remote("https://example.com/a.zip".to_owned());
            return Value::Archive(Box::new(Archive {
                content,
                hash: None,
            }));
        }
        asset
    }

    /// A value that comes from one or two resources.
    fn referring(&mut self, path: &PropertyPath, before: usize) -> Value {
        let target = self.chance.below(before);
        self.paths.push((path.clone(), target));
        let vertex = self.graph.vertices[target].clone();
        if self.chance.one_in(6) {
            return Value::Resource(Box::new(ResourceReference {
                urn: vertex.urn,
                id: vertex.id,
            }));
        }
        if self.chance.one_in(4) {
            let other = self.chance.below(before);
            self.paths.push((path.clone(), other));
        }
        match self.chance.below(4) {
            0 if vertex.custom => Value::Unknown,
            1 if vertex.custom => Value::secret(Value::Unknown),
            2 => {
                let mut texts = vertex.outputs.values().filter(|it| it.as_str().is_some());
                texts.next_back().cloned().unwrap_or(Value::from("known"))
            }
            _ => self.value(1, &mut None),
        }
    }
}
