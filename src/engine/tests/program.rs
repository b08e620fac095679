//! Programs as data.

use std::collections::BTreeMap;

use async_trait::async_trait;
use tokio::task::JoinSet;

use crate::{Registered, RegisteredOutputs, Registrar, Source, UnmentionedPolicy};
use lumi_graph::{Dependency, Goal, Object, ResourceKind, ResourceName, ResourceType, Urn, Value};

/// One resource of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    pub name: String,
    pub inputs: Object,
    /// Inputs that are the output `copy` of other resources: name of the input, name of an earlier
    /// resource.
    pub from: Vec<(String, String)>,
    pub depends_on: Vec<String>,
    pub parent: Option<String>,
    pub options: Object,
    pub is_component: bool,
    pub is_provider: bool,
    pub provider: Option<String>,
    pub read_id: Option<String>,
    /// Inputs that are the ids of other resources: their objects are used by this one.
    pub uses: Vec<(String, String)>,
    pub deleted_with: Option<String>,
    pub replaced_with: Vec<String>,
    /// Replaces the default `Thing`, or `Group` for a component; a whole type has its package.
    pub type_name: Option<String>,
}

impl Spec {
    pub fn new(name: &str, value: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
        .input("value", value)
    }

    pub fn input(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.inputs.insert(key.to_owned(), value.into());
        self
    }

    pub fn from(mut self, key: &str, name: &str) -> Self {
        self.from.push((key.to_owned(), name.to_owned()));
        self
    }

    pub fn uses(mut self, key: &str, name: &str) -> Self {
        self.uses.push((key.to_owned(), name.to_owned()));
        self
    }

    /// Sets its host.
    pub fn deleted_with(mut self, host: &str) -> Self {
        self.deleted_with = Some(host.to_owned());
        self
    }

    /// Is replaced whenever an earlier resource is.
    pub fn replaced_with(mut self, partner: &str) -> Self {
        self.replaced_with.push(partner.to_owned());
        self
    }

    /// Whether it cannot be registered without an earlier resource.
    pub fn needs(&self, name: &str) -> bool {
        let used = self.from.iter().chain(&self.uses).map(|it| &it.1);
        let others = self.depends_on.iter().chain(&self.replaced_with);
        let single = [&self.parent, &self.provider, &self.deleted_with];
        let mut all = used.chain(others).chain(single.into_iter().flatten());
        all.any(|it| it == name)
    }

    /// Whether its inputs are made of planned outputs.
    fn uses_planned_outputs(&self, answers: &BTreeMap<String, Option<Registered>>) -> bool {
        let mut used = self.from.iter().chain(&self.uses);
        used.any(|(_, name)| {
            let answer = answers.get(name).and_then(Option::as_ref);
            answer.is_some_and(|it| !matches!(it.outputs, RegisteredOutputs::Deployed(_)))
        })
    }

    fn without_inputs(&self) -> Self {
        Self {
            from: Vec::new(),
            uses: Vec::new(),
            ..self.clone()
        }
    }

    pub fn protect(self) -> Self {
        self.option("protect", true)
    }

    /// Sets a former name.
    pub fn alias(self, name: &str) -> Self {
        self.alias_of("name", name)
    }

    /// Sets another former part of its URN.
    pub fn alias_of(self, part: &str, value: &str) -> Self {
        let parts = [(part.to_owned(), Value::from(value))];
        let alias = Value::Object(parts.into_iter().collect());
        self.option("aliases", Value::Array(vec![alias]))
    }

    pub fn of_type(mut self, name: &str) -> Self {
        self.type_name = Some(name.to_owned());
        self
    }

    /// A read of the object with an id.
    pub fn read(name: &str, id: &str) -> Self {
        Self {
            name: name.to_owned(),
            read_id: Some(id.to_owned()),
            ..Self::default()
        }
    }

    pub fn after(mut self, name: &str) -> Self {
        self.depends_on.push(name.to_owned());
        self
    }

    pub fn below(mut self, name: &str) -> Self {
        self.parent = Some(name.to_owned());
        self
    }

    pub fn option(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.options.insert(key.to_owned(), value.into());
        self
    }

    /// A provider resource; objects are in its region.
    pub fn provider(name: &str, region: &str) -> Self {
        Self {
            name: name.to_owned(),
            is_provider: true,
            ..Self::default()
        }
        .input("region", region)
    }

    pub fn with(mut self, provider: &str) -> Self {
        self.provider = Some(provider.to_owned());
        self
    }

    pub fn component(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            is_component: true,
            ..Self::default()
        }
    }
}

/// Registers each resource once the sources of its inputs are settled, as the SDK does.
#[derive(Clone, Debug, Default)]
pub struct Program(pub Vec<Spec>);

pub fn program(specs: impl IntoIterator<Item = Spec>) -> Program {
    Program(specs.into_iter().collect())
}

pub fn urn(name: &str) -> Urn {
    Urn::parse(&format!(
        "urn:lumi:dev::web::index::test:index:Thing::{name}"
    ))
    .unwrap()
}

#[async_trait]
impl Source for Program {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        match self.run_to_end(registrar, false).await {
            true => UnmentionedPolicy::Delete,
            false => UnmentionedPolicy::Keep,
        }
    }
}

/// A program that continues to its end after failures, and says what it cannot register.
pub struct ContinuesOnError(pub Program);

#[async_trait]
impl Source for ContinuesOnError {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        self.0.run_to_end(registrar, true).await;
        UnmentionedPolicy::Delete
    }
}

