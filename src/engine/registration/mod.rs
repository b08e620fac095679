//! Goals: how one finds its resource, and the kinds of goals.
//!
//! | module | |
//! |---|---|
//! | `registration`, `resolved_goal`, `unchanged_step` | one goal, from registration to response |
//! | `registrations` | the status of each goal, and the resources it has claimed |
//! | `identities`, `former_names`, `rename_hints` | matches goals with resources of the state, also by former names |
//! | `custom_resources`, `components`, `provider_resources`, `reads` | the kinds of goals: with an object, without one, with a configuration, only read |
//! | `former_dynamic` | dynamic resources of Pulumi's Node SDK that go on as those of Lumi |
//! | `imports` | existing objects that a goal adopts |
//! | `foreign_objects` | objects from the state of another tool |
//! | `conflicts` | advice when an object of the stack conflicts with a new one |
//! | `check` | the inputs that a provider's check returns |

pub mod check;
pub mod components;
pub mod conflicts;
pub mod custom_resources;
pub mod foreign_objects;
pub mod former_dynamic;
pub mod former_names;
pub mod identities;
pub mod imports;
pub mod provider_resources;
pub mod reads;
#[allow(clippy::module_inception)]
pub mod registration;
pub mod registrations;
pub mod rename_hints;
pub mod resolved_goal;
pub mod unchanged_step;
