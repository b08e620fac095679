//! The bytes of every document with values: states that exist must stay readable, and equal states
//! equal bytes.

use std::sync::Arc;

use lumi_graph::{Asset, AssetContent, Dependency, Object, ResourceKind, SealError, Sealer, Value};

use super::super::journal::journal_text::line;
use super::super::journal::snapshot;
use super::super::journal::snapshot::SnapshotId;
use super::super::record::{Action, OperationOutcome, Record};
use super::super::resource::{Resource, Serial, Stage};
use super::super::stack_state::StackState;
use super::super::stored_provider::StoredProvider;
use super::samples::*;

/// Reverses texts, so that sealed ones are recognised.
struct ReversingSealer;

impl Sealer for ReversingSealer {
    fn seal(&self, plain: &str) -> Result<String, SealError> {
        Ok(plain.chars().rev().collect())
    }

    fn unseal(&self, ciphertext: &str) -> Result<String, SealError> {
        self.seal(ciphertext)
    }
}

/// A resource that has every field.
fn full(serial: u64) -> Resource {
    let content = AssetContent::Text("\n\u{7}é".to_owned());
    let asset = Asset {
        content,
        hash: Some("ab".to_owned()),
    };
    Resource {
        kind: ResourceKind::Custom,
        id: Some("/secret-42/x".to_owned()),
        external: true,
        stage: Stage::Replaced,
        parent: Some(urn("parent")),
        provider: Some(urn("provider")),
        provider_serial: Some(Serial(17)),
        configuration: Some("3".to_owned()),
        inputs: Arc::new(object([
            ("token", Value::secret("secret-42".into())),
            ("asset", Value::Asset(Box::new(asset))),
            ("zero", Value::from(-0.0)),
            ("hole", Value::Unknown),
        ])),
        outputs: Arc::new(object([("$lumi", Value::from("user's"))])),
        dependencies: vec![Dependency {
            path: "a[0]".to_owned(),
            urn: urn("dependency"),
        }],
        depends_on: vec![urn("explicit")],
        options: object([("protect", Value::Bool(true)), ("later", Value::Null)]).into(),
        stored_provider: Some(StoredProvider {
            module: "1234".to_owned(),
            environment: object([("key", Value::secret("k".into()))]),
        }),
        problems: vec!["a problem".to_owned()],
        created: Some(at(0)),
        modified: Some(at(1)),
        ..resource(serial, "full \"1\"")
    }
}

/// Every record, and every member that a record can have.
fn records() -> Vec<Record> {
    let empty = Resource::new(Serial(9), urn("empty"), ResourceKind::Component);
    let mut provider = full(10);
    provider.stored_provider = Some(StoredProvider {
        module: "1234".to_owned(),
        environment: Object::default(),
    });
    let secret_id = OperationOutcome::Done {
        provider_data: None,
        id: Some("/secret-42".to_owned()),
        outputs: object([("it", Value::secret("secret-42".into()))]),
        problems: vec!["half of it".to_owned()],
        at: at(3),
    };
    let plain = OperationOutcome::Done {
        provider_data: None,
        id: None,
        outputs: Object::default(),
        problems: Vec::new(),
        at: at(4),
    };
    let end = |operation, outcome| Record::End { operation, outcome };
    let replace = Action::Delete {
        serial: Serial(8),
        replace: true,
    };
    let mut records = story();
    records.extend([
        Record::Put(Box::new(full(8))),
        Record::Put(Box::new(empty)),
        Record::Put(Box::new(provider)),
        Record::Modules(object([("1234", Value::secret("code".into()))])),
        Record::Configurations(object([("3", object([("a", Value::Null)]).into())])),
        begin(20, full(11)),
        end(20, secret_id),
        begin(21, resource(12, "d")),
        end(21, plain),
        Record::Begin {
            operation: 22,
            action: replace,
        },
        begin(23, full(13)),
        end(
            23,
            OperationOutcome::Unknown {
                message: "lost".to_owned(),
            },
        ),
        Record::Finished {
            at: at(10),
            succeeded: true,
        },
    ]);
    records
}

#[test]
fn records_keep_their_bytes() {
    let records = records();
    let lines = records.iter().map(|record| {
        let line = line(record, &ReversingSealer).unwrap();
        String::from_utf8(line).unwrap()
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

#[test]
fn snapshots_keep_their_bytes() {
    let text = |journal: Option<&str>, state: &StackState| {
        let id = SnapshotId {
            project: "we\"b".to_owned(),
            stack: "dev".to_owned(),
            serial: 7,
            journal: journal.map(str::to_owned),
        };
        let (bytes, _) = snapshot::write(&id, state, &ReversingSealer).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let version = format!("\"by\":\"{}\"", env!("CARGO_PKG_VERSION"));
        text.replace(&version, "\"by\":\"[version]\"")
            .split(",\n\"checksum\"")
            .next()
            .unwrap()
            .to_owned()
    };
    let records: Vec<Record> = records();
    let mut state = StackState::default();
    for record in &records {
        // Some records stand for themselves.
        drop(state.apply(record));
    }
    let all = [text(None, &StackState::default()), text(Some("j1"), &state)];
    insta::assert_snapshot!(all.join("\n"));
}
