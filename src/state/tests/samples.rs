//! Stacks and records to test with.

use std::path::Path;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use proptest::prelude::*;
use tempfile::TempDir;

use lumi_graph::{Dependency, Object, ProviderData, ResourceKind, SourcePosition, Urn, Value};

use super::super::keys::key_source::KeySource;
use super::super::record::{Action, OperationOutcome, Record, RunInfo, RunKind};
use super::super::resource::{Resource, Serial};
use super::super::stack::history::HistoryEntry;
use super::super::stack::stack::Stack;
use super::super::stack_state::StackState;
use super::super::{Backend, BackendSettings};

/// A project folder with an empty stack.
pub struct Project {
    pub folder: TempDir,
}

impl Project {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// A new handle to the stack, as another process would open it.
    pub fn stack(&self) -> Stack {
        self.stack_with(KeySource::File(Backend::default_key_file(self.path())))
    }

    pub fn stack_with(&self, keys: KeySource) -> Stack {
        self.backend_with(keys).stack("web", "dev").unwrap()
    }

    pub fn backend(&self) -> Backend {
        self.backend_with(KeySource::File(Backend::default_key_file(self.path())))
    }

    fn backend_with(&self, keys: KeySource) -> Backend {
        let settings = BackendSettings {
            url: None,
            project_folder: self.path(),
            environment: &[],
            keys,
            shared_keys: None,
        };
        Backend::open(settings).unwrap()
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn file(&self, name: &str) -> std::path::PathBuf {
        self.path().join(".lumi/stacks/web/dev").join(name)
    }
}

/// Blocks on a future, as the command line does.
pub fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

pub fn at(second: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_700_000_000 + second, 123_000_000).unwrap()
}

pub fn urn(name: &str) -> Urn {
    Urn::parse(&format!("urn:lumi:dev::web::index::std:fs:File::{name}")).unwrap()
}

pub fn object<const N: usize>(members: [(&str, Value); N]) -> Object {
    members
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// A resource that is not created yet.
pub fn resource(serial: u64, name: &str) -> Resource {
    Resource {
        order: serial as u32,
        inputs: Arc::new(object([
            ("path", Value::from(name)),
            ("mode", Value::from(420.0)),
        ])),
        source: Some(SourcePosition {
            file: "index.ts".into(),
            line: 3,
            column: 1,
        }),
        ..Resource::new(Serial(serial), urn(name), ResourceKind::Custom)
    }
}

/// A resource that has its object.
fn existing(serial: u64, name: &str, id: &str) -> Resource {
    Resource {
        id: Some(id.to_owned()),
        ..resource(serial, name)
    }
}

pub fn run() -> Record {
    Record::Run(RunInfo {
        kind: RunKind::Up,
        at: at(0),
        version: "0.1.0".to_owned(),
    })
}

pub fn entry() -> HistoryEntry {
    let duration = std::time::Duration::from_millis(1500);
    let mut entry = HistoryEntry::new(RunKind::Up, at(0), duration, true);
    entry.counts.insert("created".to_owned(), 1);
    entry
}

pub fn begin(operation: u64, resource: Resource) -> Record {
    let action = Action::Create {
        resource: Box::new(resource),
        replaces: None,
    };
    Record::Begin { operation, action }
}

pub fn done(operation: u64, id: &str) -> Record {
    let outcome = OperationOutcome::Done {
        id: Some(id.to_owned()),
        provider_data: Some(ProviderData::new(*b"\0private")),
        outputs: object([
            ("sha256", Value::from("ab")),
            ("password", Value::secret("hunter2".into())),
        ]),
        problems: Vec::new(),
        at: at(1),
    };
    Record::End { operation, outcome }
}

/// Every kind of record, in a realistic order.
pub fn story() -> Vec<Record> {
    let mut second = resource(2, "b");
    second.dependencies.push(Dependency {
        path: "content".to_owned(),
        urn: urn("a"),
    });
    second.depends_on.push(urn("a"));
    let mut component = resource(3, "c");
    component.kind = ResourceKind::Component;
    component.parent = Some(urn("a"));
    component.options = object([("protect", Value::Bool(true)), ("$lumi", Value::Null)]).into();
    let mut changed = resource(1, "a");
    changed.inputs = Arc::new(object([(
        "token",
        Value::secret(Value::Array(vec![Value::Null])),
    )]));
    let update = Action::Update {
        resource: Box::new(changed),
    };
    let replacement = Action::Create {
        resource: Box::new(resource(4, "b")),
        replaces: Some(Serial(2)),
    };
    let delete = |serial, replace| Action::Delete {
        serial: Serial(serial),
        replace,
    };
    let end = |operation, outcome| Record::End { operation, outcome };
    let begin_action = |operation, action| Record::Begin { operation, action };
    let message = "the connection was lost".to_owned();
    let adopted = existing(5, "b", "/b3");
    vec![
        run(),
        begin(1, resource(1, "a")),
        done(1, "/a"),
        begin(2, second),
        done(2, "/b"),
        Record::Put(Box::new(component)),
        begin_action(3, update),
        end(3, OperationOutcome::Unknown { message }),
        begin_action(4, replacement),
        done(4, "/b2"),
        begin_action(5, delete(2, false)),
        end(5, OperationOutcome::Deleted),
        begin_action(6, delete(4, true)),
        end(6, OperationOutcome::NotDone),
        Record::Forget(Serial(3)),
        Record::PutInstead {
            resource: Box::new(adopted),
            replaces: Serial(4),
        },
        Record::PutAll(vec![
            existing(6, "six", "/six"),
            existing(7, "seven", "/seven"),
        ]),
        Record::Outputs(object([
            ("url", Value::from("http://x")),
            ("key", Value::secret(Value::Null)),
        ])),
        Record::Finished {
            at: at(9),
            succeeded: false,
        },
    ]
}

/// The state after applying the records.
pub fn fold<'a>(records: impl IntoIterator<Item = &'a Record>) -> StackState {
    let mut state = StackState::default();
    for record in records {
        state.apply(record).unwrap();
    }
    // The end of a run.
    state.prune_dangling_dependencies();
    state
}

