//! Plans, deployments and their failures.

pub mod deletion_limit;
pub mod deploy;
pub mod deploy_faults;
pub mod dynamic;
pub mod dynamic_ends;
pub mod dynamic_failures;
pub mod dynamic_recovery;
pub mod failed_plans;
pub mod file_owners;
pub mod hooks;
pub mod http_providers;
pub mod idle_runs;
pub mod killed_commands;
pub mod listings;
pub mod lost_resources;
pub mod plan_first;
pub mod plan_markdown;
pub mod proposed_ids;
pub mod random_stops;
pub mod rollback;
pub mod saved_plans;
pub mod selected_resources;
pub mod std;
pub mod std_outputs;
pub mod stored_providers;
pub mod unseen_code;
