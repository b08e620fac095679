//! The fewest inputs that keep an object as it is.

use std::collections::BTreeSet;

use lumi_graph::Object as ProgramObject;

use crate::cty::{Path, Step, Type, Value};
use crate::lifecycle::{Action, Object, Plan, PlanRequest, Session, Status};
use crate::schema::{AttributeKind, Block, Schema};
use crate::shape::{configuration, is_zero, needed_inputs, without_zeros, zero_places};

/// The most answers of a provider for one object, so that a provider which never agrees ends the search.
const ATTEMPTS: usize = 32;

/// Finds inputs for an object that is not one of a program yet. The provider is the judge: what it plans, and
/// whether it accepts the configuration.
pub struct LeastInputs<'o> {
    pub session: &'o Session,
    pub type_name: &'o str,
    pub schema: &'o Schema,
    pub known: &'o Object,
    /// The places that are secret, beside what the schema calls sensitive.
    pub secrets: &'o [Path],
}

/// Attributes and blocks of the schema by their treatment.
#[derive(Clone, Default)]
struct Choice {
    /// Both a program and the provider may set these, and here the program does.
    chosen: BTreeSet<String>,
    /// The zero values at these places are left out: providers with the older SDK store them for what a configuration has not.
    without_zeros: BTreeSet<Vec<String>>,
    /// These are left out as a whole.
    absent: BTreeSet<String>,
}

