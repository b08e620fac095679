//! Providers of Pulumi's ecosystem: [`PulumiProvider`] is the client of one.
//!
//! | module | |
//! |---|---|
//! | `pulumi_provider` | the client |
//! | `capabilities` | the capabilities that a provider reports |
//! | `run_facts` | facts about the run for all providers |
//! | `calls` | calls and the outcomes of failures |
//! | `requests` | conversion of requests |
//! | `configuration` | the configuration of a provider |
//! | `construct` | creation of components |
//! | `diff` | conversion of diffs |
//! | `failure` | conversion of errors |
//! | `provider_notes` | what bridged providers write into outputs for themselves |
//! | `engine_service` | the engine service for providers |

mod calls;
mod capabilities;
mod configuration;
mod construct;
mod diff;
mod engine_service;
mod failure;
mod provider_notes;
mod pulumi_provider;
mod requests;
mod run_facts;
#[cfg(test)]
mod tests;

pub use engine_service::{EngineMessage, engine_server};
pub use pulumi_provider::PulumiProvider;
pub use run_facts::PulumiRunFacts;
