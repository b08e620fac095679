//! Resources of other stacks of the same backend, one by one.

use std::sync::Arc;

use thiserror::Error;

use lumi_graph::{
    Object, REFERRED_URN, StackName, Urn, UrnError, Value, nearest, referred_resource,
};
use lumi_provider::{ProviderError, ReadState};
use lumi_state::{Action, Resource, StackState, Stage};

use super::stack_references::{StackReferenceError, StackReferences};

/// The least likeness of a name that is offered in place of one that does not exist.
const LIKE: f64 = 0.8;

/// Why a resource of another stack cannot be referred to.
#[derive(Debug, Error)]
pub enum ResourceReferenceError {
    #[error("the input `urn` must be the URN of a resource of another stack, as text")]
    NoUrn,
    #[error(transparent)]
    Urn(#[from] UrnError),
    #[error("`{urn}` cannot be read: {source}")]
    Stack {
        urn: Urn,
        source: Box<StackReferenceError>,
    },
    #[error(
        "`{0}` is a provider, whose credentials are for its own stack; make a `ProviderResource` in this program"
    )]
    Provider(Urn),
    #[error("`{urn}` does not exist: the stack `{0}` of the project `{1}` has no such resource; {advice}", .urn.stack(), .urn.project())]
    Missing { urn: Urn, advice: String },
    #[error(
        "`{urn}` is being {done}, and how that ended is not known; wait for the run of the stack `{0}`, or if that was \
         killed, `lumi up -s {0}` in the project `{1}` ends it", .urn.stack(), .urn.project()
    )]
    Pending { urn: Urn, done: &'static str },
    #[error(
        "the object of `{urn}` was deleted to be replaced, and its replacement was not made; `lumi up -s {0}` in the \
         project `{1}` makes it", .urn.stack(), .urn.project()
    )]
    AwaitingReplacement { urn: Urn },
    #[error(
        "the id of `{0}` contains a secret that is not among its outputs, so this stack cannot keep it as one; make \
         what is needed of it an output of the program of that stack, and read that with a `StackReference`"
    )]
    SecretId(Urn),
}

impl From<ResourceReferenceError> for ProviderError {
    fn from(error: ResourceReferenceError) -> Self {
        Self::failed(error.to_string())
    }
}

impl StackReferences {
    /// The resource that the inputs of a reference name, as its stack has it.
    pub(super) async fn resource(
        &self,
        inputs: Option<&Object>,
        id: &str,
    ) -> Result<ReadState, ResourceReferenceError> {
        // A reference that was read before has the id of its object.
        let given = match inputs {
            Some(inputs) => inputs.get(REFERRED_URN).and_then(Value::as_str),
            None => Some(id),
        };
        let urn = Urn::parse(given.ok_or(ResourceReferenceError::NoUrn)?)?;
        if urn.resource_type().starts_with("lumi:providers:") {
            return Err(ResourceReferenceError::Provider(urn));
        }
        let state = self.state(StackName::of_urn(&urn)).await;
        let state = state.map_err(|source| ResourceReferenceError::Stack {
            urn: urn.clone(),
            source: Box::new(source),
        })?;
        reference(found(&state, &urn)?)
    }
}

/// The object of the reference to a resource.
fn reference(found: &Resource) -> Result<ReadState, ResourceReferenceError> {
    let urn = &found.urn;
    let kept = Resource {
        inputs: Arc::new(reference_inputs(urn)),
        ..found.clone()
    };
    // The state of the reference knows a secret of an id by its outputs only.
    if found.secret_id().is_some() && kept.secret_id().is_none() {
        return Err(ResourceReferenceError::SecretId(urn.clone()));
    }
    Ok(ReadState {
        data: None,
        // A component has no id.
        id: kept.id.unwrap_or_else(|| urn.to_string()),
        inputs: reference_inputs(urn),
        outputs: Object::clone(&found.outputs),
    })
}

/// The URN of the resource that a reference in a state stands for; `None` for other resources.
pub fn referred(resource: &Resource) -> Option<Urn> {
    let urn = referred_resource(resource.urn.resource_type(), &resource.inputs)?;
    resource.external.then_some(urn)
}

fn reference_inputs(urn: &Urn) -> Object {
    [(REFERRED_URN.to_owned(), Value::from(urn.as_str()))]
        .into_iter()
        .collect()
}

/// The live resource of a URN, unless an operation on it has not ended.
fn found<'s>(state: &'s StackState, urn: &Urn) -> Result<&'s Resource, ResourceReferenceError> {
    if let Some(done) = pending(state, urn) {
        let urn = urn.clone();
        return Err(ResourceReferenceError::Pending { urn, done });
    }
    let of_urn = || state.resources.values().filter(|it| it.urn == *urn);
    if let Some(live) = of_urn().find(|it| it.stage == Stage::Live) {
        return Ok(live);
    }
    let urn = urn.clone();
    match of_urn().any(|it| it.stage == Stage::AwaitingReplacement) {
        true => Err(ResourceReferenceError::AwaitingReplacement { urn }),
        false => Err(ResourceReferenceError::Missing {
            advice: advice(state, &urn),
            urn,
        }),
    }
}

/// The operation on a resource that was begun and has not ended.
fn pending(state: &StackState, urn: &Urn) -> Option<&'static str> {
    let mut actions = state.pending.values().map(|it| &it.action);
    actions.find_map(|action| match action {
        Action::Create { resource, .. } if resource.urn == *urn => Some("created"),
        Action::Update { resource } if resource.urn == *urn => Some("updated"),
        Action::Delete { serial, .. } => {
            let deleted = state.resources.get(serial)?;
            // The old object of a replacement is deleted after the new one was made.
            (deleted.urn == *urn && deleted.stage != Stage::Replaced).then_some("deleted")
        }
        _ => None,
    })
}

