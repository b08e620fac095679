//! Functions that run elsewhere.

pub mod closure_access;
pub mod closure_changes;
pub mod closure_dependencies;
pub mod closure_hashes;
pub mod closure_resources;
pub mod closure_run;
pub mod closure_serve;
pub mod closure_workers;
pub mod closures;
pub mod inspect_functions;
pub mod random_closures;
pub mod served;
pub mod served_limits;
pub mod served_queues;
pub mod todo_api;
