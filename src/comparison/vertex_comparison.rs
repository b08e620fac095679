//! Compares two vertices that are the same resource.

use lumi_graph::{
    Change, Difference, Object, PathPart, PropertyPath, ResourceOptions, Section, Urn, UrnMap,
    Value, Vertex,
};

use super::compared_graph::Side;
use super::difference_class::DifferenceClass;
use super::difference_reason::DifferenceReason;
use super::finding::{Finding, FindingSubject};
use super::matching::MatchReason;
use super::set_properties::SetProperties;
use super::value_comparison::{ValueComparison, ValueContext};

/// Facts about the graphs around a pair of vertices.
pub trait PairContext {
    /// The resource of the second graph that is this one of the first.
    fn partner(&self, first: &Urn) -> Option<&Urn>;

    /// Whether a difference of parents only says that one graph has no components.
    fn lacks_components(&self) -> bool;

    /// The graph whose inputs no provider has checked, if those of the other one were.
    fn unchecked(&self) -> Option<Side>;

    /// Whether the graphs are of two stacks, which have objects of their own.
    fn are_two_stacks(&self) -> bool;

    fn sets(&self) -> &dyn SetProperties;
}

/// Compares a pair, and adds what differs.
pub fn compare_vertices<'a>(
    (first, second, how): (&'a Vertex, &'a Vertex, MatchReason),
    context: &dyn PairContext,
    findings: &mut Vec<Finding<'a>>,
) {
    if first.name != second.name || first.resource_type != second.resource_type {
        findings.push(Finding {
            reason: DifferenceReason::Identity,
            subject: FindingSubject::Renamed { first, second, how },
        });
    }
    let mut pair = Pair {
        first,
        second,
        context,
        findings,
    };
    pair.texts();
    pair.id();
    pair.inputs();
    pair.outputs();
    pair.options();
}

struct Pair<'p, 'a> {
    first: &'a Vertex,
    second: &'a Vertex,
    context: &'p dyn PairContext,
    findings: &'p mut Vec<Finding<'a>>,
}

impl<'a> Pair<'_, 'a> {
    fn report(
        &mut self,
        section: Section,
        path: PropertyPath,
        change: Change<'a>,
        reason: DifferenceReason,
    ) {
        let difference = Difference::Vertex {
            old: self.first,
            new: self.second,
            section,
            path,
            change,
        };
        self.findings.push(Finding::new(reason, difference));
    }

    /// Kind, parent and provider.
    fn texts(&mut self) {
        let (first, second) = (self.first, self.second);
        if first.custom != second.custom {
            let (old, new) = (first.custom.to_string(), second.custom.to_string());
            let change = Change::Text { old, new };
            self.report(
                Section::Custom,
                PropertyPath::new(),
                change,
                DifferenceReason::Values,
            );
        }
        let parent_reason = match self.context.lacks_components() {
            true => DifferenceReason::MissingComponent,
            false => DifferenceReason::Identity,
        };
        self.references(
            Section::Parent,
            (&first.parent, &second.parent),
            parent_reason,
        );
        let providers = (&first.provider, &second.provider);
        self.references(Section::Provider, providers, DifferenceReason::Values);
    }

    fn references(
        &mut self,
        section: Section,
        (first, second): (&'a Option<Urn>, &'a Option<Urn>),
        reason: DifferenceReason,
    ) {
        let is_same = match (first, second) {
            (Some(first), Some(second)) => self.context.partner(first) == Some(second),
            (first, second) => first.is_none() && second.is_none(),
        };
        if !is_same {
            let text = |urn: &Option<Urn>| urn.as_ref().map_or("(none)".to_owned(), Urn::to_string);
            let (old, new) = (text(first), text(second));
            self.report(
                section,
                PropertyPath::new(),
                Change::Text { old, new },
                reason,
            );
        }
    }

    /// Two graphs may be of two objects: an id alone means nothing.
    fn id(&mut self) {
        let differences =
            self.differences(|it| it.optional(self.first.id.as_ref(), self.second.id.as_ref()));
        for (path, change, reason) in differences {
            let reason = match reason {
                DifferenceReason::Values => DifferenceReason::OtherObject,
                reason => reason,
            };
            self.report(Section::Id, path, change, reason);
        }
    }

    fn inputs(&mut self) {
        let (first, second) = (self.first, self.second);
        for (path, change, mut reason) in
            self.differences(|it| it.objects(&first.inputs, &second.inputs))
        {
            let other_outputs = match &change {
                Change::Added(value) => Some((&first.outputs, value)),
                Change::Removed(value) => Some((&second.outputs, value)),
                _ => None,
            };
            // The program of one graph leaves the property out, and its provider says the same.
            if let Some((outputs, value)) = other_outputs
                && value_at(outputs, &path) == Some(value)
            {
                reason = DifferenceReason::ProviderDefault;
            }
            if reason == DifferenceReason::Values && self.may_be_default(&path, &change) {
                reason = DifferenceReason::UncheckedDefault;
            }
            self.report(Section::Inputs, path, change, reason);
        }
    }

    /// Whether only the graph has a property whose provider was asked: the other one cannot know its default.
    fn may_be_default(&self, path: &PropertyPath, change: &Change<'_>) -> bool {
        let lacks = match change {
            Change::Added(_) => Side::First,
            Change::Removed(_) => Side::Second,
            _ => return false,
        };
        let is_member = matches!(path.parts.last(), Some(PathPart::Key(_)));
        self.first.custom && is_member && self.context.unchecked() == Some(lacks)
    }

    /// Compares outputs. Those that the program has set are compared as inputs; others belong to one object or to
    /// two.
    fn outputs(&mut self) {
        let (first, second) = (self.first, self.second);
        let is_one_object = !self.context.are_two_stacks()
            && first.id.is_some()
            && first.id == second.id
            && !matches!(first.id, Some(Value::Unknown));
        let differences = self.differences(|it| it.objects(&first.outputs, &second.outputs));
        for (path, change, reason) in differences {
            let is_said = is_input_difference(first, second, &path)
                || is_same_property(first, second, &path)
                || is_planned(first) != is_planned(second);
            if is_said {
                continue;
            }
            let is_decided_by_provider =
                first.custom && !is_input(first, &path) && !is_input(second, &path);
            // Of an object whose inputs are not known yet, a plan does not have all outputs.
            let lacking = match &change {
                Change::Added(_) => Some(first),
                Change::Removed(_) => Some(second),
                _ => None,
            };
            let is_not_known_yet =
                lacking.is_some_and(|it| it.inputs.values().any(Value::contains_unknown));
            let reason = match reason.class() {
                DifferenceClass::Meaningful if is_decided_by_provider && is_not_known_yet => {
                    DifferenceReason::Unknown
                }
                DifferenceClass::Meaningful if is_decided_by_provider && !is_one_object => {
                    DifferenceReason::OtherObject
                }
                _ => reason,
            };
            self.report(Section::Outputs, path, change, reason);
        }
    }

    /// Aliases name what a resource was, and do not count.
    fn options(&mut self) {
        let without_aliases = |options: &ResourceOptions| {
            let mut options = options.clone();
            options.remove("aliases");
            options
        };
        let mut first = without_aliases(&self.first.options);
        let second = without_aliases(&self.second.options);
        first.map_urns(&ToSecond(self.context));
        if first == second {
            return;
        }
        let (first, second) = (first.to_object(), second.to_object());
        let mut differences = Vec::new();
        self.compare(
            |it| it.objects(&first, &second),
            &mut |path, change, reason| {
                differences.push((path.clone(), change.into_owned(), reason))
            },
        );
        for (path, change, reason) in differences {
            self.report(Section::Options, path, change, reason);
        }
    }

    fn differences(
        &self,
        compare: impl FnOnce(&mut ValueComparison<'_, 'a>),
    ) -> Vec<(PropertyPath, Change<'a>, DifferenceReason)> {
        let mut differences = Vec::new();
        self.compare(compare, &mut |path, change, reason| {
            differences.push((path.clone(), change, reason));
        });
        differences
    }

    fn compare<'v>(
        &self,
        compare: impl FnOnce(&mut ValueComparison<'_, 'v>),
        report: &mut dyn FnMut(&PropertyPath, Change<'v>, DifferenceReason),
    ) {
        let values = PairValues {
            resource_type: self.second.resource_type.as_str(),
            context: self.context,
        };
        compare(&mut ValueComparison {
            context: &values,
            path: PropertyPath::new(),
            report,
        });
    }
}

