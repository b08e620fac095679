//! Imports of existing objects.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use lumi_graph::{Goal, Object, PropertyPath, ResourceOption, ResourceType, Urn, Value};
use lumi_provider::{PropertyChange, Provider};
use lumi_state::{Record, Resource};

use super::reads::read_current;
use super::resolved_goal::ResolvedGoal;
use crate::deletion::replacements::Replacements;
use crate::event::{StepFailure, StepInfo};
use crate::plan::{ChangeReason, Decision};
use crate::reporter::RunningStep;
use crate::request::RegisterError;
use crate::run_context::RunContext;
use crate::steps::resource_records::ResourceRecords;
use crate::steps::step::StepKind;

/// An object that was read for adoption, but not yet recorded.
pub struct Adoption {
    step: StepInfo,
    since: RunningStep,
    /// The resource that had the name before.
    displaced: Option<Arc<Resource>>,
}

/// The identity of an adopted object: its provider, type and id.
type AdoptedObject = (Option<Urn>, ResourceType, String);

/// Imports objects, for the option `import` and for `lumi import`.
pub struct Imports {
    context: Arc<RunContext>,
    records: Arc<ResourceRecords>,
    replacements: Arc<Replacements>,
    /// The resource that adopts each object.
    adopted: Mutex<FxHashMap<AdoptedObject, Urn>>,
}

impl Imports {
    pub fn new(
        context: &Arc<RunContext>,
        records: &Arc<ResourceRecords>,
        replacements: &Arc<Replacements>,
    ) -> Self {
        Self {
            context: Arc::clone(context),
            records: Arc::clone(records),
            replacements: Arc::clone(replacements),
            adopted: Mutex::default(),
        }
    }

    /// With the option `import`: reads the object, which then counts as the deployed one. Nothing
    /// is recorded until the object is adopted.
    pub async fn read_object(
        &self,
        resolved: &mut ResolvedGoal,
        provider: &Arc<dyn Provider>,
    ) -> Result<(), RegisterError> {
        let Some(id) = resolved.goal.options.import().map(str::to_owned) else {
            return Ok(());
        };
        // An object may have another id than it is imported by.
        let is_imported = |old: &Resource| old.options.import() == Some(id.as_str());
        let is_ours = |old: &Arc<Resource>| {
            !old.external && (old.id.as_ref() == Some(&id) || is_imported(old))
        };
        if resolved.old.as_ref().is_some_and(is_ours) {
            return Ok(());
        }
        let mut step = StepInfo::of_goal(StepKind::Import, &resolved.goal, None);
        step.id = Some(id.clone());
        self.context.check_plan(&step)?;
        if let Some(other) = self.adopted_by(&resolved.goal, &id) {
            let message = format!(
                "{} {:?} also imports the object with the id {id:?}; an object belongs to one resource",
                other.resource_type(),
                other.name()
            );
            return Err(self.context.refuse(&resolved.goal, None, message));
        }
        if let Some(old) = &resolved.old {
            self.replacements
                .refuse_if_protected(&resolved.goal.options, old, &step)?;
        }
        let since = self.context.reporter.begin(&step);
        let imported = self.imported(resolved, provider, &id).await;
        let resource = match imported {
            Ok(resource) => resource,
            Err(failure) => return Err(self.context.fail(step, Some(since), failure)),
        };
        step.new = Some(Arc::clone(&resource.inputs));
        resolved.adoption = Some(Adoption {
            step,
            since,
            displaced: resolved.old.replace(Arc::new(resource)),
        });
        Ok(())
    }

    /// Adopts the object that was read, unless the program's inputs would replace it: an import
    /// must not destroy the object. Returns the next decision.
    pub async fn adopt_if_kept(
        &self,
        resolved: &mut ResolvedGoal,
        decision: Decision,
        inputs: &Object,
    ) -> Result<Decision, RegisterError> {
        let Some(adoption) = &mut resolved.adoption else {
            return Ok(decision);
        };
        let decision = match decision {
            Decision::Same => Decision::Same,
            Decision::Replace { why, .. } if !self.may_be_kept(&why, inputs) => {
                let message = would_be_replaced(&why);
                return Err(self.refuse(resolved, message));
            }
            Decision::Update(why) | Decision::Replace { why, .. } => {
                adoption.step.changes.clone_from(&why.changes);
                adoption.step.reason =
                    Some("it differs from the program, and will be updated".to_owned());
                Decision::Update(why)
            }
        };
        self.adopt_seen(resolved).await?;
        Ok(decision)
    }

    /// Whether an expected replacement may turn out unnecessary, because all inputs that cause it
    /// are unknown.
    fn may_be_kept(&self, why: &ChangeReason, inputs: &Object) -> bool {
        let is_unknown = |change: &PropertyChange| {
            let path = change.path.parse::<PropertyPath>().ok();
            let property = path.as_ref().and_then(|it| inputs.get(it.property()?));
            property.is_some_and(Value::contains_unknown)
        };
        let mut replacing = why.changes.iter().filter(|it| it.replaces);
        self.context.options.preview && why.reason.is_none() && replacing.all(is_unknown)
    }

