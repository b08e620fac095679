//! Providers of the ecosystem of Pulumi: [`PulumiProvider`] asks one that is served at the other end of
//! a connection.
//!
//! | module | |
//! |---|---|
//! | `pulumi_provider` | the asking end |
//! | `capabilities` | what a provider says it understands |
//! | `run_facts` | what all providers of a run are told of it |
//! | `calls` | calls and what their failures mean |
//! | `requests` | what is asked |
//! | `configuration` | how a provider is configured |
//! | `construct` | how a component is made |
//! | `diff` | what a comparison came to |
//! | `failure` | what a failed call came to |
//! | `engine_service` | what providers may tell the engine |

mod calls;
mod capabilities;
mod configuration;
mod construct;
mod diff;
mod engine_service;
mod failure;
mod pulumi_provider;
mod requests;
mod run_facts;
#[cfg(test)]
mod tests;

pub(crate) use engine_service::{EngineMessage, engine_server};
pub use pulumi_provider::PulumiProvider;
pub use run_facts::PulumiRunFacts;
