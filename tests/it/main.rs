//! Tests that drive the real binary from outside, as a user does.

#![allow(
    clippy::too_many_lines,
    reason = "tests contain the texts that they expect"
)]
#![allow(
    clippy::disallowed_methods,
    reason = "a test may panic where there is no thread"
)]

mod cdktf;
mod check;
mod commands;
mod deployments;
mod documents;
mod faults;
mod functions;
mod golang;
mod hcl;
mod hostile_peers;
mod opentofu;
mod ops;
mod packs;
mod plugins;
mod programs;
mod project_packages;
mod provider_sdks;
mod pulumi;
mod pulumi_convert;
mod pulumi_engine;
mod pulumi_language;
mod pulumi_packages;
mod pulumi_sdk;
mod pulumi_takeover;
mod python;
mod random_graphs;
mod sandbox;
mod sdk;
mod sdk_programs;
mod separate_process;
mod source;
mod stacks;
mod support;
mod terraform;
