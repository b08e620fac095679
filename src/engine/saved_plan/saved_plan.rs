//! Saved plans: what `preview --save` writes, and which steps `up --plan` may take after it. A plan keeps digests of
//! inputs, not the inputs; `plan_check` compares each step with it.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use lumi_graph::{Object, Secrets, SerObject, Urn};

use super::plan_key::PlanKey;
use super::planned_inputs::{digests, fits, has_digest};
use crate::event::StepInfo;
use crate::plan::{Selection, is_false};
use crate::steps::step::StepKind;

/// The step that a preview planned for one resource.
#[derive(Clone, Debug)]
pub struct PlannedStep {
    pub urn: Urn,
    pub kind: StepKind,
    /// Checked; `None` for deletions.
    pub inputs: Option<std::sync::Arc<Object>>,
}

impl From<&StepInfo> for PlannedStep {
    fn from(step: &StepInfo) -> Self {
        Self {
            urn: step.urn.clone(),
            kind: step.kind,
            inputs: step.new.clone(),
        }
    }
}

/// The steps of a preview by URN, including those without changes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SavedPlan {
    /// The version of the format.
    pub lumi_plan: u32,
    pub project: String,
    pub stack: String,
    /// The selection of the preview, which the deployment takes over.
    #[serde(default, skip_serializing_if = "Selection::is_empty")]
    pub selection: Selection,
    /// Whether it is a plan of `destroy`, which does not evaluate the program.
    #[serde(default, skip_serializing_if = "is_false")]
    pub destroy: bool,
    /// Whether the preview began with a refresh, as the deployment then does.
    #[serde(default, skip_serializing_if = "is_false")]
    pub refresh: bool,
    /// The key of the digests, encrypted with the stack's key; `None` without secrets. Set by the
    /// code that saves the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secrets_key: Option<String>,
    pub steps: IndexMap<Urn, Vec<SavedStep>>,
    /// Resources that the plan cannot predict; `None` if it is complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unseen: Option<UnseenSteps>,
    /// The decrypted key of the digests.
    #[serde(skip)]
    pub key: PlanKey,
}

/// Resources that a plan cannot predict.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UnseenSteps {
    /// Whether the program stopped, or callbacks await something other than a resource's output:
    /// any resource outside the plan may be created or changed, but none deleted.
    #[serde(default)]
    pub any: bool,
    /// Resources declared by callbacks that await outputs of these are included, and so are their
    /// dependents.
    #[serde(default)]
    pub origins: Vec<Urn>,
    /// Resources of the state that the callbacks may declare: they may be changed or deleted.
    #[serde(default)]
    pub resources: Vec<Urn>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SavedStep {
    pub kind: StepKind,
    /// Secrets are replaced by digests that require the plan's key; unknown values match anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<serde_json::Value>,
}

impl SavedPlan {
    /// The only supported version. Version 1 had digests without a key.
    pub const VERSION: u32 = 2;

    pub fn new(project: &str, stack: &str, steps: &[PlannedStep], key: &PlanKey) -> Self {
        let mut by_urn: IndexMap<Urn, Vec<SavedStep>> = IndexMap::new();
        for step in steps {
            by_urn
                .entry(step.urn.clone())
                .or_default()
                .push(SavedStep::new(step, key));
        }
        by_urn.sort_unstable_keys();
        Self {
            lumi_plan: Self::VERSION,
            project: project.to_owned(),
            stack: stack.to_owned(),
            selection: Selection::default(),
            destroy: false,
            refresh: false,
            secrets_key: None,
            unseen: None,
            steps: by_urn,
            key: key.clone(),
        }
    }

    /// Whether the plan ends where the program stopped.
    pub fn is_open(&self) -> bool {
        self.unseen.as_ref().is_some_and(|it| it.any)
    }

    /// Whether the plan includes this resource among those it cannot predict. `causes` is the
    /// `declaredAfter` of a declared resource.
    pub fn includes_unseen(&self, urn: &Urn, causes: Option<&[Urn]>) -> bool {
        let Some(unseen) = &self.unseen else {
            return false;
        };
        if self.steps.contains_key(urn) {
            return false;
        }
        // A cause outside the plan is itself unpredicted, otherwise it would not be allowed.
        let depends_on_unseen =
            |it: &Urn| unseen.origins.contains(it) || !self.steps.contains_key(it);
        let is_declared = causes.is_some_and(|it| unseen.any || it.iter().any(depends_on_unseen));
        is_declared || unseen.resources.contains(urn)
    }

    /// Whether the plan has digests, which require its key.
    pub fn has_secrets(&self) -> bool {
        let inputs = self
            .steps
            .values()
            .flatten()
            .filter_map(|it| it.inputs.as_ref());
        inputs.into_iter().any(has_digest)
    }