impl LeastInputs<'_> {
    /// The inputs. What a program and the provider may both set is among them only where the provider would change
    /// it otherwise, or where a program is likely to set it, as it does sets and those of `likely`. If no inputs keep the
    /// object as it is, or the provider cannot plan, the next preview shows that.
    pub async fn find(&self, likely: &[String]) -> ProgramObject {
        let (mut choice, base) = self.needed().await;
        let Some(base) = self.leave_out_zeros(&mut choice, base).await else {
            return self.inputs(&choice);
        };
        self.leave_out_refused(&mut choice, &base).await;
        self.add_likely(&mut choice, &base, likely).await;
        self.inputs(&choice)
    }

    fn inputs(&self, choice: &Choice) -> ProgramObject {
        let known = &self.known.value;
        let mut value = without_zeros(&self.schema.block, known, &choice.without_zeros);
        if let Value::Object(members) = &mut value {
            for (name, member) in members {
                if choice.absent.contains(name) {
                    *member = Value::Null;
                }
            }
        }
        let is_chosen = |name: &str| choice.chosen.contains(name);
        needed_inputs(&self.schema.block, &value, self.secrets, &is_chosen)
    }

    fn config(&self, choice: &Choice) -> Option<Value> {
        let config = configuration(&self.schema.block, &self.inputs(choice));
        config.ok().map(|it| it.value)
    }

    /// `None` if the provider cannot plan with these.
    async fn plan(&self, choice: &Choice) -> Option<Plan> {
        let config = self.config(choice)?;
        let request = PlanRequest {
            type_name: self.type_name,
            urn: None,
            prior: self.known,
            status: Status::Ready,
            config: &config,
            full_config: &config,
            must_replace: false,
            ignored: &[],
        };
        self.session.plan(&request).await.ok()
    }

    /// The inputs that only a program can have set, and those of the rest that the provider would change.
    async fn needed(&self) -> (Choice, Option<Plan>) {
        let mut choice = Choice::default();
        loop {
            let Some(plan) = self.plan(&choice).await else {
                return (choice, None);
            };
            let more = changed_by_provider(&self.schema.block, &self.known.value, &plan);
            let more = more.into_iter().filter(|it| !choice.chosen.contains(it));
            let more: Vec<String> = more.collect();
            if plan.action == Action::Nothing || more.is_empty() {
                return (choice, Some(plan));
            }
            choice.chosen.extend(more);
        }
    }

    /// Leaves out the zero values without which the provider plans the same. Returns that plan, if there is one.
    async fn leave_out_zeros(&self, choice: &mut Choice, base: Option<Plan>) -> Option<Plan> {
        let given = self.config(choice).unwrap_or_default();
        let mut zeros = zero_places(&self.schema.block, &given);
        let Some(base) = base else {
            choice.without_zeros = zeros;
            let plan = self.plan(choice).await;
            if plan.is_none() {
                choice.without_zeros.clear();
            }
            return plan;
        };
        // Of those in a block, only some may be needed.
        let mut single = BTreeSet::new();
        for _ in 0..ATTEMPTS {
            if zeros.is_empty() {
                break;
            }
            let attempt = Choice {
                without_zeros: zeros.clone(),
                ..choice.clone()
            };
            let Some(plan) = self.plan(&attempt).await else {
                single.append(&mut zeros);
                break;
            };
            if is_same(&plan, &base) {
                *choice = attempt;
                break;
            }
            let is_needed =
                |it: &Vec<String>| it.first().is_some_and(|it| differs(it, &plan, &base));
            let needed: BTreeSet<Vec<String>> =
                zeros.iter().filter(|it| is_needed(it)).cloned().collect();
            if needed.is_empty() {
                single.append(&mut zeros);
                break;
            }
            zeros.retain(|it| !needed.contains(it));
            single.extend(needed.into_iter().filter(|it| it.len() > 1));
        }
        self.leave_out_single_zeros(choice, &base, single).await;
        Some(base)
    }

    /// Tries zero values one by one, where a plan does not say which of them it needs.
    async fn leave_out_single_zeros(
        &self,
        choice: &mut Choice,
        base: &Plan,
        zeros: BTreeSet<Vec<String>>,
    ) {
        for place in zeros.into_iter().take(ATTEMPTS) {
            let mut attempt = choice.clone();
            attempt.without_zeros.insert(place);
            if self.plans_the_same(&attempt, base).await {
                *choice = attempt;
            }
        }
    }

    async fn plans_the_same(&self, choice: &Choice, base: &Plan) -> bool {
        let plan = self.plan(choice).await;
        plan.is_some_and(|it| is_same(&it, base))
    }

    /// The attributes and blocks that the provider refuses.
    async fn refused(&self, choice: &Choice) -> BTreeSet<String> {
        let Some(config) = self.config(choice) else {
            return BTreeSet::new();
        };
        let answer = self.session.validate((self.type_name, None), &config).await;
        let Ok(diagnostics) = answer else {
            return BTreeSet::new();
        };
        let names = diagnostics
            .errors()
            .filter_map(|it| match it.path.0.first() {
                Some(Step::Attribute(name)) => Some(name.clone()),
                _ => None,
            });
        names.collect()
    }

    /// Leaves out what the provider refuses: zero values in any case, as nothing is lost with them, and others if
    /// the plan stays the same. What it misses is added.
    async fn leave_out_refused(&self, choice: &mut Choice, base: &Plan) {
        for _ in 0..ATTEMPTS {
            let mut has_changed = false;
            for name in self.refused(choice).await {
                if !self.is_optional(&name) || choice.absent.contains(&name) {
                    continue;
                }
                let mut attempt = choice.clone();
                let given = self.config(choice).unwrap_or_default();
                let is_given = !given.attribute(&name).is_null();
                match is_given {
                    true => attempt.absent.insert(name.clone()),
                    false => attempt.chosen.insert(name.clone()),
                };
                let is_nothing = is_given && is_zero(&self.known.value.attribute(&name));
                let is_new = is_given || !choice.chosen.contains(&name);
                if is_nothing || (is_new && self.plans_the_same(&attempt, base).await) {
                    // Without one side of a conflict, the other one is good.
                    *choice = attempt;
                    has_changed = true;
                    break;
                }
            }
            if !has_changed {
                return;
            }
        }
    }

    fn is_optional(&self, name: &str) -> bool {
        let block = &self.schema.block;
        match (block.attributes.get(name), block.blocks.get(name)) {
            (Some(attribute), _) => !attribute.is_required,
            (None, Some(nested)) => nested.min_items == 0,
            (None, None) => false,
        }
    }

    /// Adds what a program is likely to set, as far as the provider accepts it and plans the same with it.
    async fn add_likely(&self, choice: &mut Choice, base: &Plan, likely: &[String]) {
        let known = |name: &str| self.known.value.attribute(name);
        let attributes = self.schema.block.attributes.iter();
        let shared = attributes.filter(|(name, it)| {
            let is_shared = it.is_computed && it.is_optional && !it.is_write_only;
            is_shared && !choice.chosen.contains(*name) && !choice.absent.contains(*name)
        });
        let shared = shared.filter(|(name, it)| {
            let is_set = matches!(&it.kind, AttributeKind::Of(Type::Set(_)));
            (is_set || likely.contains(name)) && !is_zero(&known(name))
        });
        let mut added: BTreeSet<String> = shared.map(|(name, _)| name.clone()).collect();
        for _ in 0..ATTEMPTS {
            if added.is_empty() {
                return;
            }
            let mut attempt = choice.clone();
            attempt.chosen.extend(added.iter().cloned());
            let Some(plan) = self.plan(&attempt).await else {
                return;
            };
            let before = added.len();
            let refused = self.refused(&attempt).await;
            added.retain(|name| !refused.contains(name) && !differs(name, &plan, base));
            if added.len() < before {
                continue;
            }
            if is_same(&plan, base) && refused.is_subset(&self.refused(choice).await) {
                *choice = attempt;
            }
            return;
        }
    }
}

