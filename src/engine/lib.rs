//! Compares goals with the old state and runs the steps that make the difference go away.
//!
//! An [`Engine`] has the state, providers and a [`Source`] of goals. Each goal is a task of its
//! own: it finds its resource in the state, calls the provider to check and compare, decides
//! (`plan`, pure), and runs its steps as soon as its dependencies are ready. When the source has
//! ended, resources without a goal are deleted, dependents first. Every change is written to the
//! journal before it is made ([`StateLog`](state_log::StateLog)). A preview follows the same path,
//! but calls providers with `preview` set, and writes nothing.
//!
//! | module | |
//! |---|---|
//! | `engine` | a whole run, from outside |
//! | `source`, `source_report`, `request` | sources of goals, their requests, and the responses |
//! | `options` | the options of a run |
//! | `run`, `run_parts` | a run, and the construction of its parts |
//! | `run_context`, `old_state` | shared by all parts: options, state, providers, stopping |
//! | `scope` | the resources that a run includes |
//! | `plan` | decisions from data alone |
//! | `refresh`, `listings` | existing objects: compared with the state, or found by a provider |
//! | `state_log` | the state in memory and in the journal |
//! | `operation_limit` | how many operations run at the same time |
//! | `reporter`, `event` | the events of a run; the engine never formats text |
//! | `unmatched_patterns` | patterns of the user's selection that select nothing |
//! | `registration` | goals: how one finds its resource, and the kinds of goals |
//! | `steps` | the steps of resources, their provider calls and their records |
//! | `deletion` | deletions and replacements, dependents first |
//! | `provider` | providers of a run, their choice and their limits |
//! | `secrets` | secrets in objects, and how they are masked in text |
//! | `saved_plan` | plans that are saved, and what keeps a run to one |
//! | `preview` | objects that do not exist yet in a preview, and the results that its deployment takes over |
//! | `recovery` | operations that an earlier run did not finish, and earlier states |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod deletion;
#[allow(clippy::module_inception)]
mod engine;
mod event;
mod listings;
#[cfg(test)]
#[path = "../provider/wire/loopback.rs"]
mod loopback;
mod old_state;
mod operation_limit;
mod options;
mod plan;
mod preview;
mod provider;
mod recovery;
mod refresh;
mod registration;
mod reporter;
mod request;
mod run;
mod run_context;
mod run_parts;
mod saved_plan;
mod scope;
mod secrets;
mod source;
mod source_report;
mod state_log;
mod steps;
#[cfg(test)]
mod tests;
mod unmatched_patterns;

pub use deletion::referrers::{References, Referrers};
pub use engine::{Engine, InterruptHandle, PreparedRun, RunOutcome};
pub use event::{
    Diagnostic, Event, EventSink, MovedResource, RunStarted, RunSummary, Severity, StepFailure,
    StepInfo,
};
pub use lumi_provider::Constructed;
pub use options::RunOptions;
pub use plan::{DYNAMIC_PACKAGE, ResourcePattern, Selection, UnseenCode, is_dynamic};
pub use preview::planned_goals::PlannedGoals;
pub use preview::unchanged::UnchangedObjects;
pub use preview::unwritten::Unwritten;
pub use provider::pulumi_package::PulumiPackage;
pub use provider::resource_references::referred;
pub use provider::stack_references::StackReferences;
pub use recovery::manual_outcome::{ManualOutcome, MissingId, manual_outcome};
pub use recovery::recorded_source::{RecordedSource, RollbackError};
pub use registration::foreign_objects::{ForeignObject, TakenObject};
pub use request::{Call, Construct, Invoke, RegisterError, Registered, RegisteredOutputs};
pub use saved_plan::plan_key::PlanKey;
pub use saved_plan::saved_plan::SavedPlan;
pub use secrets::redactor::Redactor;
pub use source::{NullSource, RefreshSource, Registrar, Source, UnmentionedPolicy};
pub use state_log::{RecordLog, StateLogError, Written};
pub use steps::hidden_differences::hide_differences;
pub use steps::hooks::{Hook, HookAnswer, HookError, HookRequest, HookedFailure, HookedStep};
pub use steps::step::StepKind;