/// Valid sequences of records, with values of any kind.
pub fn any_records() -> impl Strategy<Value = Vec<Record>> {
    prop::collection::vec((any::<u8>(), any::<u8>(), "\\PC{0,8}", any::<f64>()), 0..30).prop_map(
        |choices| {
            let mut state = StackState::default();
            let mut records = vec![run()];
            for (kind, pick, text, number) in choices {
                let record = any_record(&mut state, kind, pick, &text, number);
                if state.apply(&record).is_ok() {
                    records.push(record);
                }
            }
            records
        },
    )
}

fn any_record(state: &mut StackState, kind: u8, pick: u8, text: &str, number: f64) -> Record {
    let nth = |len: usize| usize::from(pick) % len.max(1);
    let known = state.resources.get_index(nth(state.resources.len()));
    let known = known.map(|(_, resource)| Resource::clone(resource));
    let open = state
        .pending
        .get_index(nth(state.pending.len()))
        .map(|it| *it.0);
    let value = object([
        ("text", Value::from(text)),
        ("n", Value::secret(number.into())),
    ]);
    match (kind % 10, known, open) {
        (0, Some(known), _) => Record::Begin {
            operation: state.take_operation(),
            action: Action::Delete {
                serial: known.serial,
                replace: pick > 200,
            },
        },
        (1, Some(mut known), _) => {
            known.inputs = Arc::new(value);
            Record::Put(Box::new(known))
        }
        (2, Some(known), _) => Record::Forget(known.serial),
        (9, Some(known), _) => {
            let serial = state.take_serial();
            let other = Resource {
                serial,
                urn: urn(&format!("r{}", serial.0)),
                ..known.clone()
            };
            Record::PutAll(vec![known, other])
        }
        (8, Some(known), _) => Record::PutInstead {
            replaces: known.serial,
            resource: Box::new(Resource {
                serial: state.take_serial(),
                ..known
            }),
        },
        (3, ..) => Record::Outputs(value),
        (4..=5, _, Some(operation)) => Record::End {
            operation,
            outcome: match pick % 3 {
                0 => OperationOutcome::Deleted,
                1 => OperationOutcome::NotDone,
                _ => OperationOutcome::Unknown {
                    message: text.to_owned(),
                },
            },
        },
        (6, _, Some(operation)) => done(operation, "id"),
        _ => {
            let serial = state.take_serial().0;
            let mut resource = resource(serial, &format!("r{serial}"));
            resource.inputs = Arc::new(value);
            begin(state.take_operation(), resource)
        }
    }
}