/// Whether two plans for one object do the same. A value that is zero in one may be missing in the other, unless
/// the object is to stay as it is.
fn is_same(one: &Plan, other: &Plan) -> bool {
    if one.action != other.action {
        return false;
    }
    if one.action == Action::Nothing {
        return true;
    }
    let members = other.planned.value.members().into_iter().flatten();
    one.replaces == other.replaces && members.map(|it| it.0).all(|it| !differs(it, one, other))
}

fn differs(name: &str, one: &Plan, other: &Plan) -> bool {
    let (left, right) = (
        one.planned.value.attribute(name),
        other.planned.value.attribute(name),
    );
    let is_unchanged = other.action == Action::Nothing;
    left != right && (is_unchanged || !(is_zero(&left) && is_zero(&right)))
}

/// The attributes and blocks that have parts which both may set, and that a plan changes: those that
/// replace the object, or else those that get a known value, or else all.
fn changed_by_provider(block: &Block, known: &Value, plan: &Plan) -> Vec<String> {
    let changed = |name: &&String| known.attribute(name) != plan.planned.value.attribute(name);
    let names = block.attributes.iter().filter(|(_, it)| {
        let is_shared = it.is_computed && !it.is_computed_only() && !it.is_write_only;
        is_shared || (matches!(it.kind, AttributeKind::Nested(..)) && !it.is_computed_only())
    });
    let names = names.map(|(name, _)| name).chain(block.blocks.keys());
    let changed: Vec<&String> = names
        .filter(changed)
        .filter(|it| !known.attribute(it).is_null())
        .collect();
    let replaces = |name: &&&String| {
        let first =
            |path: &Path| matches!(path.0.first(), Some(Step::Attribute(it)) if it == **name);
        plan.replaces.iter().any(first)
    };
    let is_known = |name: &&&String| plan.planned.value.attribute(name).is_wholly_known();
    let owned = |it: &&String| (*it).clone();
    let replacing: Vec<String> = changed.iter().filter(replaces).map(owned).collect();
    if !replacing.is_empty() {
        return replacing;
    }
    let known: Vec<String> = changed.iter().filter(is_known).map(owned).collect();
    match known.is_empty() {
        true => changed.iter().map(owned).collect(),
        false => known,
    }
}
