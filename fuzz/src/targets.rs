//! The targets by name.

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

/// The names of folders in `seeds/` and `crashes/`.
const TARGETS: &[(&str, fn(&[u8]))] = &[
    ("conversion_pulumi", lumi_conversion::fuzzing::pulumi),
    ("export", lumi_state::fuzzing::export),
    ("hcl_configuration", lumi_hcl::fuzzing::hcl_configuration),
    ("hcl_expression", lumi_hcl::fuzzing::hcl_expression),
    ("hcl_texts", lumi_hcl::fuzzing::hcl_texts),
    ("journal", lumi_state::fuzzing::journal),
    ("keys", lumi_state::fuzzing::keys),
    ("lumigl", lumi_graph::fuzzing::lumigl),
    ("lumiil", lumi_pack::fuzzing::lumiil),
    ("lumipack", lumi_pack::fuzzing::lumipack),
    ("lumipack_document", lumi_pack::fuzzing::lumipack_document),
    ("lumipy", lumi_lumipy::fuzzing::lumipy),
    ("lumirpc_goal", lumi_monitor::fuzzing::lumirpc),
    ("lumirpc_provider", lumi_provider::fuzzing::lumirpc),
    ("lumirpc_value", lumi_rpc::fuzzing::lumirpc),
    ("packages_hub_index", lumi_packages::fuzzing::hub_index),
    ("packages_lock", lumi_packages::fuzzing::lock),
    ("packages_signature", lumi_packages::fuzzing::signature),
    (
        "packages_terraform_lock",
        lumi_packages::fuzzing::terraform_lock,
    ),
    ("packages_tool_config", lumi_packages::fuzzing::tool_config),
    ("platform_archive", lumi_platform::fuzzing::platform_archive),
    ("platform_framing", lumi_platform::fuzzing::platform_framing),
    ("platform_nats", lumi_platform::fuzzing::platform_nats),
    ("pulumi_checkpoint", lumi_pulumi::fuzzing::checkpoint),
    ("pulumirpc_goal", lumi_pulumi::fuzzing::goal),
    ("pulumirpc_value", lumi_pulumi::fuzzing::value),
    ("snapshot", lumi_state::fuzzing::snapshot),
    ("specifiers", lumi_host::specifiers),
    ("telemetry", lumi_platform::telemetry::fuzzing::telemetry),
    ("terraform_handshake", lumi_terraform::fuzzing::handshake),
    ("terraform_log", lumi_terraform::fuzzing::log),
    ("terraform_schema", lumi_terraform::fuzzing::schema),
    ("terraform_state", lumi_terraform::fuzzing::state),
    ("terraform_value", lumi_terraform::fuzzing::value),
    ("worker_messages", lumi_host::worker_messages),
    ("yaml", lumi_project::fuzzing::yaml),
];

/// The one that `LUMI_FUZZ_TARGET` names.
static TARGET: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("LUMI_FUZZ_TARGET").unwrap_or_default();
    let found = TARGETS.iter().find(|(it, _)| *it == name);
    let (_, target) = found.unwrap_or_else(|| panic!("LUMI_FUZZ_TARGET names no target: {name:?}"));
    *target
});

fuzz_target!(|bytes: &[u8]| (*TARGET)(bytes));
