//! The graph of a run, with what changes and what fails.

use std::path::Path;

use lumi_engine::{StepInfo, StepKind};
use lumi_graph::render::{Alteration, Annotation, Annotations};
use lumi_graph::{Graph, ResourceName, ResourceType, Secrets, Urn, Vertex};
use rustc_hash::FxHashMap;

use crate::commands::graph::{GraphShape, show_graph};
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::run::{Model, Status};

/// Writes the graph of a run: what there was before, what there is after, and what was not reached.
pub fn write(
    path: &Path,
    (before, after): (&Graph, &Graph),
    model: &Model,
    current: &Path,
    terminal: Terminal,
) -> Result<(), Failure> {
    let graph = graph(before, after, model);
    let shape = GraphShape {
        format: None,
        out: Some(path),
        secrets: Secrets::Masked,
        annotations: &annotations(model),
    };
    show_graph(&graph, shape, current, terminal)
}

fn graph(before: &Graph, after: &Graph, model: &Model) -> Graph {
    let known = after.positions();
    let mut graph = after.merged_with_old(before, |it| known.contains_key(it).then(|| it.clone()));
    let missing: Vec<Vertex> = {
        let known = graph.positions();
        let steps = model.steps().filter(|it| !known.contains_key(&it.urn));
        let all: FxHashMap<&Urn, &StepInfo> = steps.map(|it| (&it.urn, it)).collect();
        let mut all: Vec<&StepInfo> = all.into_values().collect();
        all.sort_by_key(|it| (it.order, it.urn.as_str()));
        all.into_iter().filter_map(vertex).collect()
    };
    graph.vertices.extend(missing);
    graph
}

/// A resource that is in neither graph, such as one that could not be created.
fn vertex(step: &StepInfo) -> Option<Vertex> {
    let resource_type = ResourceType::parse(step.urn.resource_type()).ok()?;
    let name = ResourceName::parse(step.urn.name()).ok()?;
    let mut vertex = Vertex::new(step.urn.clone(), resource_type, name, !step.is_component);
    vertex.parent.clone_from(&step.parent);
    vertex.source.clone_from(&step.source);
    vertex.inputs = step.new.clone().unwrap_or_default();
    Some(vertex)
}

fn annotations(model: &Model) -> Annotations {
    let mut resources: FxHashMap<Urn, Annotation> = FxHashMap::default();
    for state in model.step_states() {
        let step = &state.info;
        let annotation = resources.entry(step.urn.clone()).or_default();
        annotation.alteration = alteration(step).or(annotation.alteration);
        let paths: Vec<&str> = step.changes.iter().map(|it| it.path.as_str()).collect();
        if !paths.is_empty() {
            annotation
                .notes
                .push(format!("changes: {}", paths.join(", ")));
        }
        annotation.notes.extend(step.reason.clone());
        if let Status::Failed { failure, .. } = &state.status {
            annotation.has_failed = true;
            annotation.notes.push(failure.message.clone());
        }
    }
    for (urn, reason) in model.skipped() {
        let annotation = resources.entry(urn.clone()).or_default();
        annotation.notes.push(format!("not reached: {reason}"));
    }
    Annotations {
        resources,
        is_about_alterations: true,
        ..Annotations::default()
    }
}

fn alteration(step: &StepInfo) -> Option<Alteration> {
    Some(match step.kind {
        StepKind::Create | StepKind::Import => Alteration::Added,
        StepKind::Update => Alteration::Changed,
        StepKind::CreateReplacement | StepKind::DeleteReplaced => Alteration::Replaced,
        StepKind::Delete | StepKind::Forget => Alteration::Removed,
        StepKind::Refresh if step.is_drift() => Alteration::Changed,
        StepKind::Refresh | StepKind::Read | StepKind::Same => return None,
    })
}
