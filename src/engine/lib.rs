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
//! | `options`, `saved_plan`, `planned_inputs`, `plan_check`, `plan_text`, `plan_key` | the options of a run, and saved plans |
//! | `run`, `run_parts` | a run, and the construction of its parts |
//! | `run_context`, `old_state`, `preview_state` | shared by all parts: options, state, providers, stopping |
//! | `registration`, `resolved_goal`, `goal_step` | one goal, from registration to response |
//! | `registrations` | the status of each goal, and the resources it has claimed |
//! | `identities`, `former_names`, `rename_hints` | matches goals with resources of the state, also by former names |
//! | `scope` | the resources that a run includes |
//! | `custom_resources`, `components`, `provider_resources`, `reads` | the kinds of goals: with an object, without one, with a configuration, only read |
//! | `plan` | decisions from data alone |
//! | `steps`, `object_steps`, `resource_records`, `stored_inputs` | the steps, their provider calls, their records, and what of inputs is in these |
//! | `imports`, `refresh`, `listings` | existing objects: adopted, compared with the state, or found by a provider |
//! | `foreign_objects` | objects from the state of another tool |
//! | `hooks`, `step_hooks` | functions of the program before and after steps |
//! | `deletion_queue`, `deletions`, `deletion_step` | deletions, dependents first |
//! | `final_deletions`, `object_users` | deletions at the end of the source, and objects still in use |
//! | `replacements`, `replacement_deletions`, `replaced_dependents` | replaced objects, and deletions that must come first |
//! | `pending_deletions` | old objects that an earlier run could not delete |
//! | `dependent_outcome` | the outcome of a dependent of a replaced resource |
//! | `conflicts` | advice when an object of the stack conflicts with a new one |
//! | `provider_functions` | functions and methods of providers, and their components |
//! | `preview_graph`, `planned_vertices` | the graph of a preview |
//! | `known_outputs` | outputs of a stack that a run leaves unknown |
//! | `recovery`, `interrupted_objects`, `seen_object` | operations that an earlier run did not finish, and their objects |
//! | `state_log` | the state in memory and in the journal |
//! | `providers`, `stored_provider` | providers, opened and configured on demand; those whose code is in the state |
//! | `provider_choice`, `provider_changes` | the provider of a goal, and the effect of a changed provider on objects |
//! | `timed_provider`, `read_only_calls`, `operation_limit` | time limits of providers |
//! | `pulumi_package` | resources and functions that Pulumi programs expect of every engine |
//! | `recorded_source`, `recorded_objects` | the state after an earlier run as goals, and its objects |
//! | `stack_references` | the outputs of other stacks, as a provider |
//! | `secrets`, `secret_digests`, `check` | secrets on their way to a provider and back |
//! | `known_secrets` | secrets in outputs and names of resources that do not have them as inputs |
//! | `reporter`, `event`, `step`, `hidden_differences` | the events of a run; the engine never formats text |
//! | `folded_text` | text without line breaks, as tools break what they encode into lines |
//! | `json_quote` | what errors of V8 about JSON quote of a text |
//! | `manual_outcome` | the outcome of a pending operation, as the user has found out |
//! | `object_id` | the limit of ids that providers answer |
//! | `redactor` | removes secrets from text |
//! | `search_groups` | searches that secrets are added to one by one |
//! | `secret_forms` | encodings of secrets by programs and tools |
//! | `secret_lines` | lines of secret texts that are masked by themselves |
//! | `secret_search` | searches for all encodings of many secrets at once |
//! | `unchanged` | the answers of providers in a plan about what it leaves as it is |
//! | `unmatched_patterns` | patterns of the user's selection that select nothing |
//! | `planned_goals` | the goals of a plan, as the source of its deployment |
//! | `lasting_values` | values that a plan and its deployment share |
//! | `unwritten` | what a deployment would write after a plan without changes |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod check;
mod components;
mod conflicts;
mod custom_resources;
mod deletion_queue;
mod deletion_step;
mod deletions;
mod dependent_outcome;
#[allow(clippy::module_inception)]
mod engine;
mod event;
mod final_deletions;
mod folded_text;
mod foreign_objects;
mod former_names;
mod goal_step;
mod hidden_differences;
mod hooks;
mod identities;
mod imports;
mod interrupted_objects;
mod json_quote;
mod known_outputs;
mod known_secrets;
mod lasting_values;
mod listings;
#[cfg(test)]
#[path = "../provider/wire/loopback.rs"]
mod loopback;
mod manual_outcome;
mod object_id;
mod object_steps;
mod object_users;
mod old_state;
mod operation_limit;
mod options;
mod pending_deletions;
mod plan;
mod plan_check;
mod plan_key;
mod plan_text;
mod planned_goals;
mod planned_inputs;
mod planned_vertices;
mod preview_graph;
mod preview_state;
mod provider_changes;
mod provider_choice;
mod provider_functions;
mod provider_resources;
mod providers;
mod pulumi_package;
mod read_only_calls;
mod reads;
mod recorded_objects;
mod recorded_source;
mod recovery;
mod redactor;
mod refresh;
mod registration;
mod registrations;
mod rename_hints;
mod replaced_dependents;
mod replacement_deletions;
mod replacements;
mod reporter;
mod request;
mod resolved_goal;
mod resource_records;
mod run;
mod run_context;
mod run_parts;
mod saved_plan;
mod scope;
mod search_groups;
mod secret_digests;
mod secret_forms;
mod secret_lines;
mod secret_search;
mod secrets;
mod seen_object;
mod source;
mod source_report;
mod stack_references;
mod state_log;
mod step;
mod step_hooks;
mod steps;
mod stored_inputs;
mod stored_provider;
#[cfg(test)]
mod tests;
mod timed_provider;
mod unchanged;
mod unmatched_patterns;
mod unwritten;

pub use engine::{Engine, InterruptHandle, PreparedRun, RunOutcome};
pub use event::{
    Diagnostic, Event, EventSink, MovedResource, RunStarted, RunSummary, Severity, StepFailure,
    StepInfo,
};
pub use foreign_objects::{ForeignObject, TakenObject};
pub use hidden_differences::hide_differences;
pub use hooks::{Hook, HookAnswer, HookError, HookRequest, HookedFailure, HookedStep};
pub use lumi_provider::Constructed;
pub use manual_outcome::{ManualOutcome, MissingId, manual_outcome};
pub use options::RunOptions;
pub use plan::{DYNAMIC_PACKAGE, ResourcePattern, Selection, UnseenCode, is_dynamic};
pub use plan_key::PlanKey;
pub use planned_goals::PlannedGoals;
pub use pulumi_package::PulumiPackage;
pub use recorded_source::{RecordedSource, RollbackError};
pub use redactor::Redactor;
pub use request::{Call, Construct, Invoke, RegisterError, Registered, RegisteredOutputs};
pub use saved_plan::SavedPlan;
pub use source::{NullSource, RefreshSource, Registrar, Source, UnmentionedPolicy};
pub use stack_references::StackReferences;
pub use state_log::{RecordLog, StateLogError, Written};
pub use step::StepKind;
pub use unchanged::UnchangedObjects;
pub use unwritten::Unwritten;
