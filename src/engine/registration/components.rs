//! Components: resources without an object.

use std::sync::Arc;

use lumi_graph::{Object, ResourceKind, Value};

use super::rename_hints::RenameHints;
use super::resolved_goal::ResolvedGoal;
use super::unchanged_step::unchanged_step;
use crate::deletion::replacements::Replacements;
use crate::event::StepInfo;
use crate::plan::CreatedResource;
use crate::request::{RegisterError, Registered, RegisteredOutputs};
use crate::run_context::RunContext;
use crate::steps::hooks::HookedStep;
use crate::steps::resource_records::ResourceRecords;
use crate::steps::step::StepKind;
use crate::steps::step_hooks::StepHooks;

/// Registers components.
pub struct Components {
    pub context: Arc<RunContext>,
    pub records: Arc<ResourceRecords>,
    pub hooks: Arc<StepHooks>,
    pub replacements: Arc<Replacements>,
    pub rename_hints: Arc<RenameHints>,
}

impl Components {
    pub async fn register(&self, resolved: &ResolvedGoal) -> Result<Registered, RegisterError> {
        let ResolvedGoal { goal, old, .. } = resolved;
        let old = old.as_ref().filter(|it| it.kind == ResourceKind::Component);
        let inputs = Arc::new(goal.inputs.clone());
        let outputs = old.map_or_else(Arc::default, |it| Arc::clone(&it.outputs));
        let step = match old {
            None => StepInfo::of_goal(StepKind::Create, goal, old),
            Some(old) if differs(goal.urn.resource_type(), &old.inputs, &inputs) => {
                StepInfo::of_goal(StepKind::Update, goal, Some(old))
            }
            Some(old) => unchanged_step(resolved, old),
        };
        if step.kind == StepKind::Create {
            self.rename_hints.add_created(CreatedResource {
                urn: goal.urn.clone(),
                parent: goal.parent.clone(),
                inputs: Arc::clone(&inputs),
            });
        }
        let step = step.with_inputs(&inputs);
        self.context.check_plan(&step)?;
        let hooked = match step.kind {
            StepKind::Create => Some(HookedStep::Create),
            StepKind::Update => Some(HookedStep::Update),
            _ => None,
        };
        if let Some(hooked) = hooked {
            let names = resolved.goal.options.hooks();
            let request = self.hooks.request(&step);
            self.hooks.before(names, hooked, &request, &step).await?;
            self.hooks.await_component(names, hooked, request);
        }
        if let Some(former) = resolved.old.as_ref().filter(|_| old.is_none()) {
            self.replacements
                .mark_displaced(former, &step, "a component")?;
        }
        let resource = self.records.resource_of(resolved, old, inputs, outputs);
        self.records.put_if_changed(resource, old)?;
        self.context.reporter.end(step, None);
        Ok(Registered {
            id: None,
            outputs: RegisteredOutputs::Planned(Object::default()),
        })
    }
}

/// The type of components that name the lines of the program that need a permission, by permission.
const FUNCTION: &str = "lumi:cloud:Function";
const PERMISSIONS: &str = "permissions";

/// Whether a component has changed. Lines of the program that explain a permission are no change.
fn differs(resource_type: &str, old: &Object, new: &Object) -> bool {
    if resource_type != FUNCTION || old.len() != new.len() {
        return old != new;
    }
    old.iter().any(|(name, old)| match (old, new.get(name)) {
        (Value::Object(old), Some(Value::Object(new))) if name == PERMISSIONS => {
            !old.keys().eq(new.keys())
        }
        (old, new) => Some(old) != new,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(permissions: &[(&str, &str)]) -> Object {
        let lines = permissions.iter();
        let lines = lines.map(|(name, line)| ((*name).into(), Value::from(*line)));
        let permissions = Value::Object(lines.collect());
        Object::from_iter([(PERMISSIONS.into(), permissions)])
    }

    #[test]
    fn a_permission_that_another_line_needs_is_no_change() {
        let old = inputs(&[("kv:get todos", "because: index.ts:4")]);
        let moved = inputs(&[("kv:get todos", "because: index.ts:5")]);
        let more = inputs(&[
            ("kv:get todos", "because: index.ts:4"),
            ("kv:put todos", ""),
        ]);
        let other = inputs(&[("kv:put todos", "because: index.ts:4")]);
        assert!(!differs(FUNCTION, &old, &moved));
        for new in [&more, &other, &Object::default()] {
            assert!(differs(FUNCTION, &old, new));
            assert!(differs(FUNCTION, new, &old));
        }
        assert!(differs("acme:web:Site", &old, &moved));
    }
}