struct PairValues<'p> {
    resource_type: &'p str,
    context: &'p dyn PairContext,
}

impl ValueContext for PairValues<'_> {
    fn is_set(&self, path: &PropertyPath) -> bool {
        self.context.sets().is_set(self.resource_type, path)
    }

    fn is_same_resource(&self, first: &Urn, second: &Urn) -> bool {
        first == second || self.context.partner(first) == Some(second)
    }
}

/// Rewrites URNs of the first graph to those of the second.
struct ToSecond<'p>(&'p dyn PairContext);

impl UrnMap for ToSecond<'_> {
    fn urn(&self, urn: &mut Urn) {
        if let Some(partner) = self.0.partner(urn) {
            *urn = partner.clone();
        }
    }
}

/// Whether the program of a graph has set the property.
fn is_input(vertex: &Vertex, path: &PropertyPath) -> bool {
    path.property()
        .is_some_and(|it| vertex.inputs.contains_key(it))
}

/// Whether the input difference at this path is reported already.
fn is_input_difference(first: &Vertex, second: &Vertex, path: &PropertyPath) -> bool {
    let inputs = (
        value_at(&first.inputs, path),
        value_at(&second.inputs, path),
    );
    let outputs = (
        value_at(&first.outputs, path),
        value_at(&second.outputs, path),
    );
    inputs.0 != inputs.1 && inputs == outputs
}

/// Whether the resource is not deployed yet: its outputs are unknown, as its id is.
fn is_planned(vertex: &Vertex) -> bool {
    matches!(vertex.id, Some(Value::Unknown))
}

/// Whether a property is an output in one graph, and an input of the same value in the other.
fn is_same_property(first: &Vertex, second: &Vertex, path: &PropertyPath) -> bool {
    property(first, path) == property(second, path)
}

fn property<'v>(vertex: &'v Vertex, path: &PropertyPath) -> Option<&'v Value> {
    value_at(&vertex.outputs, path).or_else(|| value_at(&vertex.inputs, path))
}

fn value_at<'v>(object: &'v Object, path: &PropertyPath) -> Option<&'v Value> {
    let (PathPart::Key(key), rest) = path.parts.split_first()? else {
        return None;
    };
    rest.iter()
        .try_fold(object.get(key)?, |value, part| match (value.open(), part) {
            (Value::Object(members), PathPart::Key(key)) => members.get(key),
            (Value::Array(items), PathPart::Index(index)) => items.get(*index),
            _ => None,
        })
}
