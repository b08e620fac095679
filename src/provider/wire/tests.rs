//! Round trips of messages, and invalid responses of a peer.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use super::loopback::over_the_wire;
use crate::{
    CallRequest, Changes, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff,
    DiffConfigRequest, DiffRequest, InputFailure, InvokeRequest, ListRequest, ListedObject,
    PropertyChange, PropertyChangeKind, Provider, ProviderError, ReadRequest, ReadState,
    RecoverRequest, Recovered, Target, UpdateRequest, Updated,
};
use lumi_graph::{Object, ResourceType, Urn, Value};

pub fn object(text: &str) -> Object {
    let secret = Value::secret(text.into());
    [("a".to_owned(), secret), ("b".to_owned(), Value::Unknown)]
        .into_iter()
        .collect()
}

pub fn shared(text: &str) -> Arc<Object> {
    Arc::new(object(text))
}

pub fn target() -> Target {
    Target {
        data: None,
        ignored: Vec::new(),
        urn: Urn::parse("urn:lumi:dev::web::index::test:index:Thing::a").unwrap(),
        resource_type: ResourceType::parse("test:index:Thing").unwrap(),
        timeout: Some(Duration::from_millis(1500)),
        code: None,
    }
}

/// Returns the request as the reason of a failure, or as text.
struct EchoProvider;

fn said(request: &impl std::fmt::Debug) -> ProviderError {
    ProviderError::failed(format!("{request:?}"))
}

#[async_trait]
impl Provider for EchoProvider {
    async fn check_config(&self, config: Object) -> Result<Checked, ProviderError> {
        Ok(Checked {
            inputs: config,
            failures: vec![InputFailure {
                path: "region".to_owned(),
                reason: "it is missing".to_owned(),
            }],
            ..Checked::default()
        })
    }

    async fn diff_config(&self, request: DiffConfigRequest) -> Result<Diff, ProviderError> {
        Err(said(&request))
    }

    async fn configure(&self, config: Object) -> Result<(), ProviderError> {
        Err(said(&config))
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        Err(said(&request))
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let change = |kind, replaces| PropertyChange {
            path: request.id.clone(),
            kind,
            replaces,
        };
        Ok(Diff {
            changes: Changes::Some,
            properties: vec![
                change(PropertyChangeKind::Added, true),
                change(PropertyChangeKind::Removed, false),
                change(PropertyChangeKind::Changed, false),
            ],
            delete_before_replace: true,
            may_create_first: false,
        })
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        match request.preview {
            true => Err(said(&request)),
            // Invalid for any provider.
            false => Ok(Created {
                data: None,
                id: None,
                outputs: Object::default(),
            }),
        }
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        Ok(request.outputs.as_ref().map(|outputs| ReadState {
            data: None,
            id: request.id.clone(),
            inputs: request.begun_update.as_deref().cloned().unwrap_or_default(),
            outputs: Object::clone(outputs),
        }))
    }

    async fn update(&self, request: UpdateRequest) -> Result<Updated, ProviderError> {
        Err(said(&request))
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        Err(said(&request))
    }

    async fn settle(&self, target: &Target) -> Result<(), ProviderError> {
        Err(said(target))
    }

    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        Ok(match request.inputs.is_empty() {
            true => Recovered::Absent,
            false => Recovered::Undecidable,
        })
    }

    /// As many objects as the place says, every third with a state.
    async fn list(&self, request: ListRequest) -> Result<Vec<ListedObject>, ProviderError> {
        let Some(Ok(count)) = request.place.as_deref().map(str::parse::<usize>) else {
            return Err(said(&request));
        };
        let object = |index: usize| match index % 3 {
            0 => ListedObject::with_state(
                "same",
                ReadState {
                    data: None,
                    id: index.to_string(),
                    inputs: object(&"x".repeat(5000)),
                    outputs: object("y"),
                },
            ),
            _ => ListedObject::to_read(index.to_string(), "same"),
        };
        Ok((0..count).map(object).collect())
    }

    async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        Ok(format!("{request:?}").into())
    }

    async fn call(&self, request: CallRequest) -> Result<Value, ProviderError> {
        Ok(format!("{request:?}").into())
    }
}

pub fn parrot_here() -> Arc<dyn Provider> {
    Arc::new(EchoProvider)
}

fn parrot() -> Arc<dyn Provider> {
    over_the_wire(parrot_here())
}

fn heard<T>(answer: Result<T, ProviderError>) -> String {
    match answer {
        Err(ProviderError::Failed { message, .. }) => message,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("it answered"),
    }
}