/// The resource that may be meant.
fn advice(state: &StackState, urn: &Urn) -> String {
    let live = state.live_resources();
    let all = live.iter().map(|it| &it.urn);
    let of_type = all
        .clone()
        .filter(|it| it.resource_type() == urn.resource_type());
    let like = nearest(urn.name(), of_type.clone().map(Urn::name), LIKE);
    let meant = like
        .and_then(|name| of_type.clone().find(|it| it.name() == name))
        .or_else(|| all.clone().find(|it| it.name() == urn.name()));
    match meant {
        Some(other) => format!("did you mean `{other}`?"),
        None => format!(
            "deploy it first: `lumi up -s {}` in the project `{}`",
            urn.stack(),
            urn.project()
        ),
    }
}

#[cfg(test)]
mod tests {
    use lumi_graph::ResourceKind;
    use lumi_state::{Record, Serial};

    use super::*;

    fn urn(text: &str) -> Urn {
        Urn::parse(&format!("urn:lumi:prod::net::index::{text}")).unwrap()
    }

    fn resource(state: &mut StackState, text: &str, stage: Stage) -> Resource {
        let serial = state.take_serial();
        let mut resource = Resource::new(serial, urn(text), ResourceKind::Custom);
        resource.id = Some(format!("id of {text}"));
        resource.stage = stage;
        resource
    }

    fn put(state: &mut StackState, text: &str, stage: Stage) -> Serial {
        let resource = resource(state, text, stage);
        let serial = resource.serial;
        state.resources.insert(serial, Arc::new(resource));
        serial
    }

    fn begin(state: &mut StackState, action: Action) {
        let operation = state.take_operation();
        state.apply(&Record::Begin { operation, action }).unwrap();
    }

    fn answer(state: &StackState, text: &str) -> String {
        match found(state, &urn(text)) {
            Ok(found) => found.id.clone().unwrap(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_live_resource_is_found_beside_its_former_objects() {
        let mut state = StackState::default();
        put(&mut state, "a:b:C::x", Stage::Replaced);
        put(&mut state, "a:b:C::x", Stage::Live);
        let old = put(&mut state, "a:b:C::x", Stage::Replaced);
        assert_eq!(answer(&state, "a:b:C::x"), "id of a:b:C::x");
        begin(
            &mut state,
            Action::Delete {
                serial: old,
                replace: false,
            },
        );
        assert_eq!(answer(&state, "a:b:C::x"), "id of a:b:C::x");
    }

    #[test]
    fn an_id_with_a_secret_that_the_reference_lacks_is_refused() {
        let object = |value: Value| -> Arc<Object> {
            Arc::new([("token".to_owned(), value)].into_iter().collect())
        };
        let secret = || object(Value::secret("hunter2".into()));
        let mut state = StackState::default();
        let mut owner = resource(&mut state, "a:b:C::x", Stage::Live);
        owner.id = Some("out/hunter2.txt".to_owned());
        owner.outputs = object("hunter3".into());
        assert_eq!(reference(&owner).unwrap().id, "out/hunter2.txt");
        owner.inputs = secret();
        let error = reference(&owner).unwrap_err().to_string();
        assert!(
            error.contains(&format!("`{}`", owner.urn)) && !error.contains("hunter2"),
            "{error}"
        );
        // The state of the reference has the secret, too, and encrypts the id.
        owner.outputs = secret();
        assert_eq!(reference(&owner).unwrap().id, "out/hunter2.txt");
    }

    #[test]
    fn an_unfinished_resource_is_refused() {
        let mut state = StackState::default();
        for text in ["a:b:C::deleted", "a:b:C::updated", "a:b:C::logs"] {
            put(&mut state, text, Stage::Live);
        }
        put(&mut state, "a:b:C::waits", Stage::AwaitingReplacement);
        let created = resource(&mut state, "a:b:C::created", Stage::Live);
        begin(
            &mut state,
            Action::Create {
                resource: Box::new(created),
                replaces: None,
            },
        );
        let live = |state: &StackState, text: &str| {
            let of = urn(text);
            let found = state.resources.values().find(|it| it.urn == of).unwrap();
            Resource::clone(found)
        };
        let updated = live(&state, "a:b:C::updated");
        begin(
            &mut state,
            Action::Update {
                resource: Box::new(updated),
            },
        );
        let serial = live(&state, "a:b:C::deleted").serial;
        begin(
            &mut state,
            Action::Delete {
                serial,
                replace: false,
            },
        );
        for (text, part) in [
            ("a:b:C::created", "is being created,"),
            ("a:b:C::updated", "is being updated,"),
            ("a:b:C::deleted", "is being deleted,"),
            ("a:b:C::waits", "its replacement was not made"),
            (
                "a:b:C::log",
                "did you mean `urn:lumi:prod::net::index::a:b:C::logs`?",
            ),
            (
                "a:b:D::logs",
                "did you mean `urn:lumi:prod::net::index::a:b:C::logs`?",
            ),
            (
                "a:b:C::zz",
                "deploy it first: `lumi up -s prod` in the project `net`",
            ),
        ] {
            let answer = answer(&state, text);
            let named = format!("`{}`", urn(text));
            assert!(answer.contains(part) && answer.contains(&named), "{answer}");
        }
    }
}
