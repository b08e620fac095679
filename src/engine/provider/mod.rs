//! Providers of a run, their choice and their limits.
//!
//! | module | |
//! |---|---|
//! | `provider_functions` | functions and methods of providers, and their components |
//! | `providers`, `stored_provider` | providers, opened and configured on demand; those whose code is in the state |
//! | `provider_choice`, `provider_changes` | the provider of a goal, and the effect of a changed provider on objects |
//! | `timed_provider`, `read_only_calls` | time limits of providers |
//! | `pulumi_package` | resources and functions that Pulumi programs expect of every engine |
//! | `stack_references` | the outputs of other stacks, as a provider |
//! | `resource_references` | single resources of other stacks, by URN |

pub mod provider_changes;
pub mod provider_choice;
pub mod provider_functions;
pub mod providers;
pub mod pulumi_package;
pub mod read_only_calls;
pub mod resource_references;
pub mod stack_references;
pub mod stored_provider;
pub mod timed_provider;
