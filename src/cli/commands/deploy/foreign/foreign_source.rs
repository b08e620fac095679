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

use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

use super::foreign_state::ForeignState;
use super::likely_inputs::likely_inputs;
use super::program_writer::{ProgramWriter, WrittenProgram};

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
    /// `outputs` are those that the stack has already, and keeps.
    pub fn new(
        state: &ForeignState,
        (project, stack): (&str, &str),
        outputs: &Object,
        packages: &dyn PackageInterfaces,
    ) -> Result<Self, Failure> {
        let found = state.file.outputs.iter();
        let found = found.map(|it| (it.name.clone(), it.value.clone()));
        let mut source = Self {
            state: state.clone(),
            objects: Vec::new(),
            providers: Vec::new(),
            outputs: outputs.clone().into_iter().chain(found).collect(),
            taken: None,
        };
        let mut urns: HashMap<(&str, &str), Urn> = HashMap::new();
        for (package, alias) in state.aliases() {
            let token = format!("lumi:providers:{package}");
            let goal = goal((project, stack), &token, alias, ResourceKind::Provider)?;
            urns.insert((package, alias), goal.urn.clone());
            source.providers.push(goal);
        }
        let mut by_resource: HashMap<&str, Vec<Urn>> = HashMap::new();
        let first = source.providers.len();
        let mut likely = likely_inputs(state, packages);
        for (at, object) in state.file.objects.iter().enumerate() {
            let package = state.package(&object.provider);
            let token = resource_token(package, &object.type_name);
            let name = &state.names[at];
            let made = goal((project, stack), &token, name, ResourceKind::Custom);
            let mut goal = made.map_err(|failure| named(failure, &object.address))?;
            goal.order = u32::try_from(first + at).unwrap_or(u32::MAX);
            let alias = object.provider.alias.as_deref();
            goal.provider = alias.and_then(|it| urns.get(&(package, it))).cloned();
            let needed = object
                .dependencies
                .iter()
                .filter_map(|it| by_resource.get(it.as_str()));
            goal.depends_on = needed.flatten().cloned().collect();
            set_options(&mut goal, object);
            by_resource
                .entry(&object.resource)
                .or_default()
                .push(goal.urn.clone());
            let stored = StoredObject {
                likely: std::mem::take(&mut likely[at]),
                ..object.stored.clone()
            };
            source.objects.push(ForeignObject {
                goal,
                data: ProviderData::new(stored.to_text()),
                is_tainted: object.stored.status == Status::Tainted,
                is_replaced: object.is_deposed,
            });
        }
        Ok(source)
    }

    /// The program for the resources, once they are taken over.
    pub fn program(&self, packages: &dyn PackageInterfaces) -> Option<WrittenProgram> {
        let taken = self.taken.as_ref()?;
        Some(ProgramWriter::new(&self.state, taken, packages).write())
    }
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
) -> Result<Goal, Failure> {
    let usage = |message: String| Failure::new(Exit::Usage, Report::error(message));
    let resource_type = ResourceType::parse(token).map_err(|error| usage(error.to_string()))?;
    let name = ResourceName::parse(name).map_err(|error| usage(error.to_string()))?;
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

/// The failure with the address of the object that it is about.
fn named(mut failure: Failure, address: &str) -> Failure {
    if let Some(report) = &mut failure.report {
        report.message = format!("cannot import {address}: {}", report.message);
    }
    failure
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
