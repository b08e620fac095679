//! Tests that drive the real binary from outside, as a user does.

mod bad_input;
mod bad_program;
mod closure_access;
mod closure_changes;
mod closure_dependencies;
mod closure_hashes;
mod closure_resources;
mod closure_run;
mod closure_serve;
mod closure_workers;
mod closures;
mod completion;
mod declared_config;
#[cfg(unix)]
mod declared_permissions;
mod deploy;
mod deploy_faults;
mod deployed_examples;
mod docs;
mod dynamic;
mod dynamic_ends;
mod dynamic_failures;
mod dynamic_kept;
mod dynamic_recovery;
#[cfg(unix)]
mod early_stops;
mod elsewhere;
mod engine;
mod examples;
mod faults;
mod first_minute;
mod graph;
mod hermetic;
mod hostile_peers;
mod http_classes;
mod http_providers;
mod https_server;
mod instrumentation;
mod key_rotation;
mod layers;
mod limits;
mod lumi;
mod modules;
mod old_stacks;
mod ops;
mod packages;
mod patched_builtins;
mod plan_first;
#[cfg(unix)]
mod plugin_examples;
#[cfg(unix)]
mod plugins;
#[cfg(unix)]
mod prompts;
#[cfg(unix)]
mod pseudo_terminal;
#[cfg(unix)]
mod pulumi;
#[cfg(unix)]
mod pulumi_language;
#[cfg(unix)]
mod pulumi_sdk;
#[cfg(unix)]
mod python;
mod random_closures;
mod readme;
mod rest_server;
mod rollback;
mod s3_server;
mod sandbox;
mod sdk;
mod sdk_layers;
mod secrets;
mod served;
mod served_limits;
mod served_queues;
mod stack_export;
mod stack_keys;
mod stack_tools;
mod stacks;
mod state_s3;
mod std;
mod std_outputs;
mod tls;
mod todo_api;
mod types;
mod unseen_code;
