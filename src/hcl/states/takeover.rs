//! A state file as resources of a stack.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use lumi_engine::ForeignObject;
use lumi_graph::{
    Goal, Object, ProviderData, ResourceKind, ResourceOption, ResourceOptions, Urn, Value,
};
use lumi_terraform::lifecycle::{Status, StoredObject};
use lumi_terraform::state_file::{ModuleStep, StateFile, StateObject, modules_text};

use crate::run::{Evaluated, HclProgram, ProgramEnd, ProviderSchemas, resource_schema};

use super::file_objects::{KnownData, object_outputs, package_of};
use super::provider_names::configuration;
use super::stack_names::{NamedResource, StackNames};
use super::state_monitor::{SeenGoals, StateMonitor, names};
use super::takeover_error::TakeoverError;

/// The resources that objects of a file become.
#[derive(Clone)]
pub struct Takeover {
    /// Components, callers first, and then providers; components with their outputs.
    pub(super) groups: Vec<(Goal, Object)>,
    pub(super) objects: Vec<ForeignObject>,
    pub(super) outputs: Object,
}

impl Takeover {
    /// Plans what becomes of a file. The program is evaluated with the objects of the file; its monitor is not asked.
    ///
    /// # Errors
    ///
    /// An object has no provider or no type here, or the configuration is wrong.
    pub async fn plan(file: &StateFile, mut program: HclProgram) -> Result<Self, TakeoverError> {
        let stack = StackNames {
            project: program.facts.project.clone(),
            stack: program.facts.stack.clone(),
        };
        let named = named_objects(file, &stack, &*program.schemas)?;
        let mut known = HashMap::new();
        for (object, it) in file.objects.iter().zip(&named) {
            if !object.is_deposed() {
                known.insert(it.urn.clone(), object_outputs(object, &*program.schemas));
            }
        }
        let data = file.data.iter();
        let data = data.filter_map(|it| KnownData::of(it, &*program.schemas));
        let monitor = StateMonitor::new(known, data.collect());
        let seen = monitor.seen();
        program.monitor = Arc::new(monitor);
        let Evaluated { end, .. } = program.evaluated().await;
        match end {
            ProgramEnd::Finished { .. } => {}
            ProgramEnd::Failed(found) => return Err(TakeoverError::Configuration(found)),
            ProgramEnd::ResourceFailed { .. } | ProgramEnd::Stopped => {
                return Err(TakeoverError::Interrupted);
            }
        }
        let seen = std::mem::take(&mut *seen.lock());
        Planner::new(file, &stack, named, &seen).plan()
    }

    /// The number of objects.
    pub fn objects(&self) -> usize {
        self.objects.len()
    }

    /// The names of the objects that the configuration does not have any more, sorted.
    pub fn removed(&self) -> Vec<&str> {
        let removed = self.objects.iter().filter(|it| it.goal.source.is_none());
        let names = removed.map(|it| it.goal.name.as_str());
        names.collect::<BTreeSet<&str>>().into_iter().collect()
    }
}

/// The names of all objects, whose types are known here.
fn named_objects(
    file: &StateFile,
    stack: &StackNames,
    schemas: &dyn ProviderSchemas,
) -> Result<Vec<NamedResource>, TakeoverError> {
    let named = |object: &StateObject| {
        let own = object.own_address();
        let address = own.to_string();
        let package = package_of(&object.provider);
        let schema = resource_schema(schemas, &package, false, &object.type_name);
        let schema = schema.map_err(|reason| match schemas.schemas(&package) {
            Err(_) if package != crate::config::BUILT_IN_PACKAGE => TakeoverError::NoProvider {
                address: address.clone(),
                provider: object.provider.short().to_owned(),
            },
            _ => TakeoverError::NoType {
                address: address.clone(),
                reason,
            },
        })?;
        if object.stored.schema_version > schema.version {
            return Err(TakeoverError::NewerSchema {
                address,
                written: object.stored.schema_version,
                installed: schema.version,
            });
        }
        let named = stack.object(&package, &own);
        named.map_err(|reason| TakeoverError::Unnameable { address, reason })
    };
    file.objects.iter().map(named).collect()
}