    /// The differences to a plan made now, one line for each resource.
    pub fn differences(&self, now: &SavedPlan) -> Vec<String> {
        let mut lines = Vec::new();
        for (urn, steps) in &self.steps {
            match now.steps.get(urn) {
                None => lines.push(format!(
                    "{}: planned as {}, but {}",
                    resource(urn),
                    step_names(steps),
                    match steps.iter().all(|it| it.kind.removes()) {
                        true => "it no longer exists",
                        false => "the program no longer declares it",
                    }
                )),
                Some(found) if is_unchanged(found) && !is_unchanged(steps) => {
                    let (resource, planned) = (resource(urn), step_names(steps));
                    lines.push(format!(
                        "{resource}: planned as {planned}, but it no longer changes"
                    ));
                }
                Some(found) if step_names(found) != step_names(steps) => lines.push(format!(
                    "{}: planned as {}, but now planned as {}",
                    resource(urn),
                    step_names(steps),
                    step_names(found)
                )),
                Some(found) if found != steps => {
                    let resource = resource(urn);
                    lines.push(format!("{resource}: its inputs differ from the plan"));
                }
                Some(_) => {}
            }
        }
        let new = now
            .steps
            .iter()
            .filter(|(urn, _)| !self.steps.contains_key(*urn));
        lines.extend(new.map(|(urn, steps)| {
            format!(
                "{}: not in the plan, but now planned as {}",
                resource(urn),
                step_names(steps)
            )
        }));
        lines.extend(self.unseen_differences(now));
        lines
    }

    /// The resources that a plan made now cannot predict, but this one does.
    fn unseen_differences(&self, now: &SavedPlan) -> Vec<String> {
        let Some(found) = &now.unseen else {
            return Vec::new();
        };
        let none = UnseenSteps::default();
        let planned = self.unseen.as_ref().unwrap_or(&none);
        if found.any && !planned.any {
            return vec![
                "the program waits for a value that the plan does not wait for".to_owned(),
            ];
        }
        let new = found
            .origins
            .iter()
            .filter(|it| !planned.origins.contains(it));
        new.map(|it| {
            format!(
                "resources that are declared with outputs of {} are not in the plan",
                resource(it)
            )
        })
        .collect()
    }

    /// Whether a step is allowed: it was planned, or does less than the planned one.
    pub fn allows(&self, step: &PlannedStep) -> Result<(), String> {
        let Some(planned) = self.steps.get(&step.urn) else {
            return Err("it is not in the plan".to_owned());
        };
        let found = SavedStep::new(step, &self.key);
        let matching = planned.iter().filter(|it| step.kind.is_within(it.kind));
        let mut inputs = matching
            .map(|it| (it.inputs.as_ref(), found.inputs.as_ref()))
            .peekable();
        if inputs.peek().is_none() {
            return Err(format!(
                "it is planned as {}, not as {}",
                step_names(planned),
                step.kind.as_str()
            ));
        }
        let fits =
            |(planned, found): (Option<&serde_json::Value>, Option<&serde_json::Value>)| match (
                planned, found,
            ) {
                (Some(planned), Some(found)) => fits(planned, found),
                _ => true,
            };
        if inputs.any(fits) {
            Ok(())
        } else {
            Err("its inputs differ from the plan".to_owned())
        }
    }
}

impl SavedStep {
    fn new(step: &PlannedStep, key: &PlanKey) -> Self {
        let inputs = step.inputs.as_ref().and_then(|it| {
            serde_json::to_value(SerObject::new(&digests(it, key), Secrets::Shown)).ok()
        });
        Self {
            kind: step.kind,
            inputs,
        }
    }
}

/// `std:fs:File "index"`
fn resource(urn: &Urn) -> String {
    format!("{} {:?}", urn.resource_type(), urn.name())
}

/// `create`, or `create-replacement and delete-replaced`; `no change` if it stays the same.
fn is_unchanged(steps: &[SavedStep]) -> bool {
    matches!(steps, [step] if step.kind == StepKind::Same)
}

