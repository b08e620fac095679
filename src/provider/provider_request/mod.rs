//! The common interface of provider requests, for middlewares.
//!
//! | module | |
//! |---|---|
//! | `configuration_requests` | about the configuration of a provider |
//! | `object_requests` | about the object of a resource, and about the objects of a type |
//! | `function_requests` | to functions, methods and components |
//! | `process_requests` | about all that a provider does |

mod configuration_requests;
mod function_requests;
mod object_requests;
mod process_requests;

use std::future::Future;

use lumi_graph::{Object, ResourceType};

use super::request_object::{OutputContext, RequestObject};
use super::{Provider, ProviderError, Target};

pub use configuration_requests::{CheckConfigRequest, ConfigureRequest};
pub use object_requests::SettleRequest;
pub use process_requests::{CancelRequest, CloseRequest};

/// The request of a method of [`Provider`], with the type of its response.
pub trait ProviderRequest: Send + Sync + Sized + 'static {
    type Response: Send;

    /// The name of the method in messages.
    const METHOD: &'static str;

    /// Calls the method of the provider.
    fn send(
        self,
        provider: &dyn Provider,
    ) -> impl Future<Output = Result<Self::Response, ProviderError>> + Send;

    /// The possible effect before there is a response.
    fn effect(&self) -> RequestEffect {
        RequestEffect::None
    }

    /// The resource of the request.
    fn target(&mut self) -> Option<&mut Target> {
        None
    }

    /// The objects of the program and of the state in the request, which may contain secrets.
    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        Vec::new()
    }

    /// The configuration that the provider requires.
    fn configuration(&self) -> Option<&Object> {
        None
    }

    /// The resource that outputs in the response belong to.
    fn output_context(&self) -> Option<OutputContext<'_>> {
        None
    }

    /// The type and the inputs of a request that checks them.
    fn unchecked_inputs(&mut self) -> Option<(&ResourceType, &mut Object)> {
        None
    }

    fn outputs(_response: &mut Self::Response) -> Option<&mut Object> {
        None
    }

    fn response_objects(response: &mut Self::Response) -> Vec<&mut Object> {
        Self::outputs(response).into_iter().collect()
    }

    /// The id of an object in a response.
    fn id(_response: &Self::Response) -> Option<&str> {
        None
    }
}

/// The possible effect of a request, which decides when it may be abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestEffect {
    /// No effect.
    None,
    /// A change of the object: without a response its outcome is unknown.
    Object,
    /// Registrations of resources with the run.
    Registrations,
    /// The request waits for other requests, or cancels them.
    Others,
}
