//! The resources of another tool's state as a source of a run.

use std::collections::HashMap;

use async_trait::async_trait;

use lumi_engine::{ForeignObject, Registrar, Source, TakenObject, UnmentionedPolicy};
use lumi_graph::{
    Goal, Object, PackageInterfaces, ProviderData, ResourceKind, ResourceName, ResourceOption,
    ResourceType, Urn,
};
use lumi_terraform::adapter::resource_token;
use lumi_terraform::lifecycle::{Status, StoredObject};
use lumi_terraform::state_file::StateObject;

use super::likely_inputs::likely_inputs;
use super::program_writer::{ProgramWriter, WrittenProgram};
use super::state::ForeignState;

/// An object whose type or name cannot be one of a resource.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot import {address}: {reason}")]
pub struct UnnameableObject {
    pub address: String,
    pub reason: String,
}

/// Takes over the objects of a state, or none.
pub struct ForeignSource {
    state: ForeignState,
    objects: Vec<ForeignObject>,
    /// Provider resources, for the configurations besides the default ones.
    providers: Vec<Goal>,
    outputs: Object,
    taken: Option<Vec<TakenObject>>,
}

impl ForeignSource {
    /// `stack` has the names of the project and the stack; `outputs` are those that the stack has already, and keeps.
    pub fn new(
        state: &ForeignState,
        stack: (&str, &str),
        outputs: &Object,
        packages: &dyn PackageInterfaces,
    ) -> Result<Self, UnnameableObject> {
        let found = state.file.outputs.iter();
        let found = found.map(|it| (it.name.clone(), it.value.clone()));
        let providers = providers(state, stack)?;
        Ok(Self {
            state: state.clone(),
            objects: objects(state, stack, &providers, packages)?,
            providers,
            outputs: outputs.clone().into_iter().chain(found).collect(),
            taken: None,
        })
    }

    /// The program for the resources, once they are taken over.
    pub fn program(&self, packages: &dyn PackageInterfaces) -> Option<WrittenProgram> {
        let taken = self.taken.as_ref()?;
        Some(ProgramWriter::new(&self.state, taken, packages).write())
    }
}

/// The goals of the providers with an alias, in the order of [`ForeignState::aliases`].
fn providers(state: &ForeignState, stack: (&str, &str)) -> Result<Vec<Goal>, UnnameableObject> {
    let goals = state.aliases().into_iter().map(|(package, alias)| {
        let token = format!("lumi:providers:{package}");
        let made = goal(stack, &token, alias, ResourceKind::Provider);
        made.map_err(|reason| UnnameableObject {
            address: format!("provider {package}.{alias}"),
            reason,
        })
    });
    goals.collect()
}

/// The objects of the state, each after those that it depends on.
fn objects(
    state: &ForeignState,
    stack: (&str, &str),
    providers: &[Goal],
    packages: &dyn PackageInterfaces,
) -> Result<Vec<ForeignObject>, UnnameableObject> {
    let urns = providers.iter().map(|it| it.urn.clone());
    let urns: HashMap<(&str, &str), Urn> = state.aliases().into_iter().zip(urns).collect();
    let mut by_resource: HashMap<&str, Vec<Urn>> = HashMap::new();
    let mut likely = likely_inputs(state, packages);
    let mut objects = Vec::new();
    for (at, object) in state.file.objects.iter().enumerate() {
        let package = state.package(&object.provider);
        let token = resource_token(package, &object.type_name);
        let made = goal(stack, &token, &state.names[at], ResourceKind::Custom);
        let mut goal = made.map_err(|reason| UnnameableObject {
            address: object.address.clone(),
            reason,
        })?;
        goal.order = u32::try_from(providers.len() + at).unwrap_or(u32::MAX);
        let alias = object.provider.alias.as_deref();
        goal.provider = alias.and_then(|it| urns.get(&(package, it))).cloned();
        let needed = object.dependencies.iter();
        let needed = needed.filter_map(|it| by_resource.get(it.as_str()));
        goal.depends_on = needed.flatten().cloned().collect();
        set_options(&mut goal, object);
        let of_resource = by_resource.entry(&object.resource).or_default();
        of_resource.push(goal.urn.clone());
        let stored = StoredObject {
            likely: std::mem::take(&mut likely[at]),
            ..object.stored.clone()
        };
        objects.push(ForeignObject {
            goal,
            has_program: false,
            data: ProviderData::new(stored.to_text()),
            is_tainted: object.stored.status == Status::Tainted,
            is_replaced: object.is_deposed(),
        });
    }
    Ok(objects)
}

fn set_options(goal: &mut Goal, object: &StateObject) {
    if object.creates_before_destroy {
        goal.options.set(ResourceOption::DeleteBeforeReplace(false));
    }
    if object.is_retained {
        goal.options.set(ResourceOption::RetainOnDelete(true));
    }
}

fn goal(
    (project, stack): (&str, &str),
    token: &str,
    name: &str,
    kind: ResourceKind,
) -> Result<Goal, String> {
    let resource_type = ResourceType::parse(token).map_err(|error| error.to_string())?;
    let name = ResourceName::parse(name).map_err(|error| error.to_string())?;
    Ok(Goal {
        order: 0,
        urn: Urn::new(stack, project, Urn::ROOT_MODULE, &resource_type, &name),
        resource_type,
        name,
        kind,
        parent: None,
        provider: None,
        read_id: None,
        inputs: Object::default(),
        dependencies: Vec::new(),
        depends_on: Vec::new(),
        options: Default::default(),
        code: None,
        source: None,
    })
}

#[async_trait]
impl Source for ForeignSource {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        for provider in self.providers.clone() {
            if registrar.register(provider).await.is_err() {
                return UnmentionedPolicy::Keep;
            }
        }
        let objects = std::mem::take(&mut self.objects);
        self.taken = registrar.take_over(objects).await.ok();
        if self.taken.is_some() {
            registrar.set_outputs(self.outputs.clone());
        }
        UnmentionedPolicy::Keep
    }
}
