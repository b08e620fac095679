//! Calls of a provider, and the outcomes of failures.

use std::sync::Arc;

use tonic::{Code, Response, Status};

use crate::values::PulumiValueError;
use lumi_provider::DisconnectReason;
use lumi_provider::ProviderError;
use lumi_rpc::{is_answer, is_lost};

use super::failure::{Effect, provider_error};

pub type Answered<T> = Result<Response<T>, Status>;

/// A method and its context, for errors.
#[derive(Clone, Copy, Debug)]
pub struct Method<'a> {
    pub name: &'static str,
    pub effect: Effect,
    /// The id of the object; may be empty.
    pub id: &'a str,
}

impl<'a> Method<'a> {
    pub const fn reading(name: &'static str) -> Self {
        let (effect, id) = (Effect::None, "");
        Self { name, effect, id }
    }

    /// A method with side effects, except with `preview`.
    pub fn changing(name: &'static str, effect: Effect, preview: bool, id: &'a str) -> Self {
        let effect = match preview {
            true => Effect::None,
            false => effect,
        };
        Self { name, effect, id }
    }

    /// A response that cannot be decoded leaves the outcome open.
    pub fn decode_error(&self, error: &PulumiValueError) -> ProviderError {
        let message = format!("the answer of `{}` cannot be used: {error}", self.name);
        match self.effect {
            Effect::None => ProviderError::failed(message),
            _ => ProviderError::unknown(message),
        }
    }
}

/// Whether the provider does not implement the method.
fn is_missing(status: &Status) -> bool {
    status.code() == Code::Unimplemented && is_answer(status)
}

/// The request cannot be expressed in this protocol.
pub fn encode_error(error: &PulumiValueError) -> ProviderError {
    ProviderError::failed(format!("a value cannot be given to the provider: {error}"))
}

/// Converts the results of calls.
pub struct Calls {
    pub explain: Arc<dyn DisconnectReason>,
}

impl Calls {
    /// The response of a method that every provider must implement.
    pub async fn required<T>(
        &self,
        method: &Method<'_>,
        answered: Answered<T>,
    ) -> Result<T, ProviderError> {
        match answered {
            Ok(response) => Ok(response.into_inner()),
            Err(status) => Err(self.failed(method, status).await),
        }
    }

    /// The response of an optional method; `None` if the provider does not implement it.
    pub async fn optional<T>(
        &self,
        method: &Method<'_>,
        answered: Answered<T>,
    ) -> Result<Option<T>, ProviderError> {
        match answered {
            Err(status) if is_missing(&status) => Ok(None),
            answered => self.required(method, answered).await.map(Some),
        }
    }

    pub async fn failed(&self, method: &Method<'_>, status: Status) -> ProviderError {
        if is_missing(&status) {
            let message = format!("the provider has no `{}`", method.name);
            return ProviderError::failed(match status.message() {
                "" => message,
                why => format!("{message}: {why}"),
            });
        }
        if is_lost(&status)
            && let Some(message) = self.explain.describe(method.name).await
        {
            let lost = Status::unavailable(message);
            return provider_error(lost, method.effect, method.id);
        }
        provider_error(status, method.effect, method.id)
    }
}
