//! The events of a run as objects with a `type`, one on each line of `--json`.
//!
//! | `type` | members |
//! |---|---|
//! | `started` | `kind`, `preview`, `project`, `stack`, `resources` |
//! | `stepStarted` | `step`, `urn`, `resourceType`, `name`, `component`, `parent`, `id`, `source`, `reason` |
//! | `stepEnded` | the same, and `milliseconds`, `failure`, `changes`, `old`, `new` |
//! | `skipped` | `urn`, `reason`, `source` |
//! | `moved` | `urn`, `from` |
//! | `diagnostic` | `severity`, `urn`, `message`, `help`, `source` |
//! | `outputs` | `old`, `new` |
//! | `summary` | `exitCode`, `preview`, a count for each kind of change, `milliseconds`, in previews `graph`; the last line |
//!
//! Members without a value are null. Values are as in LumiGL. Each line gets the time, `at`, in RFC 3339
//! where it is written.

use std::time::Duration;

use serde_json::{Map, Value, json};

use lumi_engine::{Diagnostic, Event, RunSummary, Severity, StepFailure, StepInfo};
use lumi_graph::{Graph, Object, Secrets, SerObject, SourcePosition};
use lumi_project::cdktf::shown_outputs;
use lumi_provider::{PropertyChange, PropertyChangeKind};

use super::model::is_without_effect;

/// The event as an object; `None` for secrets, and for the end, which [`summary_json`] represents.
pub fn event_json(event: &Event, secrets: Secrets<'_>) -> Option<Value> {
    Some(match event {
        Event::Started(it) => json!({
            "type": "started", "kind": it.kind.as_str(), "preview": it.preview,
            "project": it.project, "stack": it.stack, "resources": it.resources,
        }),
        Event::StepStarted(step) => step_json(step, "stepStarted"),
        Event::StepEnded {
            step,
            duration,
            failure,
        } => {
            let mut line = step_json(step, "stepEnded");
            line["milliseconds"] = json!(milliseconds(*duration));
            line["failure"] = json!(failure.as_ref().map(failure_json));
            line["changes"] = step.changes.iter().map(change).collect();
            // Unchanged resources are omitted, because they would dominate the output.
            let values = |it| (!is_without_effect(step)).then_some(it);
            line["old"] = members(step.old.as_deref().and_then(values), secrets);
            line["new"] = members(step.new.as_deref().and_then(values), secrets);
            line
        }
        Event::Skipped {
            urn,
            reason,
            source,
        } => json!({
            "type": "skipped", "urn": urn, "reason": reason, "source": place(source.as_ref()),
        }),
        Event::Moved(it) => json!({ "type": "moved", "urn": it.urn, "from": it.from }),
        Event::Diagnostic(it) | Event::Waiting(it) => diagnostic(it),
        Event::Outputs { old, new } => json!({
            "type": "outputs", "old": members(Some(&shown_outputs(old)), secrets),
            "new": members(Some(&shown_outputs(new)), secrets),
        }),
        Event::Secrets(_) | Event::Ended(_) => return None,
    })
}

/// A change of a past run: its step, old and new values.
pub fn change_json(step: &StepInfo, secrets: Secrets<'_>) -> Value {
    let mut line = step_json(step, "change");
    line["old"] = members(step.old.as_deref(), secrets);
    line["new"] = members(step.new.as_deref(), secrets);
    line
}

/// The last line; for a preview with the planned graph. Counts are missing if the run ended before
/// the engine could count.
pub fn summary_json(exit_code: u8, summary: Option<&RunSummary>, graph: Option<&Graph>) -> Value {
    let mut line = Map::new();
    line.insert("type".to_owned(), json!("summary"));
    line.insert("exitCode".to_owned(), json!(exit_code));
    if let Some(it) = summary {
        line.insert("preview".to_owned(), json!(it.preview));
        for (name, count) in [
            ("unchanged", it.same),
            ("created", it.created),
            ("updated", it.updated),
            ("replaced", it.replaced),
            ("deleted", it.deleted),
            ("read", it.read),
            ("imported", it.imported),
            ("drifted", it.drifted),
            ("forgotten", it.forgotten),
            ("failed", it.failed),
            ("skipped", it.skipped),
            ("excluded", it.excluded),
        ] {
            line.insert(name.to_owned(), json!(count));
        }
        let milliseconds = milliseconds(it.duration);
        line.insert("milliseconds".to_owned(), json!(milliseconds));
    }
    // A graph that is too deep for JSON was refused earlier.
    if let Some(graph) =
        graph.and_then(|it| serde_json::to_value(it.serializable(Secrets::Masked)).ok())
    {
        line.insert("graph".to_owned(), graph);
    }
    Value::Object(line)
}

