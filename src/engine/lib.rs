//! Turns what a program asked for plus the old state into steps, and runs the steps.
//!
//! An [`Engine`] is given the state, providers and a [`Source`] of goals. Each goal is a task of its
//! own: it finds its resource in the state, lets the provider check and compare, decides
//! (`plan`, pure), and runs its steps as soon as what it depends on is there. When the source has
//! ended, resources without a goal are deleted, dependents first. Every change is written to the
//! journal before it is made ([`StateLog`](state_log::StateLog)). A preview takes the same way, but asks
//! providers what would happen, and writes nothing.
//!
//! | module | |
//! |---|---|
//! | `engine` | a whole run |
//! | `source`, `request` | where goals come from, and what sources ask and are answered |
//! | `options`, `saved_plan`, `plan_key`, `scope` | what the user wants of a run |
//! | `run`, `run_state`, `registrations`, `planned_vertices` | what the tasks of a run share |
//! | `registration` | one goal, from registration to answer |
//! | `custom`, `component`, `provider_resource`, `read` | the kinds of goals: with an object, without one, only read |
//! | `plan` | what is to be done, decided from data alone |
//! | `steps`, `removal`, `import`, `refresh` | the steps |
//! | `hooks`, `hooked_steps` | functions of the program before and after steps |
//! | `deletion_queue`, `deletion_run`, `deletion_step` | deletions, dependents first |
//! | `leftovers` | old objects whose deletion is still to be done |
//! | `dependent_outcome` | what a failure means for those that depend on it |
//! | `conflict` | advice when an object of the stack is in the way of a new one |
//! | `functions`, `construct` | functions and methods of providers, and components that they make |
//! | `finish` | deletions and outputs, when the source has said everything |
//! | `recovery` | operations that an earlier run did not finish |
//! | `state_log` | the state in memory and in the journal |
//! | `providers`, `stored_provider` | providers, opened and configured when needed; those whose code is in the state |
//! | `timed_provider`, `read_only_calls`, `activity` | how long providers are waited for |
//! | `pulumi_package` | resources and functions that programs of Pulumi expect of every engine |
//! | `recorded_source` | what an earlier run left, as goals |
//! | `stack_references` | the outputs of other stacks, as a provider |
//! | `secrets`, `secret_digests`, `check` | secrets on their way to a provider and back |
//! | `reporter`, `event`, `step`, `hidden_differences` | what a run reports; the engine never formats text |

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod activity;
mod check;
mod component;
mod conflict;
mod construct;
mod custom;
mod deletion_queue;
mod deletion_run;
mod deletion_step;
mod dependent_outcome;
#[allow(clippy::module_inception)]
mod engine;
mod event;
mod finish;
mod functions;
mod hidden_differences;
mod hooked_steps;
mod hooks;
mod import;
mod leftovers;
#[cfg(test)]
#[path = "../provider/wire/loopback.rs"]
mod loopback;
mod options;
mod plan;
mod plan_key;
mod planned_vertices;
mod provider_resource;
mod providers;
mod pulumi_package;
mod read;
mod read_only_calls;
mod recorded_source;
mod recovery;
mod redactor;
mod refresh;
mod registration;
mod registrations;
mod removal;
mod reporter;
mod request;
mod run;
mod run_state;
mod saved_plan;
mod scope;
mod secret_digests;
mod secret_forms;
mod secret_search;
mod secrets;
mod source;
mod stack_references;
mod state_log;
mod step;
mod steps;
mod stored_provider;
#[cfg(test)]
mod tests;
mod timed_provider;

pub use engine::{Engine, InterruptHandle, PreparedRun, RunOutcome};
pub use event::{
    Diagnostic, Event, EventSink, RunStarted, RunSummary, Severity, StepFailure, StepInfo,
};
pub use hidden_differences::hide_differences;
pub use hooks::{Hook, HookAnswer, HookError, HookRequest, HookedFailure, HookedStep};
pub use lumi_provider::Constructed;
pub use options::RunOptions;
pub use plan::{ResourcePattern, Selection, UnseenCode};
pub use plan_key::PlanKey;
pub use pulumi_package::PulumiPackage;
pub use recorded_source::RecordedSource;
pub use redactor::Redactor;
pub use request::{Call, Construct, Invoke, Registered, RegisteredOutputs};
pub use run::RegisterError;
pub use saved_plan::SavedPlan;
pub use source::{NullSource, RefreshSource, Registrar, Source, UnmentionedPolicy};
pub use stack_references::StackReferences;
pub use state_log::{RecordLog, Written};
pub use step::StepKind;
