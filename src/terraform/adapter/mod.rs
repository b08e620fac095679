//! Terraform's providers as providers of Lumi.
//!
//! | module | |
//! |---|---|
//! | `plugin_protocol` | starts them |
//! | `provider_peer` | their process, as a host of plugins holds it |
//! | `terraform_provider` | the provider of one configuration |
//! | `configuring` | what it is configured with |
//! | `changes` | plans, and the changes of objects |
//! | `running_changes` | changes under way, and the stop |
//! | `reads` | objects as they are, also those that become managed |
//! | `listings` | objects that a provider lists |
//! | `foreign_states` | objects of another tool's state, which become managed |
//! | `least_inputs` | the fewest inputs that keep an object as it is |
//! | `empty_collections` | null and empty, which providers do not tell apart |
//! | `invocations` | data sources, ephemeral values and functions |
//! | `started_programs` | data sources and ephemeral resources that run programs |
//! | `ephemeral_values` | the ephemeral values of this process, for all its providers |
//! | `open_ephemerals` | those that one provider has opened: renewed in time, and closed at the end |
//! | `object_answer` | an object as the state keeps it, and as programs see it |
//! | `prepared_plans` | plans between a diff and what follows it |
//! | `property_changes` | what of a plan differs |
//! | `failure` | what goes wrong, as users read it |
//! | `token` | what resources, data sources and functions are called |

mod changes;
mod configuring;
mod empty_collections;
mod ephemeral_values;
mod failure;
mod foreign_states;
mod invocations;
mod least_inputs;
mod listings;
mod object_answer;
mod open_ephemerals;
mod plugin_protocol;
mod prepared_plans;
mod property_changes;
mod provider_peer;
mod reads;
mod running_changes;
mod started_programs;
mod terraform_provider;
mod token;

pub use plugin_protocol::{StoredSchemas, TerraformPluginProtocol};
pub use terraform_provider::TerraformProvider;
pub use token::{is_resource_token, resource_token};