#[tokio::test]
async fn requests_cross_unchanged() {
    let parrot = parrot();
    let request = DiffConfigRequest {
        old_inputs: object("old"),
        inputs: object("new"),
    };
    let expected = format!("{request:?}");
    assert_eq!(heard(parrot.diff_config(request).await), expected);
    let config = object("config");
    let expected = format!("{config:?}");
    assert_eq!(heard(parrot.configure(config).await), expected);
    for old_inputs in [None, Some(shared("old")), Some(Arc::default())] {
        let request = CheckRequest {
            target: target(),
            old_inputs,
            inputs: object("new"),
        };
        let expected = format!("{request:?}");
        assert_eq!(heard(parrot.check(request).await), expected);
    }
    let request = CreateRequest {
        target: target(),
        inputs: shared("new"),
        preview: true,
        follows_delete: true,
        recorded: None,
    };
    let expected = format!("{request:?}");
    assert_eq!(heard(parrot.create(request).await), expected);
    let request = UpdateRequest {
        target: target(),
        id: "i".to_owned(),
        old_inputs: shared("old"),
        old_outputs: shared("out"),
        inputs: shared("new"),
        preview: false,
    };
    let expected = format!("{request:?}");
    assert_eq!(heard(parrot.update(request).await), expected);
    let request = DeleteRequest {
        target: Target {
            timeout: None,
            ..target()
        },
        id: "i".to_owned(),
        inputs: shared("old"),
        outputs: shared("out"),
    };
    let expected = format!("{request:?}");
    assert_eq!(heard(parrot.delete(request).await), expected);
    let expected = format!("{:?}", target());
    assert_eq!(heard(parrot.settle(&target()).await), expected);
}

#[tokio::test]
async fn functions_and_methods_cross() {
    let parrot = parrot();
    let request = InvokeRequest {
        token: "test:index:find".to_owned(),
        arguments: object("x"),
        preview: true,
    };
    let expected = format!("{request:?}");
    assert_eq!(parrot.invoke(request).await.unwrap(), expected.into());
    let request = CallRequest {
        token: "test:index:Thing/find".to_owned(),
        target: target().urn,
        id: None,
        arguments: object("x"),
        dependencies: Vec::new(),
        preview: false,
    };
    let expected = format!("{request:?}");
    assert_eq!(parrot.call(request).await.unwrap(), expected.into());
}

#[tokio::test]
async fn answers_cross_unchanged() {
    let parrot = parrot();
    let checked = parrot.check_config(object("x")).await.unwrap();
    let expected = EchoProvider.check_config(object("x")).await.unwrap();
    assert_eq!(format!("{checked:?}"), format!("{expected:?}"));
    let request = || DiffRequest {
        target: target(),
        id: "path".to_owned(),
        old_inputs: shared("old"),
        old_outputs: shared("out"),
        inputs: shared("new"),
    };
    let diff = parrot.diff(request()).await.unwrap();
    let expected = EchoProvider.diff(request()).await.unwrap();
    assert_eq!(format!("{diff:?}"), format!("{expected:?}"));
    for outputs in [None, Some(shared("out"))] {
        let request = || ReadRequest {
            target: target(),
            id: "i".to_owned(),
            inputs: None,
            outputs: outputs.clone(),
            is_import: false,
            begun_update: Some(shared("begun")),
        };
        let read = parrot.read(request()).await.unwrap();
        let expected = EchoProvider.read(request()).await.unwrap();
        assert_eq!(format!("{read:?}"), format!("{expected:?}"));
    }
    for inputs in [shared("a"), Arc::default()] {
        let request = || RecoverRequest {
            target: target(),
            inputs: Arc::clone(&inputs),
        };
        let recovered = parrot.recover(request()).await.unwrap();
        let expected = EchoProvider.recover(request()).await.unwrap();
        assert_eq!(format!("{recovered:?}"), format!("{expected:?}"));
    }
}

/// More of them than a message can have.
#[tokio::test]
async fn listed_objects_cross_in_pages() {
    let parrot = parrot();
    for count in ["0", "1", "2000"] {
        let request = || ListRequest {
            target: target(),
            place: Some(count.to_owned()),
        };
        let crossed = parrot.list(request()).await.unwrap();
        let expected = EchoProvider.list(request()).await.unwrap();
        assert_eq!(format!("{crossed:?}"), format!("{expected:?}"));
    }
    let request = ListRequest {
        target: target(),
        place: None,
    };
    let said = heard(parrot.list(request).await);
    assert!(said.contains("place: None"), "{said}");
}

#[tokio::test]
async fn an_invalid_answer_leaves_the_outcome_unknown() {
    let request = CreateRequest {
        target: target(),
        inputs: shared("new"),
        preview: false,
        follows_delete: false,
        recorded: None,
    };
    match parrot().create(request).await {
        Err(ProviderError::Unknown { message, .. }) => {
            insta::assert_snapshot!(message, @"the answer of `Create` cannot be used: the object has no id");
        }
        other => panic!("{other:?}"),
    }
}
