//! Scripted runs as lists of events, for tests.

use std::sync::Arc;
use std::time::Duration;

use lumi_engine::{
    Diagnostic, Event, RunStarted, RunSummary, Severity, StepFailure, StepInfo, StepKind,
};
use lumi_graph::{
    Archive, ArchiveContent, Asset, AssetContent, Object, ResourceName, ResourceType,
    SourcePosition, Urn, Value,
};
use lumi_provider::{PropertyChange, PropertyChangeKind};
use lumi_state::RunKind;

use super::model::Model;

pub fn object<const N: usize>(members: [(&str, Value); N]) -> Object {
    members
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// A step without values and source position.
pub fn step_info(kind: StepKind, resource_type: &str, name: &str) -> StepInfo {
    let resource_type = ResourceType::parse(resource_type).unwrap();
    let name = ResourceName::parse(name).unwrap();
    StepInfo {
        kind,
        urn: Urn::new("dev", "web", Urn::ROOT_MODULE, &resource_type, &name),
        is_component: false,
        parent: None,
        order: None,
        source: None,
        id: None,
        old: None,
        new: None,
        changes: Vec::new(),
        reason: None,
    }
}

fn at(line: u32) -> Option<SourcePosition> {
    let file = "index.ts".into();
    Some(SourcePosition {
        file,
        line,
        column: 11,
    })
}

fn declared(order: u32, step: StepInfo) -> StepInfo {
    StepInfo {
        order: Some(order),
        source: at(order * 3),
        ..step
    }
}

fn change(path: &str, replaces: bool) -> PropertyChange {
    PropertyChange {
        path: path.to_owned(),
        kind: PropertyChangeKind::Changed,
        replaces,
    }
}

fn asset(path: &str, hash: &str) -> Value {
    let content = AssetContent::File(path.to_owned());
    let hash = Some(hash.to_owned());
    Value::Asset(Box::new(Asset { content, hash }))
}

fn archive<const N: usize>(members: [(&str, Value); N]) -> Value {
    let content = ArchiveContent::Assets(object(members));
    Value::Archive(Box::new(Archive {
        content,
        hash: None,
    }))
}

fn site() -> StepInfo {
    let step = step_info(StepKind::Create, "acme:web:Site", "site");
    declared(
        1,
        StepInfo {
            is_component: true,
            ..step
        },
    )
}

fn created() -> StepInfo {
    let step = step_info(StepKind::Create, "std:fs:File", "index\u{202e}");
    let new = object([
        ("path", Value::from("www/index.html")),
        ("content", Value::Unknown),
        (
            "tags",
            Value::Object(object([("team", Value::from("web"))])),
        ),
        (
            "ports",
            Value::Array(vec![Value::from(80.0), Value::from(443.0)]),
        ),
    ]);
    declared(
        2,
        StepInfo {
            parent: Some(site().urn),
            new: Some(Arc::new(new)),
            ..step
        },
    )
}

fn updated() -> StepInfo {
    let step = step_info(StepKind::Update, "std:fs:File", "config");
    let old = object([
        ("content", Value::from("a\nb\nc\nd\ne\nf\n")),
        ("mode", Value::from(420.0)),
        ("same", Value::from("same")),
        ("token", Value::secret(Value::from("hunter1"))),
        (
            "tags",
            Value::Object(object([("size", Value::from(3.0)), ("old", Value::Null)])),
        ),
        ("source", asset("a.txt", "0123456789abcdef")),
        (
            "folder",
            archive([
                ("a", asset("a", "aaaaaaaaaa")),
                ("b", asset("b", "bbbbbbbbbb")),
            ]),
        ),
        ("id", Value::from("i-1")),
    ]);
    let new = object([
        ("content", Value::from("a\nb\nc\nD\ne\nf\n")),
        ("mode", Value::from(384.0)),
        ("same", Value::from("same")),
        ("token", Value::secret(Value::from("hunter2"))),
        (
            "tags",
            Value::Object(object([
                ("size", Value::from(4.0)),
                ("a.b", Value::Bool(true)),
            ])),
        ),
        ("source", asset("a.txt", "fedcba9876543210")),
        (
            "folder",
            archive([
                ("a", asset("a", "aaaaaaaaaa")),
                ("b", asset("b", "cccccccccc")),
            ]),
        ),
        ("id", Value::Unknown),
    ]);
    declared(
        3,
        StepInfo {
            parent: Some(site().urn),
            id: Some("www/config".to_owned()),
            old: Some(Arc::new(old)),
            new: Some(Arc::new(new)),
            changes: vec![change("content", false), change("tags.size", false)],
            ..step
        },
    )
}

fn replaced(kind: StepKind) -> StepInfo {
    let step = step_info(kind, "std:random:Id", "suffix");
    let (old, new) = (
        object([("byteLength", Value::from(4.0))]),
        object([("byteLength", Value::from(8.0))]),
    );
    declared(
        4,
        StepInfo {
            id: Some("8f3a".to_owned()),
            old: Some(Arc::new(old)),
            new: Some(Arc::new(new)),
            changes: vec![change("byteLength", true), change("keepers.zone", true)],
            ..step
        },
    )
}

fn forced() -> StepInfo {
    let step = step_info(StepKind::Update, "std:exec:Command", "setup");
    let inputs = Arc::new(object([("create", Value::from("make"))]));
    declared(
        5,
        StepInfo {
            id: Some("1".to_owned()),
            old: Some(Arc::clone(&inputs)),
            new: Some(inputs),
            reason: Some("the last update did not finish".to_owned()),
            ..step
        },
    )
}

fn drifted(is_there: bool, name: &str) -> StepInfo {
    let step = step_info(StepKind::Refresh, "std:fs:File", name);
    let old = object([("sha256", Value::from("aa"))]);
    let new = object([("sha256", Value::from("bb"))]);
    StepInfo {
        id: Some(format!("www/{name}")),
        old: Some(Arc::new(old)),
        new: is_there.then(|| Arc::new(new)),
        ..step
    }
}

fn unchanged_refresh() -> StepInfo {
    let step = drifted(true, "still");
    StepInfo {
        new: step.old.clone(),
        ..step
    }
}

fn deleted() -> StepInfo {
    let step = step_info(StepKind::Delete, "std:fs:File", "old");
    let old = object([("path", Value::from("www/old.html"))]);
    StepInfo {
        id: Some("www/old.html".to_owned()),
        old: Some(Arc::new(old)),
        ..step
    }
}

fn read_steps() -> [StepInfo; 3] {
    let of = |kind, name, order| {
        let step = step_info(kind, "std:fs:Directory", name);
        let id = Some(format!("/srv/{name}"));
        declared(order, StepInfo { id, ..step })
    };
    let forget = of(StepKind::Forget, "kept", 8);
    [
        of(StepKind::Read, "shared", 6),
        of(StepKind::Import, "adopted", 7),
        StepInfo {
            order: None,
            source: None,
            ..forget
        },
    ]
}

/// Looks that failed at objects that the state knows.
pub fn unread() -> [Event; 2] {
    let [read, ..] = read_steps();
    let old = Some(Arc::new(object([("path", Value::from("/srv/shared"))])));
    let message = "the folder cannot be opened";
    [
        failed(StepInfo { old, ..read }, message, false),
        failed(drifted(true, "moved"), message, false),
    ]
}

fn started(preview: bool) -> Event {
    Event::Started(RunStarted {
        kind: RunKind::Up,
        preview,
        project: "web".to_owned(),
        stack: "dev".to_owned(),
        resources: 9,
    })
}

fn ended(step: StepInfo, milliseconds: u64) -> Event {
    Event::StepEnded {
        step,
        duration: Duration::from_millis(milliseconds),
        failure: None,
    }
}

fn failed(step: StepInfo, message: &str, unknown_outcome: bool) -> Event {
    Event::StepEnded {
        step,
        duration: Duration::from_millis(2_300),
        failure: Some(StepFailure {
            unknown_outcome,
            ..StepFailure::new(message)
        }),
    }
}

fn outputs() -> Event {
    Event::Outputs {
        old: object([("url", Value::from("http://a"))]),
        new: object([
            ("url", Value::from("http://b")),
            ("password", Value::secret(Value::from("hunter2"))),
        ]),
    }
}

/// A preview with every kind of step.
pub fn preview() -> Vec<Event> {
    let mut events = vec![started(true)];
    let mut steps = vec![
        site(),
        created(),
        updated(),
        replaced(StepKind::CreateReplacement),
        replaced(StepKind::DeleteReplaced),
        forced(),
        drifted(true, "moved"),
        drifted(false, "gone"),
    ];
    steps.extend(read_steps());
    steps.push(deleted());
    steps.push(unchanged_refresh());
    events.extend(steps.into_iter().map(|it| ended(it, 0)));
    events.push(ended(
        declared(9, step_info(StepKind::Same, "std:fs:File", "same")),
        0,
    ));
    events.push(outputs());
    events.push(Event::Ended(RunSummary {
        preview: true,
        created: 2,
        updated: 2,
        replaced: 1,
        deleted: 1,
        same: 1,
        ..RunSummary::default()
    }));
    events
}

/// A run with some failures.
pub fn up() -> Vec<Event> {
    let start = |it: StepInfo| Event::StepStarted(it);
    let [read, import, forget] = read_steps();
    let skipped = step_info(StepKind::Create, "std:fs:File", "dependent");
    vec![
        started(false),
        ended(
            declared(9, step_info(StepKind::Same, "std:fs:File", "same")),
            0,
        ),
        ended(unchanged_refresh(), 5),
        start(site()),
        ended(site(), 0),
        start(created()),
        start(updated()),
        ended(created(), 1_234),
        Event::Diagnostic(Diagnostic {
            severity: Severity::Warning,
            urn: Some(updated().urn),
            message: "the folder is full of dust".to_owned(),
            help: Some("sweep it".to_owned()),
            source: at(9),
        }),
        failed(updated(), "no space left on device\nwww/config", false),
        start(replaced(StepKind::CreateReplacement)),
        ended(replaced(StepKind::CreateReplacement), 65_000),
        start(replaced(StepKind::DeleteReplaced)),
        ended(replaced(StepKind::DeleteReplaced), 20),
        start(forced()),
        failed(forced(), "it took longer than 5m", true),
        Event::Skipped {
            urn: skipped.urn,
            reason: "std:fs:File \"config\" failed".to_owned(),
            source: at(30),
        },
        ended(drifted(true, "moved"), 3),
        ended(drifted(false, "gone"), 3),
        ended(read, 4),
        ended(import, 4),
        ended(forget, 0),
        start(deleted()),
        ended(deleted(), 12),
        Event::Diagnostic(Diagnostic {
            severity: Severity::Info,
            urn: None,
            message: "nothing else to say".to_owned(),
            help: None,
            source: None,
        }),
        outputs(),
        Event::Ended(RunSummary {
            created: 2,
            failed: 2,
            skipped: 1,
            deleted: 1,
            duration: Duration::from_millis(3_200),
            ..RunSummary::default()
        }),
    ]
}

/// Many creates of one type; the last one fails.
pub fn many(count: u32) -> Vec<Event> {
    let step = |it: u32| {
        let name = format!("file {it}");
        declared(it, step_info(StepKind::Create, "std:fs:File", &name))
    };
    let mut events: Vec<Event> = (1..count).map(|it| ended(step(it), 1)).collect();
    events.push(failed(step(count), "no space left on device", false));
    events
}

/// The model after all events.
pub fn model(events: &[Event]) -> Model {
    let mut model = Model::default();
    for event in events {
        model.apply(event, Duration::ZERO);
    }
    model
}