/// Joins the objects of a file with the goals of the configuration.
struct Planner<'p> {
    file: &'p StateFile,
    stack: &'p StackNames,
    named: Vec<NamedResource>,
    seen: &'p SeenGoals,
    /// The goals by the names that they have and had.
    goals: HashMap<&'p Urn, &'p Goal>,
    /// The resources that addresses without keys stand for.
    resources: HashMap<&'p str, Vec<Urn>>,
    /// The names of all objects.
    known: HashSet<Urn>,
}

impl<'p> Planner<'p> {
    fn new(
        file: &'p StateFile,
        stack: &'p StackNames,
        named: Vec<NamedResource>,
        seen: &'p SeenGoals,
    ) -> Self {
        let mut goals: HashMap<&Urn, &Goal> = HashMap::new();
        for goal in &seen.goals {
            for name in names(goal).skip(1) {
                goals.entry(name).or_insert(goal);
            }
        }
        // A name that a goal has counts more than one that another had.
        goals.extend(seen.goals.iter().map(|it| (&it.urn, it)));
        let mut resources: HashMap<&str, Vec<Urn>> = HashMap::new();
        for (object, it) in file.objects.iter().zip(&named) {
            let of_resource = resources.entry(&object.resource).or_default();
            if !of_resource.contains(&it.urn) {
                of_resource.push(it.urn.clone());
            }
        }
        Self {
            known: named.iter().map(|it| it.urn.clone()).collect(),
            file,
            stack,
            named,
            seen,
            goals,
            resources,
        }
    }

    fn plan(&self) -> Result<Takeover, TakeoverError> {
        let mut groups = self.components()?;
        let providers = self.seen.goals.iter();
        let providers = providers.filter(|it| it.kind == ResourceKind::Provider);
        for provider in providers {
            if provider.inputs.values().any(Value::contains_unknown) {
                let name = provider.name.as_str().to_owned();
                return Err(TakeoverError::UnknownConfiguration(name));
            }
            groups.push((alone(provider), Object::default()));
        }
        let mut objects = Vec::new();
        let after = self.seen.goals.len() + groups.len();
        for (at, (object, named)) in self.file.objects.iter().zip(&self.named).enumerate() {
            let goal = self.goal(object, named, after + at)?;
            objects.push(ForeignObject {
                goal,
                has_program: true,
                data: ProviderData::new(StoredObject::to_text(&object.stored)),
                is_tainted: object.stored.status == Status::Tainted,
                is_replaced: object.is_deposed(),
            });
        }
        let outputs = self.file.outputs.iter();
        let outputs = outputs.map(|it| (it.name.clone(), it.value.clone()));
        Ok(Takeover {
            groups,
            objects,
            outputs: outputs.collect(),
        })
    }

    /// The components of the configuration, and of the modules that objects are in.
    fn components(&self) -> Result<Vec<(Goal, Object)>, TakeoverError> {
        let mut components: Vec<(usize, Goal, Object)> = Vec::new();
        let mut known = HashSet::new();
        let of_program = self.seen.goals.iter();
        for goal in of_program.filter(|it| it.kind == ResourceKind::Component) {
            known.insert(&goal.urn);
            let outputs = self.seen.outputs.get(&goal.urn).cloned();
            components.push((depth(goal), alone(goal), outputs.unwrap_or_default()));
        }
        let mut paths: BTreeSet<&[ModuleStep]> = BTreeSet::new();
        for object in &self.file.objects {
            paths.extend((1..=object.modules.len()).map(|length| &object.modules[..length]));
        }
        for path in paths {
            let goal = self.module_goal(path)?;
            if !known.contains(&goal.urn) {
                components.push((path.len(), goal, Object::default()));
            }
        }
        components.sort_by_key(|(depth, ..)| *depth);
        let components = components.into_iter();
        Ok(components
            .map(|(_, goal, outputs)| (goal, outputs))
            .collect())
    }

    fn module(&self, path: &[ModuleStep]) -> Result<NamedResource, TakeoverError> {
        let named = self.stack.module(path);
        named.map_err(|reason| TakeoverError::Unnameable {
            address: modules_text(path),
            reason,
        })
    }