fn step_names(steps: &[SavedStep]) -> String {
    if is_unchanged(steps) {
        return "no change".to_owned();
    }
    let words: Vec<&str> = steps.iter().map(|it| it.kind.as_str()).collect();
    words.join(" and ")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lumi_graph::Value;

    use super::*;
    use crate::plan::ResourcePattern;

    fn step(name: &str, kind: StepKind, inputs: &str) -> PlannedStep {
        let urn = format!("urn:lumi:dev::web::index::std:fs:File::{name}");
        let Value::Object(inputs) = Value::from_json(inputs).unwrap() else {
            panic!("{inputs}");
        };
        PlannedStep {
            urn: Urn::parse(&urn).unwrap(),
            kind,
            inputs: Some(Arc::new(inputs)),
        }
    }

    #[test]
    fn only_what_was_planned_is_allowed() {
        let secret = r#"{"a":{"$lumi":"secret","value":"hunter2"},"b":{"$lumi":"unknown"},
            "c":{"$lumi":"archive","kind":"assets","assets":{"x":{"$lumi":"secret",
            "value":{"$lumi":"asset","kind":"text","text":"hunter2"}}}}}"#;
        let key = PlanKey::random();
        let steps = [step("a", StepKind::Create, secret)];
        let plan = SavedPlan::new("web", "dev", &steps, &key);
        assert!(plan.has_secrets());
        let text = serde_json::to_string(&plan).unwrap();
        assert!(!text.contains("hunter2") && !text.contains(&**key.to_text()));
        let mut plan: SavedPlan = serde_json::from_str(&text).unwrap();
        plan.key = key;
        let known = &secret.replace(r#"{"$lumi":"unknown"}"#, "[1]");
        assert_eq!(plan.allows(&step("a", StepKind::Create, known)), Ok(()));
        let gone = SavedPlan::new(
            "web",
            "dev",
            &[step("a", StepKind::Delete, "{}")],
            &plan.key,
        );
        assert_eq!(gone.allows(&step("a", StepKind::Forget, "{}")), Ok(()));
        assert!(plan.allows(&step("a", StepKind::Forget, "{}")).is_err());
        let refused = [
            step(
                "a",
                StepKind::Create,
                r#"{"a":{"$lumi":"secret","value":"hunter3"},"b":1}"#,
            ),
            step("a", StepKind::Create, r#"{"b":1}"#),
            step("a", StepKind::Update, known),
            step("b", StepKind::Create, known),
        ];
        let messages: Vec<String> = refused
            .iter()
            .map(|it| plan.allows(it).unwrap_err())
            .collect();
        insta::assert_snapshot!(messages.join("\n"), @r#"
            its inputs differ from the plan
            its inputs differ from the plan
            it is planned as create, not as update
            it is not in the plan
            "#);
    }

    #[test]
    fn a_plan_keeps_its_selection() {
        let whole = SavedPlan::new("web", "dev", &[], &PlanKey::default());
        let text = serde_json::to_string(&whole).unwrap();
        assert!(
            !text.contains("selection") && !text.contains("refresh"),
            "{text}"
        );
        let plan = SavedPlan {
            selection: Selection {
                targets: vec![ResourcePattern::new("a*")],
                with_dependents: true,
                ..Selection::default()
            },
            refresh: true,
            ..whole
        };
        let text = serde_json::to_string(&plan).unwrap();
        let selection = r#""selection":{"targets":["a*"],"withDependents":true},"refresh":true"#;
        assert!(text.contains(selection), "{text}");
        let read = SavedPlan::parse(text.as_bytes()).unwrap();
        assert_eq!((read.selection, read.refresh), (plan.selection, true));
    }

    #[test]
    fn steps_of_unseen_code_are_allowed() {
        let urn = |name: &str| step(name, StepKind::Same, "{}").urn;
        let (id, file) = (urn("id"), urn("file"));
        let steps = [step("id", StepKind::Create, "{}")];
        let whole = SavedPlan::new("web", "dev", &steps, &PlanKey::default());
        let causes = Some(std::slice::from_ref(&id));
        assert!(!whole.includes_unseen(&file, causes));
        let unseen = UnseenSteps {
            origins: vec![id.clone()],
            resources: vec![urn("old")],
            any: false,
        };
        let plan = SavedPlan {
            unseen: Some(unseen),
            ..whole.clone()
        };
        assert!(plan.includes_unseen(&file, causes));
        // It depends on an unpredicted resource.
        assert!(plan.includes_unseen(&urn("more"), Some(std::slice::from_ref(&file))));
        assert!(plan.includes_unseen(&urn("old"), None));
        assert!(!plan.includes_unseen(&file, Some(&[])) && !plan.includes_unseen(&file, None));
        assert!(!plan.includes_unseen(&id, causes));
        let text = serde_json::to_string(&plan).unwrap();
        let read: SavedPlan = serde_json::from_str(&text).unwrap();
        assert_eq!(read.unseen, plan.unseen);
        assert!(plan.differences(&whole).is_empty());
        insta::assert_snapshot!(whole.differences(&plan).join("\n"), @r#"resources that are declared with outputs of std:fs:File "id" are not in the plan"#);
        let open = SavedPlan {
            unseen: Some(UnseenSteps {
                any: true,
                ..UnseenSteps::default()
            }),
            ..whole
        };
        assert!(open.includes_unseen(&file, Some(&[])) && !open.includes_unseen(&file, None));
    }

    #[test]
    fn differences_from_a_plan_are_named() {
        let old = SavedPlan::new(
            "web",
            "dev",
            &[
                step("a", StepKind::Create, "{}"),
                step("b", StepKind::Update, "{}"),
                step("c", StepKind::Update, "{}"),
                step("d", StepKind::Same, "{}"),
            ],
            &PlanKey::default(),
        );
        let new = SavedPlan::new(
            "web",
            "dev",
            &[
                step("b", StepKind::CreateReplacement, "{}"),
                step("c", StepKind::Update, r#"{"x":1}"#),
                step("d", StepKind::Same, "{}"),
                step("e", StepKind::Create, "{}"),
            ],
            &PlanKey::default(),
        );
        assert!(old.differences(&old).is_empty());
        insta::assert_snapshot!(old.differences(&new).join("\n"), @r#"
        std:fs:File "a": planned as create, but the program no longer declares it
        std:fs:File "b": planned as update, but now planned as create-replacement
        std:fs:File "c": its inputs differ from the plan
        std:fs:File "e": not in the plan, but now planned as create
        "#);
    }
}