impl Program {
    /// Returns whether nothing failed.
    async fn run_to_end(&self, registrar: Registrar, continues_on_error: bool) -> bool {
        let mut urns: BTreeMap<String, Urn> = BTreeMap::new();
        let mut answers: BTreeMap<String, Option<Registered>> = BTreeMap::new();
        let mut waiting: Vec<(u32, Spec)> = (0..).zip(self.0.clone()).collect();
        for (_, spec) in &waiting {
            let urn = urn_of(spec, &urns);
            urns.insert(spec.name.clone(), urn);
        }
        let mut running = JoinSet::new();
        loop {
            let mut rest = Vec::new();
            for (order, spec) in waiting {
                let needs: Vec<&String> = spec
                    .from
                    .iter()
                    .map(|it| &it.1)
                    .chain(&spec.depends_on)
                    .chain(&spec.provider)
                    .chain(spec.uses.iter().map(|it| &it.1))
                    .chain(&spec.deleted_with)
                    .chain(&spec.replaced_with)
                    .collect();
                let failed = needs
                    .iter()
                    .find(|it| matches!(answers.get(**it), Some(None)));
                if let Some(failed) = failed {
                    // The source of an input failed, so the program cannot register it.
                    answers.insert(spec.name.clone(), None);
                    if continues_on_error {
                        let cause = Some((*failed).clone());
                        registrar
                            .abandon(goal(order, &spec.without_inputs(), &urns, &answers), cause);
                    }
                } else if needs.iter().all(|it| answers.contains_key(*it)) {
                    if spec.uses_planned_outputs(&answers) {
                        registrar.note_planned_outputs();
                    }
                    let goal = goal(order, &spec, &urns, &answers);
                    let registered = registrar.register(goal);
                    let name = spec.name.clone();
                    running.spawn(async move { (name, registered.await.ok()) });
                } else {
                    rest.push((order, spec));
                }
            }
            waiting = rest;
            match running.join_next().await {
                Some(answered) => {
                    let (name, answer) = answered.unwrap();
                    answers.insert(name, answer);
                }
                None if waiting.is_empty() => break,
                None => {}
            }
        }
        answers.values().all(Option::is_some)
    }
}

/// The goal of a resource without dependencies.
pub fn goal_of(spec: &Spec) -> Goal {
    let urn = urn_of(spec, &BTreeMap::new());
    let urns = [(spec.name.clone(), urn)].into_iter().collect();
    goal(0, spec, &urns, &BTreeMap::new())
}

fn urn_of(spec: &Spec, urns: &BTreeMap<String, Urn>) -> Urn {
    let module = match spec.parent.as_ref().and_then(|it| urns.get(it)) {
        Some(parent) => parent.child_module(),
        None => Urn::ROOT_MODULE.to_owned(),
    };
    let name = ResourceName::parse(&spec.name).unwrap();
    Urn::new("dev", "web", &module, &type_of(spec), &name)
}

fn type_of(spec: &Spec) -> ResourceType {
    let token = if spec.is_provider {
        "lumi:providers:test".to_owned()
    } else {
        let usual = if spec.is_component { "Group" } else { "Thing" };
        let name = spec.type_name.as_deref().unwrap_or(usual);
        match name.contains(':') {
            true => name.to_owned(),
            false => format!("test:index:{name}"),
        }
    };
    ResourceType::parse(&token).unwrap()
}

fn goal(
    order: u32,
    spec: &Spec,
    urns: &BTreeMap<String, Urn>,
    answers: &BTreeMap<String, Option<Registered>>,
) -> Goal {
    let mut inputs = spec.inputs.clone();
    for (key, name) in &spec.from {
        inputs.insert(key.clone(), copy_of(answers[name].as_ref().unwrap()));
    }
    for (key, name) in &spec.uses {
        let id = answers[name].as_ref().unwrap().id.clone();
        inputs.insert(key.clone(), id.unwrap_or(Value::Unknown));
    }
    let mut options = spec.options.clone();
    if let Some(host) = &spec.deleted_with {
        options.insert("deletedWith".to_owned(), urns[host].as_str().into());
    }
    let partners = spec.replaced_with.iter().map(|it| &urns[it]);
    let partners: Vec<Value> = partners.map(|it| it.as_str().into()).collect();
    if !partners.is_empty() {
        options.insert("replaceWith".to_owned(), Value::Array(partners));
    }
    Goal {
        order,
        urn: urns[&spec.name].clone(),
        resource_type: type_of(spec),
        name: ResourceName::parse(&spec.name).unwrap(),
        kind: if spec.is_component {
            ResourceKind::Component
        } else if spec.is_provider {
            ResourceKind::Provider
        } else {
            ResourceKind::Custom
        },
        parent: spec.parent.as_ref().map(|it| urns[it].clone()),
        provider: spec.provider.as_ref().map(|it| urns[it].clone()),
        read_id: spec.read_id.clone().map(Value::String),
        inputs,
        dependencies: spec
            .from
            .iter()
            .chain(&spec.uses)
            .map(|(path, name)| Dependency {
                path: path.clone(),
                urn: urns[name].clone(),
            })
            .collect(),
        // Partners are dependencies, as in programs of Pulumi.
        depends_on: spec
            .depends_on
            .iter()
            .chain(&spec.replaced_with)
            .map(|it| urns[it].clone())
            .collect(),
        options: options.into(),
        code: None,
        source: None,
    }
}

fn copy_of(registered: &Registered) -> Value {
    match &registered.outputs {
        RegisteredOutputs::Planned(it) => it.get("copy").cloned().unwrap_or(Value::Unknown),
        RegisteredOutputs::Deployed(it) => it.get("copy").cloned().unwrap_or_default(),
        RegisteredOutputs::EchoInputs => Value::Unknown,
    }
}
