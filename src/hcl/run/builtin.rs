//! The provider that comes with the language: `terraform_data`, a value that is kept in the state, and
//! `terraform_remote_state`, the outputs of another stack.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use uuid::Uuid;

use lumi_graph::{Object, Value};
use lumi_provider::{
    Changes, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffRequest,
    InvokeRequest, PropertyChange, PropertyChangeKind, Provider, ProviderError, ReadRequest,
    ReadState, Target, UpdateRequest, Updated,
};
use lumi_terraform::cty::{JsonText, Type, from_json};
use lumi_terraform::lifecycle::StoredObject;
use lumi_terraform::schema::{Attribute, AttributeKind, Block, Schema};

use crate::value::wire::from_wire;
use crate::value::{Mark, Marks};

use super::border::to_engine;

/// Its only resource.
pub const TERRAFORM_DATA: &str = "terraform_data";

/// Its only data source.
pub const REMOTE_STATE: &str = "terraform_remote_state";

const INPUT: &str = "input";
const OUTPUT: &str = "output";
const TRIGGERS: &str = "triggers_replace";

/// How an attribute gets its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Setting {
    Required,
    Optional,
    Computed,
}

/// The schema of a resource or a data source; `None` for one that this version does not have.
pub fn schema(is_data: bool, type_name: &str) -> Option<Arc<Schema>> {
    use Setting::{Computed, Optional, Required};
    match (is_data, type_name) {
        (false, TERRAFORM_DATA) => Some(of_attributes([
            ("id", Type::String, Computed),
            (INPUT, Type::Dynamic, Optional),
            (OUTPUT, Type::Dynamic, Computed),
            (TRIGGERS, Type::Dynamic, Optional),
        ])),
        (true, REMOTE_STATE) => Some(of_attributes([
            ("backend", Type::String, Required),
            ("config", Type::Dynamic, Optional),
            ("defaults", Type::Dynamic, Optional),
            ("outputs", Type::Dynamic, Computed),
            ("workspace", Type::String, Optional),
        ])),
        _ => None,
    }
}

fn of_attributes<const N: usize>(all: [(&str, Type, Setting); N]) -> Arc<Schema> {
    let attributes = all.map(|(name, of, setting)| {
        let attribute = Attribute {
            kind: AttributeKind::Of(of),
            is_required: setting == Setting::Required,
            is_optional: setting == Setting::Optional,
            is_computed: setting == Setting::Computed,
            is_sensitive: false,
            is_write_only: false,
            is_deprecated: false,
            deprecation_message: String::new(),
            description: String::new(),
        };
        (name.to_owned(), attribute)
    });
    let block = Block {
        attributes: BTreeMap::from(attributes),
        ..Block::default()
    };
    Arc::new(Schema::new(0, block))
}

/// Manages `terraform_data`, whose `output` is its `input` once it is deployed. Receives marked secrets.
pub struct BuiltInProvider;