    /// The component around what has a path.
    fn parent(&self, path: &[ModuleStep]) -> Result<Option<Urn>, TakeoverError> {
        match path.is_empty() {
            true => Ok(None),
            false => Ok(Some(self.module(path)?.urn)),
        }
    }

    fn module_goal(&self, path: &[ModuleStep]) -> Result<Goal, TakeoverError> {
        let above = path.split_last().map_or(path, |(_, above)| above);
        let goal = bare_goal(self.module(path)?, ResourceKind::Component);
        Ok(Goal {
            parent: self.parent(above)?,
            ..goal
        })
    }

    /// The goal of an object: that of the configuration under the name that the file has, or one of the file alone.
    fn goal(
        &self,
        object: &StateObject,
        named: &NamedResource,
        order: usize,
    ) -> Result<Goal, TakeoverError> {
        let own = bare_goal(named.clone(), ResourceKind::Custom);
        let parent = self.parent(&object.modules)?;
        let needed = object.dependencies.iter();
        let needed = needed.filter_map(|it| self.resources.get(it.as_str()));
        let needed = needed.flatten().filter(|it| **it != named.urn).cloned();
        let Some(goal) = self.goals.get(&named.urn) else {
            return Ok(Goal {
                order: u32::try_from(order).unwrap_or(u32::MAX),
                parent,
                provider: self.provider(object)?,
                depends_on: needed.collect(),
                options: options_of(object),
                ..own
            });
        };
        let is_known = |it: &&Urn| self.known.contains(*it);
        let depends_on = match goal.urn == named.urn {
            true => goal.depends_on.iter().filter(is_known).cloned().collect(),
            false => needed.collect(),
        };
        Ok(Goal {
            order: goal.order,
            parent,
            provider: goal.provider.clone(),
            inputs: goal.inputs.clone(),
            depends_on,
            options: kept_options(goal),
            source: goal.source.clone(),
            ..own
        })
    }

    /// The provider resource of an object that the configuration does not have any more.
    fn provider(&self, object: &StateObject) -> Result<Option<Urn>, TakeoverError> {
        let wanted = &object.provider;
        let package = package_of(wanted);
        let mut all = self.seen.goals.iter().filter(|it| {
            it.kind == ResourceKind::Provider
                && it.resource_type.provided_package() == Some(package.as_str())
        });
        let own = (wanted.module.clone(), wanted.alias.clone());
        let found = all.find(|it| configuration(&it.urn).as_ref() == Some(&own));
        match (found, &wanted.alias, wanted.module.is_empty()) {
            (Some(found), ..) => Ok(Some(found.urn.clone())),
            (None, None, true) => Ok(None),
            (None, ..) => Err(TakeoverError::NoConfiguration {
                address: object.own_address().to_string(),
                configuration: wanted.to_string(),
            }),
        }
    }
}

/// A goal that waits for no resource, as none is registered when it is.
fn alone(goal: &Goal) -> Goal {
    Goal {
        depends_on: Vec::new(),
        dependencies: Vec::new(),
        options: kept_options(goal),
        ..goal.clone()
    }
}

/// The options of a resource that has its name already, and its object.
fn kept_options(goal: &Goal) -> ResourceOptions {
    let mut options = goal.options.clone();
    options.remove("import");
    options.remove("aliases");
    options
}

fn options_of(object: &StateObject) -> ResourceOptions {
    let mut options = ResourceOptions::default();
    if object.creates_before_destroy {
        options.set(ResourceOption::DeleteBeforeReplace(false));
    }
    if object.is_retained {
        options.set(ResourceOption::RetainOnDelete(true));
    }
    options
}

/// The number of modules on the way to a component.
fn depth(goal: &Goal) -> usize {
    1 + goal.urn.module().matches('$').count()
}

fn bare_goal(named: NamedResource, kind: ResourceKind) -> Goal {
    Goal {
        order: 0,
        urn: named.urn,
        resource_type: named.resource_type,
        name: named.name,
        kind,
        parent: None,
        provider: None,
        read_id: None,
        inputs: Object::default(),
        dependencies: Vec::new(),
        depends_on: Vec::new(),
        options: ResourceOptions::default(),
        code: None,
        source: None,
    }
}
