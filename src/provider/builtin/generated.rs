//! Values that are made once and then stay as they are.

use async_trait::async_trait;

use crate::{
    CheckRequest, Checked, CreateRequest, Created, DeleteRequest, DerivedOutputs, Diff,
    DiffRequest, ProviderError, ReadRequest, ReadState, RecoverRequest, Recovered, UpdateRequest,
};
use lumi_graph::{Object, Value};

use super::fs::blocking;
use super::input_diff::input_diff;
use super::input_reader::InputReader;
use super::resource_handler::ResourceHandler;

/// What a [`Generated`] resource is made of, and how.
pub(super) trait Generator: Sized + Send + 'static {
    /// Outputs that are secret, as a plan is to know before there are any.
    const SECRETS: &'static [&'static str] = &[];

    /// Inputs that are secret, whether the program says so or not.
    const SECRET_INPUTS: &'static [&'static str] = &[];

    /// Outputs that tell something about inputs.
    const DERIVED: Option<DerivedOutputs> = None;

    /// Making it takes long enough to need a thread of its own.
    const IS_SLOW: bool = false;

    /// Reads and checks the inputs. `None` while something is wrong with them or unknown; failures
    /// are told to the reader.
    fn read(inputs: &mut InputReader<'_>) -> Option<Self>;

    fn make(self) -> Result<Created, ProviderError>;

    /// The value that is already there, from what the user calls its id.
    fn import(id: &str) -> Result<ReadState, ProviderError>;
}

/// A resource that is nowhere but in the state: a value, made from a recipe.
///
/// It cannot drift, there is nothing to delete, and any change of an input makes a new value. Every
/// one takes `keepers`, an object of whatever the value is to be kept with.
pub(super) struct Generated<R> {
    recipe: std::marker::PhantomData<fn() -> R>,
}

impl<R: Generator> Generated<R> {
    pub(super) fn new() -> Self {
        Self {
            recipe: std::marker::PhantomData,
        }
    }
}

#[async_trait]
impl<R: Generator> ResourceHandler for Generated<R> {
    fn derived_outputs(&self) -> Option<DerivedOutputs> {
        R::DERIVED
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        let mut inputs = InputReader::new(&request.inputs);
        R::read(&mut inputs);
        read_map(&mut inputs, "keepers");
        Ok(Checked {
            failures: inputs.finish(),
            inputs: with_secrets(request.inputs, R::SECRET_INPUTS),
        })
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let mut diff = input_diff(&request.old_inputs, &request.inputs, &[]);
        for property in &mut diff.properties {
            property.replaces = true;
        }
        Ok(diff)
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        if request.preview {
            let secret = || Value::secret(Value::Unknown);
            let secrets = R::SECRETS.iter().map(|it| ((*it).to_owned(), secret()));
            return Ok(Created {
                id: None,
                outputs: secrets.collect(),
            });
        }
        let mut inputs = InputReader::new(&request.inputs);
        let recipe = R::read(&mut inputs);
        read_map(&mut inputs, "keepers");
        inputs.accept()?;
        let recipe = recipe.ok_or_else(|| ProviderError::failed("an input is still unknown"))?;
        match R::IS_SLOW {
            true => blocking(move || recipe.make()).await?,
            false => recipe.make(),
        }
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        let (Some(inputs), Some(outputs)) = (&request.inputs, &request.outputs) else {
            return R::import(&request.id).map(Some);
        };
        Ok(Some(ReadState {
            inputs: Object::clone(inputs),
            outputs: Object::clone(outputs),
            id: request.id,
        }))
    }

    async fn update(&self, request: UpdateRequest) -> Result<Object, ProviderError> {
        Ok(Object::clone(&request.old_outputs))
    }

    async fn delete(&self, _request: DeleteRequest) -> Result<(), ProviderError> {
        Ok(())
    }

    async fn recover(&self, _request: RecoverRequest) -> Result<Recovered, ProviderError> {
        // The value of a create that did not end has not been used.
        Ok(Recovered::Absent)
    }
}

/// Inputs of which these are secret, whether the program says so or not.
pub(super) fn with_secrets(mut inputs: Object, names: &[&str]) -> Object {
    for name in names {
        if let Some(value) = inputs.get_mut(*name)
            && !matches!(value, Value::Null | Value::Secret(_))
        {
            *value = Value::secret(std::mem::take(value));
        }
    }
    inputs
}

/// An object of any values, such as `keepers`: only whether it changes matters.
pub(super) fn read_map(inputs: &mut InputReader<'_>, name: &'static str) {
    match inputs.value(name) {
        None | Some(Value::Object(_) | Value::Unknown) => {}
        Some(other) => {
            let kind = other.kind();
            inputs.fail(name, format!("`{name}` must be an object; it is {kind}"));
        }
    }
}

/// An id for an object without one: two of them are not the same object.
pub(super) fn nameless() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// Properties from their names and values.
pub(super) fn properties<const N: usize>(members: [(&str, Value); N]) -> Object {
    members
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}