#[async_trait]
impl Provider for BuiltInProvider {
    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        known_type(&request.target)?;
        Ok(Checked {
            inputs: request.inputs,
            ..Checked::default()
        })
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let before = &request.old_inputs;
        let member = |all: &Object, name: &str| all.get(name).cloned().unwrap_or_default();
        let mut properties = Vec::new();
        for name in [INPUT, TRIGGERS] {
            let (old, new) = (member(before, name), member(&request.inputs, name));
            if old != new || new.contains_unknown() {
                properties.push(PropertyChange {
                    path: name.to_owned(),
                    kind: PropertyChangeKind::Changed,
                    replaces: name == TRIGGERS,
                });
            }
        }
        Ok(Diff {
            changes: match properties.is_empty() {
                true => Changes::None,
                false => Changes::Some,
            },
            properties,
            delete_before_replace: true,
            may_create_first: true,
        })
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        let id = (!request.preview).then(|| Uuid::new_v4().to_string());
        let outputs = outputs(&request.inputs, id.as_deref(), request.preview);
        Ok(Created {
            data: None,
            id,
            outputs,
        })
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        known_type(&request.target)?;
        if let (true, Some(data)) = (request.is_import, &request.target.data) {
            return taken_over(data.as_bytes()).map(Some);
        }
        match (request.inputs, request.outputs) {
            (Some(inputs), Some(outputs)) => Ok(Some(ReadState {
                data: None,
                id: request.id,
                inputs: Object::clone(&inputs),
                outputs: Object::clone(&outputs),
            })),
            _ => Err(ProviderError::failed(
                "it exists only in the state of its stack, and cannot be imported",
            )),
        }
    }

    async fn update(&self, request: UpdateRequest) -> Result<Updated, ProviderError> {
        let id = request.old_outputs.get("id").and_then(Value::as_str);
        let is_same = request.old_outputs.get(INPUT) == request.inputs.get(INPUT);
        Ok(outputs(&request.inputs, id, request.preview && !is_same).into())
    }

    async fn delete(&self, _request: DeleteRequest) -> Result<(), ProviderError> {
        Ok(())
    }

    async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        let message = format!("there is no function `{}`", request.token);
        Err(ProviderError::failed(message))
    }
}

fn known_type(target: &Target) -> Result<(), ProviderError> {
    match target.resource_type.type_name() {
        TERRAFORM_DATA => Ok(()),
        other => Err(ProviderError::failed(format!(
            "there is no resource type `{other}`"
        ))),
    }
}

/// The object that a state of Terraform or OpenTofu has, which has its inputs, too.
fn taken_over(data: &[u8]) -> Result<ReadState, ProviderError> {
    let text = std::str::from_utf8(data).ok();
    let outputs = text
        .and_then(StoredObject::parse)
        .and_then(|it| stored_outputs(&it));
    let outputs = outputs
        .ok_or_else(|| ProviderError::failed("its attributes in the state cannot be read"))?;
    let given = [INPUT, TRIGGERS].into_iter();
    let given = given.filter_map(|it| Some((it.to_owned(), outputs.get(it)?.clone())));
    let id = outputs.get("id").and_then(Value::as_str);
    Ok(ReadState {
        data: None,
        id: id.unwrap_or_default().to_owned(),
        inputs: given.filter(|(_, it)| !matches!(it, Value::Null)).collect(),
        outputs,
    })
}

/// The outputs of an object in a state of Terraform or OpenTofu; `None` if it is in another form.
pub fn stored_outputs(stored: &StoredObject) -> Option<Object> {
    let schema = schema(false, TERRAFORM_DATA)?;
    let json = JsonText::parse(stored.attributes.as_bytes()).ok()?;
    let wire = from_json(&json, schema.value_type()).ok()?;
    let mut sensitive = Marks::NONE;
    sensitive.insert(Mark::Sensitive);
    let places = stored.secrets.iter();
    let marks: Vec<_> = places.map(|it| (it.clone(), sensitive.clone())).collect();
    let value = from_wire(&wire, schema.value_type()).with_marks_at(&marks);
    let members = value.members()?.iter();
    Some(
        members
            .map(|(name, it)| (name.clone(), to_engine(it)))
            .collect(),
    )
}

/// The outputs of an object. In a plan of a change, its output is not known.
fn outputs(inputs: &Object, id: Option<&str>, is_planned: bool) -> Object {
    let input = inputs.get(INPUT).cloned().unwrap_or_default();
    let output = match (&input, is_planned) {
        (Value::Null, _) | (_, false) => input.clone(),
        (Value::Secret(_), true) => Value::secret(Value::Unknown),
        (_, true) => Value::Unknown,
    };
    let triggers = inputs.get(TRIGGERS).cloned().unwrap_or_default();
    let id = id.map_or(Value::Unknown, Value::from);
    let members = [
        ("id", id),
        (INPUT, input),
        (OUTPUT, output),
        (TRIGGERS, triggers),
    ];
    members
        .map(|(name, it)| (name.to_owned(), it))
        .into_iter()
        .collect()
}