/// Milliseconds, rounded to microseconds.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

fn step_json(step: &StepInfo, event: &str) -> Value {
    json!({
        "type": event, "step": step.kind.as_str(), "urn": step.urn,
        "resourceType": step.urn.resource_type(), "name": step.urn.name(),
        "component": step.is_component, "parent": step.parent, "id": step.id,
        "source": place(step.source.as_ref()), "reason": step.reason,
    })
}

fn failure_json(failure: &StepFailure) -> Value {
    json!({ "message": failure.message, "unknownOutcome": failure.unknown_outcome })
}

fn change(change: &PropertyChange) -> Value {
    let kind = match change.kind {
        PropertyChangeKind::Added => "added",
        PropertyChangeKind::Removed => "removed",
        PropertyChangeKind::Changed => "changed",
    };
    json!({ "path": change.path, "kind": kind, "replaces": change.replaces })
}

fn diagnostic(it: &Diagnostic) -> Value {
    let severity = match it.severity {
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    json!({
        "type": "diagnostic", "severity": severity, "urn": it.urn, "message": it.message,
        "help": it.help, "source": place(it.source.as_ref()),
    })
}

fn place(source: Option<&SourcePosition>) -> Value {
    source.map_or(
        Value::Null,
        |it| json!({ "file": &*it.file, "line": it.line, "column": it.column }),
    )
}

/// Values are checked for depth at their source; one that is too deep is left out.
fn members(object: Option<&Object>, secrets: Secrets<'_>) -> Value {
    let form = object.map(|it| serde_json::to_value(SerObject::new(it, secrets)));
    form.and_then(Result::ok).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::script;
    use super::*;

    #[test]
    fn one_object_for_each_event() {
        let events = script::up();
        let lines = events
            .iter()
            .filter_map(|it| event_json(it, Secrets::Masked));
        let lines: Vec<String> = lines.map(|it| it.to_string()).collect();
        let text = lines.join("\n").replace('\u{202e}', "_");
        assert!(!text.contains("hunter"), "{text}");
        insta::assert_snapshot!(text, @r#"
        {"type":"started","kind":"up","preview":false,"project":"web","stack":"dev","resources":9}
        {"type":"stepEnded","step":"same","urn":"urn:lumi:dev::web::index::std:fs:File::same","resourceType":"std:fs:File","name":"same","component":false,"parent":null,"id":null,"source":{"file":"index.ts","line":27,"column":11},"reason":null,"milliseconds":0.0,"failure":null,"changes":[],"old":null,"new":null}
        {"type":"stepEnded","step":"refresh","urn":"urn:lumi:dev::web::index::std:fs:File::still","resourceType":"std:fs:File","name":"still","component":false,"parent":null,"id":"www/still","source":null,"reason":null,"milliseconds":5.0,"failure":null,"changes":[],"old":null,"new":null}
        {"type":"stepStarted","step":"create","urn":"urn:lumi:dev::web::index::acme:web:Site::site","resourceType":"acme:web:Site","name":"site","component":true,"parent":null,"id":null,"source":{"file":"index.ts","line":3,"column":11},"reason":null}
        {"type":"stepEnded","step":"create","urn":"urn:lumi:dev::web::index::acme:web:Site::site","resourceType":"acme:web:Site","name":"site","component":true,"parent":null,"id":null,"source":{"file":"index.ts","line":3,"column":11},"reason":null,"milliseconds":0.0,"failure":null,"changes":[],"old":null,"new":null}
        {"type":"stepStarted","step":"create","urn":"urn:lumi:dev::web::index::std:fs:File::index_","resourceType":"std:fs:File","name":"index_","component":false,"parent":"urn:lumi:dev::web::index::acme:web:Site::site","id":null,"source":{"file":"index.ts","line":6,"column":11},"reason":null}
        {"type":"stepStarted","step":"update","urn":"urn:lumi:dev::web::index::std:fs:File::config","resourceType":"std:fs:File","name":"config","component":false,"parent":"urn:lumi:dev::web::index::acme:web:Site::site","id":"www/config","source":{"file":"index.ts","line":9,"column":11},"reason":null}
        {"type":"stepEnded","step":"create","urn":"urn:lumi:dev::web::index::std:fs:File::index_","resourceType":"std:fs:File","name":"index_","component":false,"parent":"urn:lumi:dev::web::index::acme:web:Site::site","id":null,"source":{"file":"index.ts","line":6,"column":11},"reason":null,"milliseconds":1234.0,"failure":null,"changes":[],"old":null,"new":{"path":"www/index.html","content":{"$lumi":"unknown"},"tags":{"team":"web"},"ports":[80,443]}}
        {"type":"diagnostic","severity":"warning","urn":"urn:lumi:dev::web::index::std:fs:File::config","message":"the folder is full of dust","help":"sweep it","source":{"file":"index.ts","line":9,"column":11}}
        {"type":"stepEnded","step":"update","urn":"urn:lumi:dev::web::index::std:fs:File::config","resourceType":"std:fs:File","name":"config","component":false,"parent":"urn:lumi:dev::web::index::acme:web:Site::site","id":"www/config","source":{"file":"index.ts","line":9,"column":11},"reason":null,"milliseconds":2300.0,"failure":{"message":"no space left on device\nwww/config","unknownOutcome":false},"changes":[{"path":"content","kind":"changed","replaces":false},{"path":"tags.size","kind":"changed","replaces":false}],"old":{"content":"a\nb\nc\nd\ne\nf\n","mode":420,"same":"same","token":{"$lumi":"secret"},"tags":{"size":3,"old":null},"source":{"$lumi":"asset","kind":"file","path":"a.txt","hash":"0123456789abcdef"},"folder":{"$lumi":"archive","kind":"assets","assets":{"a":{"$lumi":"asset","kind":"file","path":"a","hash":"aaaaaaaaaa"},"b":{"$lumi":"asset","kind":"file","path":"b","hash":"bbbbbbbbbb"}}},"id":"i-1"},"new":{"content":"a\nb\nc\nD\ne\nf\n","mode":384,"same":"same","token":{"$lumi":"secret"},"tags":{"size":4,"a.b":true},"source":{"$lumi":"asset","kind":"file","path":"a.txt","hash":"fedcba9876543210"},"folder":{"$lumi":"archive","kind":"assets","assets":{"a":{"$lumi":"asset","kind":"file","path":"a","hash":"aaaaaaaaaa"},"b":{"$lumi":"asset","kind":"file","path":"b","hash":"cccccccccc"}}},"id":{"$lumi":"unknown"}}}
        {"type":"stepStarted","step":"create-replacement","urn":"urn:lumi:dev::web::index::std:random:Id::suffix","resourceType":"std:random:Id","name":"suffix","component":false,"parent":null,"id":"8f3a","source":{"file":"index.ts","line":12,"column":11},"reason":null}
        {"type":"stepEnded","step":"create-replacement","urn":"urn:lumi:dev::web::index::std:random:Id::suffix","resourceType":"std:random:Id","name":"suffix","component":false,"parent":null,"id":"8f3a","source":{"file":"index.ts","line":12,"column":11},"reason":null,"milliseconds":65000.0,"failure":null,"changes":[{"path":"byteLength","kind":"changed","replaces":true},{"path":"keepers.zone","kind":"changed","replaces":true}],"old":{"byteLength":4},"new":{"byteLength":8}}
        {"type":"stepStarted","step":"delete-replaced","urn":"urn:lumi:dev::web::index::std:random:Id::suffix","resourceType":"std:random:Id","name":"suffix","component":false,"parent":null,"id":"8f3a","source":{"file":"index.ts","line":12,"column":11},"reason":null}
        {"type":"stepEnded","step":"delete-replaced","urn":"urn:lumi:dev::web::index::std:random:Id::suffix","resourceType":"std:random:Id","name":"suffix","component":false,"parent":null,"id":"8f3a","source":{"file":"index.ts","line":12,"column":11},"reason":null,"milliseconds":20.0,"failure":null,"changes":[{"path":"byteLength","kind":"changed","replaces":true},{"path":"keepers.zone","kind":"changed","replaces":true}],"old":{"byteLength":4},"new":{"byteLength":8}}
        {"type":"stepStarted","step":"update","urn":"urn:lumi:dev::web::index::std:exec:Command::setup","resourceType":"std:exec:Command","name":"setup","component":false,"parent":null,"id":"1","source":{"file":"index.ts","line":15,"column":11},"reason":"the last update did not finish"}
        {"type":"stepEnded","step":"update","urn":"urn:lumi:dev::web::index::std:exec:Command::setup","resourceType":"std:exec:Command","name":"setup","component":false,"parent":null,"id":"1","source":{"file":"index.ts","line":15,"column":11},"reason":"the last update did not finish","milliseconds":2300.0,"failure":{"message":"it took longer than 5m","unknownOutcome":true},"changes":[],"old":{"create":"make"},"new":{"create":"make"}}
        {"type":"skipped","urn":"urn:lumi:dev::web::index::std:fs:File::dependent","reason":"std:fs:File \"config\" failed","source":{"file":"index.ts","line":30,"column":11}}
        {"type":"stepEnded","step":"refresh","urn":"urn:lumi:dev::web::index::std:fs:File::moved","resourceType":"std:fs:File","name":"moved","component":false,"parent":null,"id":"www/moved","source":null,"reason":null,"milliseconds":3.0,"failure":null,"changes":[],"old":{"sha256":"aa"},"new":{"sha256":"bb"}}
        {"type":"stepEnded","step":"refresh","urn":"urn:lumi:dev::web::index::std:fs:File::gone","resourceType":"std:fs:File","name":"gone","component":false,"parent":null,"id":"www/gone","source":null,"reason":null,"milliseconds":3.0,"failure":null,"changes":[],"old":{"sha256":"aa"},"new":null}
        {"type":"stepEnded","step":"read","urn":"urn:lumi:dev::web::index::std:fs:Directory::shared","resourceType":"std:fs:Directory","name":"shared","component":false,"parent":null,"id":"/srv/shared","source":{"file":"index.ts","line":18,"column":11},"reason":null,"milliseconds":4.0,"failure":null,"changes":[],"old":null,"new":null}
        {"type":"stepEnded","step":"import","urn":"urn:lumi:dev::web::index::std:fs:Directory::adopted","resourceType":"std:fs:Directory","name":"adopted","component":false,"parent":null,"id":"/srv/adopted","source":{"file":"index.ts","line":21,"column":11},"reason":null,"milliseconds":4.0,"failure":null,"changes":[],"old":null,"new":null}
        {"type":"stepEnded","step":"forget","urn":"urn:lumi:dev::web::index::std:fs:Directory::kept","resourceType":"std:fs:Directory","name":"kept","component":false,"parent":null,"id":"/srv/kept","source":null,"reason":null,"milliseconds":0.0,"failure":null,"changes":[],"old":null,"new":null}
        {"type":"stepStarted","step":"delete","urn":"urn:lumi:dev::web::index::std:fs:File::old","resourceType":"std:fs:File","name":"old","component":false,"parent":null,"id":"www/old.html","source":null,"reason":null}
        {"type":"stepEnded","step":"delete","urn":"urn:lumi:dev::web::index::std:fs:File::old","resourceType":"std:fs:File","name":"old","component":false,"parent":null,"id":"www/old.html","source":null,"reason":null,"milliseconds":12.0,"failure":null,"changes":[],"old":{"path":"www/old.html"},"new":null}
        {"type":"diagnostic","severity":"info","urn":null,"message":"nothing else to say","help":null,"source":null}
        {"type":"outputs","old":{"url":"http://a"},"new":{"url":"http://b","password":{"$lumi":"secret"}}}
        "#);
    }

    #[test]
    fn secrets_are_shown_when_asked() {
        let events = script::up();
        let lines = events
            .iter()
            .filter_map(|it| event_json(it, Secrets::Shown));
        let text: String = lines.map(|it| it.to_string()).collect();
        assert!(
            text.contains(r#"{"$lumi":"secret","value":"hunter2"}"#),
            "{text}"
        );
    }

    #[test]
    fn the_summary_counts() {
        let summary = RunSummary {
            created: 3,
            same: 44,
            ..RunSummary::default()
        };
        insta::assert_snapshot!(
            [summary_json(0, Some(&summary), None), summary_json(4, None, None)].map(|it| it.to_string()).join("\n"),
            @r#"
        {"type":"summary","exitCode":0,"preview":false,"unchanged":44,"created":3,"updated":0,"replaced":0,"deleted":0,"read":0,"imported":0,"drifted":0,"forgotten":0,"failed":0,"skipped":0,"excluded":0,"milliseconds":0.0}
        {"type":"summary","exitCode":4}
        "#);
    }
}