    /// Records the object that was read as the resource's own.
    async fn adopt_seen(&self, resolved: &mut ResolvedGoal) -> Result<(), RegisterError> {
        let (Some(adoption), Some(seen)) = (resolved.adoption.take(), &resolved.old) else {
            return Ok(());
        };
        let displaced = adoption.displaced.as_ref().map(|it| it.serial);
        if let Some(displaced) = displaced {
            self.replacements.add(displaced);
        }
        if self.context.options.preview {
            self.context.preview_state.note_seen(Arc::clone(seen));
        } else {
            let resource = Box::new(Resource::clone(seen));
            let record = match displaced {
                Some(replaces) => Record::PutInstead { resource, replaces },
                None => Record::Put(resource),
            };
            self.context.write(record).await?;
        }
        self.context
            .reporter
            .end(adoption.step, Some(adoption.since.clone()));
        Ok(())
    }

    /// Fails a goal whose resource is known, and so the adoption.
    pub fn refuse(
        &self,
        resolved: &ResolvedGoal,
        failure: impl Into<StepFailure>,
    ) -> RegisterError {
        let Some(adoption) = &resolved.adoption else {
            return self
                .context
                .refuse(&resolved.goal, resolved.old.as_ref(), failure);
        };
        self.context.fail(
            adoption.step.clone(),
            Some(adoption.since.clone()),
            failure.into(),
        )
    }

    /// Another resource of the program that adopts the same object.
    fn adopted_by(&self, goal: &Goal, id: &str) -> Option<Urn> {
        let object = (
            goal.provider.clone(),
            goal.resource_type.clone(),
            id.to_owned(),
        );
        let mut adopted = self.adopted.lock();
        let first = adopted.entry(object).or_insert_with(|| goal.urn.clone());
        (*first != goal.urn).then(|| first.clone())
    }

    async fn imported(
        &self,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        id: &str,
    ) -> Result<Resource, StepFailure> {
        let read = read_current(&self.context, provider, &resolved.goal, id, true).await?;
        let read =
            read.ok_or_else(|| StepFailure::new(format!("there is no object with the id {id:?}")))?;
        let mut inputs = super::check::mark_secret_inputs(read.inputs, &resolved.goal.inputs);
        self.context
            .known_secrets
            .mark(&mut inputs, &resolved.goal.inputs);
        let mut outputs = read.outputs;
        let additional = resolved.goal.options.additional_secret_outputs();
        self.context
            .mark_secrets(&mut outputs, &resolved.goal.inputs, additional);
        let mut resource =
            self.records
                .resource_of(resolved, None, Arc::new(inputs), Arc::new(outputs));
        resource.id = Some(read.id);
        resource.provider_data = read.data;
        Ok(resource)
    }

    /// `lumi import`: adopts an object that is not in a program yet. Its inputs are those that the
    /// provider returns.
    pub async fn adopt(&self, mut goal: Goal, id: &str) -> Result<Object, RegisterError> {
        goal.options.set(ResourceOption::Import(id.to_owned()));
        if let Some(serial) = self.context.old().find(&goal.urn) {
            let known = self.context.current(serial).and_then(|it| it.id.clone());
            let message = format!(
                "the stack has a resource of this name already (its id is {}); choose another name, \
                 or remove it first",
                known.as_deref().unwrap_or("not known")
            );
            return Err(self.context.refuse(&goal, None, message));
        }
        let urn = goal.urn.clone();
        let configured = self
            .context
            .providers
            .of_package(
                &self
                    .context
                    .providers
                    .key(goal.resource_type.package(), goal.options.version()),
            )
            .await;
        let configured =
            configured.map_err(|it| self.context.refuse(&goal, None, it.to_string()))?;
        let Some(provider) = configured.provider().cloned() else {
            return Err(self.context.refuse(
                &goal,
                None,
                "its provider is not configured".to_owned(),
            ));
        };
        if let Some(fault) = goal.options.fault() {
            return Err(self.context.refuse(&goal, None, fault.to_string()));
        }
        let mut resolved = ResolvedGoal::new(goal, None);
        resolved.provider = Some(configured);
        self.read_object(&mut resolved, &provider).await?;
        self.adopt_seen(&mut resolved).await?;
        let adopted = resolved.old.map(|it| Object::clone(&it.inputs));
        adopted.ok_or(RegisterError::Failed {
            urn: Some(urn),
            message: "it was not imported".to_owned(),
        })
    }
}

/// Why an object is not adopted.
fn would_be_replaced(why: &ChangeReason) -> String {
    const ADVICE: &str = "an object that is only to be adopted is not destroyed";
    if let Some(reason) = &why.reason {
        return format!("{reason}, which would replace it; {ADVICE}: import it first");
    }
    let replacing = why.changes.iter().filter(|it| it.replaces);
    let paths: Vec<String> = replacing.map(|it| format!("`{}`", it.path)).collect();
    format!(
        "it differs from the program in {}, which would replace it; {ADVICE}: give the program the \
         values that the object has, or name them in `ignoreChanges`",
        paths.join(", ")
    )
}
