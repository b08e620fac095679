//! A reconciliation as text and as JSON.

use lumi_graph::{Secrets, SourcePosition, Value};
use lumi_reconciliation::{DriftState, FileEdits, Outcome, Resolution};
use serde_json::{Value as Json, json};

use lumi_terminal::ui::report::escaped;

use super::choice::{Choice, Decision};
use super::drift_text::{headline, property_line};

/// A decision, and what becomes of it if the program is to adopt the difference.
pub struct Resolved<'d> {
    pub decision: Decision<'d>,
    pub resolution: Option<Resolution>,
    /// Whether the object was to be set back, and the run was killed or failed.
    pub is_unfinished: bool,
}

/// The rest of the line of a resource that was to be set back.
const UNFINISHED: &str = ", whose set-back has not ended";

/// A line for each resource, and one or two for each property.
pub fn lines(resolved: &[Resolved<'_>]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut last = None;
    for Resolved {
        decision,
        resolution,
        is_unfinished,
    } in resolved
    {
        let urn = &decision.resource.urn;
        if last != Some(urn) {
            let rest = if *is_unfinished { UNFINISHED } else { "" };
            lines.push(headline(decision.resource) + rest);
            last = Some(urn);
        }
        if let Some(property) = decision.property {
            lines.push(format!("  {}", property_line(property)));
        }
        lines.push(format!(
            "    {}",
            advice(decision.choice, resolution.as_ref())
        ));
    }
    lines
}

fn advice(choice: Choice, resolution: Option<&Resolution>) -> String {
    match (choice, resolution.map(|it| &it.outcome)) {
        (Choice::World, _) => "`lumi up` sets it back".to_owned(),
        (Choice::Skip, _) | (Choice::Program, None) => "stays as it is".to_owned(),
        (Choice::Program, Some(Outcome::Edited(place))) => {
            format!("edit {}", escaped(&place.to_string()))
        }
        (Choice::Program, Some(Outcome::Removed(place))) => {
            format!("remove {}", escaped(&place.to_string()))
        }
        (Choice::Program, Some(Outcome::AlreadyInProgram)) => {
            "the program says so already".to_owned()
        }
        (Choice::Program, Some(Outcome::Suggested(it))) => match &it.place {
            Some(place) => format!("{}: {}", escaped(&place.to_string()), it.reason),
            None => it.reason.to_string(),
        },
    }
}

/// The document: `left` is whether a preview still has changes, if there was one.
pub fn document(resolved: &[Resolved<'_>], files: &[FileEdits], left: Option<bool>) -> Json {
    let files: Vec<&str> = files.iter().map(|it| it.file.as_str()).collect();
    json!({
        "drift": resolved.iter().map(difference).collect::<Vec<_>>(),
        "edited": files,
        "isLeft": left,
    })
}

fn difference(resolved: &Resolved<'_>) -> Json {
    let Resolved {
        decision,
        resolution,
        is_unfinished,
    } = resolved;
    let property = decision.property;
    let value = |value: Option<&Option<Value>>| {
        let value = value.and_then(Option::as_ref);
        value.map(|it| serde_json::to_value(it.serializable(Secrets::Masked)).unwrap_or_default())
    };
    let state = property.map(|it| match it.state() {
        DriftState::Open => "open",
        DriftState::AlreadyInProgram => "inProgram",
        DriftState::Conflict => "conflict",
    });
    let mut difference = json!({
        "urn": decision.resource.urn.as_str(),
        "source": decision.resource.source.as_ref().map(position),
        "path": property.map(|it| it.path.to_string()),
        "recorded": value(property.map(|it| &it.recorded)),
        "world": value(property.map(|it| &it.world)),
        "program": value(property.map(|it| &it.program)),
        "state": state.unwrap_or("deleted"),
        "to": match decision.choice {
            Choice::World => Some("world"),
            Choice::Program => Some("program"),
            Choice::Skip => None,
        },
        "resolution": resolution.as_ref().map(|it| outcome(&it.outcome)),
    });
    if *is_unfinished {
        difference["isUnfinished"] = true.into();
    }
    difference
}

fn outcome(outcome: &Outcome) -> Json {
    match outcome {
        Outcome::Edited(place) => json!({ "kind": "edit", "place": position(place) }),
        Outcome::Removed(place) => json!({ "kind": "removal", "place": position(place) }),
        Outcome::AlreadyInProgram => json!({ "kind": "none" }),
        Outcome::Suggested(it) => json!({
            "kind": "suggestion",
            "reason": it.reason.as_str(),
            "message": it.reason.to_string(),
            "place": it.place.as_ref().map(position),
        }),
    }
}

fn position(position: &SourcePosition) -> Json {
    json!({ "file": &*position.file, "line": position.line, "column": position.column })
}
