//! Lumi runs infrastructure programs in TypeScript on embedded V8.
//!
//! ```text
//! lumi run index.ts
//!   cli        finds the project, reads flags and configuration
//!   host       evaluates the program: modules, ops, event loop
//!     js/      the SDK in the startup snapshot: Property, resources, outputs
//!   monitor    takes registrations; `lumi run` plans them against an empty stack
//!   graph      vertices, edges and values: LumiGL, what every run results in
//! ```
//!
//! # Layers
//!
//! Each folder of `src/` is a layer, a crate `lumi-<layer>`, and uses only those below it: its
//! `Cargo.toml` says so, and `tests/it/source/layers.rs` checks it.
//!
//! | layer | uses | is |
//! |---|---|---|
//! | [`cli`] | everything below | the commands: flags, and what each of them does |
//! | [`runs`] | terminal, project, hcl, pulumi, terraform, host, monitor, engine, provider, state, rpc, graph | runs of programs, in this process or another one, in whichever language: flags, configuration, plugins, ends |
//! | [`terminal`] | project, platform, terraform, host, packages, engine, provider, comparison, state, graph | what a command shows, asks and hides, and how it fails; with `cli` the only place that prints and reads the environment |
//! | [`project`] | host, hcl, golang, lumipy, pack, pulumi, terraform, packages, provider, comparison, state, rpc, graph | a project: its settings, packages, libraries, hubs, stacks and keys; and reports to users, as data |
//! | [`import`] | pulumi, terraform, engine, provider, inference, graph | objects that exist already, as goals of a run and as programs |
//! | [`platform`] | host, rpc, graph | runs bundled functions, with HTTP, queues, schedules and storage |
//! | [`pulumi`] | monitor, provider, state, rpc, graph | the protocol of Pulumi: its plugins, its engine and its SDKs as peers; its states as documents |
//! | [`hcl`] | monitor, engine, terraform, provider, state, graph | the language of Terraform and OpenTofu: its values, functions, expressions and modules, run on the engine |
//! | [`terraform`] | provider, rpc, graph | the protocol of Terraform's providers: their values, processes, schemas and plans |
//! | [`host`] | monitor, provider, node, sandbox, closure, graph | programs on V8: modules, ops of the SDK, the walk over captured values |
//! | [`node`] | provider, sandbox, rpc, graph | the modules of Node and the web, natively: files, sockets, HTTP, TLS, cryptography, processes; the limits of a program |
//! | [`sandbox`] | provider, graph | what programs may do: permissions, and the limits of the kernel below them |
//! | [`golang`] | pack, closure | LumiGo, a subset of Go, as LumiIL: its parser, its types, its lowering and its library |
//! | [`lumipy`] | pack, closure | a subset of Python, as LumiIL: its parser, its lowering and its library |
//! | [`pack`] | lumijs, closure, graph | programs as packages: LumiIL, its front end, verifier, and code made of it |
//! | [`lumijs`] | closure | the language subset that can be analysed: its rules, and programs checked against them |
//! | [`monitor`] | engine, rpc, graph | what a running program talks to |
//! | [`engine`] | provider, state, graph | turns goals and the old state into steps, and runs them |
//! | [`provider`] | rpc, graph | makes resources real: one provider for each package |
//! | [`packages`] | nothing | packages of a project: sources, versions, `Lumi.lock`, registries, mirrors, the store of this machine |
//! | [`rpc`] | graph | the protocol between processes: messages, connections, values and errors on the wire |
//! | [`state`] | graph | what is known about the objects of a stack, and how it survives |
//! | [`comparison`] | graph | which resources of two graphs are the same one, and what their differences mean |
//! | [`conversion`] | reconciliation, closure, graph | programs of other tools, as programs of Lumi |
//! | [`reconciliation`] | closure, inference, graph | drift of resources, resolved by edits of the program |
//! | [`inference`] | closure, graph | programs from graphs: references, loops over data, secrets as configuration |
//! | [`closure`] | nothing | functions as modules: analysis of source, captures as data, code, bundles |
//! | [`graph`] | nothing | pure data: URNs, values, vertices, edges, their differences and their text |
//!
//! # How a run goes
//!
//! 1. `cli` finds the project around PROGRAM ([`project`]), merges configuration, and hands
//!    a [`host::Program`] to [`host::run`].
//! 2. `host` makes an isolate from the startup snapshot on a separate thread. The snapshot is
//!    baked by `host/build` from `js/`; Lumi's ops are late-bound, so that the build script
//!    compiles no layer.
//! 3. The entry module is resolved, its types are blanked in place, and V8 evaluates it. `new
//!    CustomResource(…)` declares a resource: the op records its URN and where in the source that
//!    happened, and answers a serial.
//! 4. Every output is a `Property`, a promise that knows its dependencies and whether it is secret.
//!    Once all inputs of a resource are settled, the SDK registers it; nothing else decides order
//!    and concurrency. Values cross between V8 and [`graph::Value`] directly, without JSON; plain ones
//!    that are only planned cross as one text for many resources (`js/lumi/session/plan.ts`).
//! 5. The [`monitor::ResourceMonitor`] answers with an id and outputs. [`monitor::PlanMonitor`]
//!    answers at once: what is known only after deployment is [`graph::Value::Unknown`], a hole.
//! 6. When nothing can run any more, `host::driver` asks the SDK: inputs behind a hole are taken as
//!    unknown, and what waits for nothing that could come is explained as an error.
//! 7. The result is a [`graph::Graph`] that `terminal` shows as a tree, JSON, YAML or DOT.
//!
//! A deployment (`lumi preview`, `up`, `destroy`, `refresh`, `import`) differs in who answers:
//!
//! 1. `cli/commands/deploy` locks the stack, loads its [`state`], and hands an [`engine::Engine`]
//!    the state, a journal, the providers and a [`engine::Source`]; for `up` that is the program, for
//!    `destroy` nothing, for `refresh` the world.
//! 2. The [`monitor::EngineMonitor`] passes registrations to the engine, on a runtime with threads
//!    of its own. Each goal is a task: it finds its resource in the state, the provider checks and
//!    compares, `engine/plan` decides, and the steps run as soon as their dependencies are ready.
//! 3. Before a provider is called, a record is safe in the journal, and another after it has
//!    answered; [`state::StackState::apply`] alone says what records mean. The program gets the
//!    outputs, and goes on.
//! 4. When the program is over, what it did not mention is deleted, dependents first; the state
//!    becomes the new snapshot. A preview takes the same way, but touches and writes nothing.
//!
//! A function that a resource takes as an input becomes a closure: the SDK (`js/lumi/property/closure.ts`)
//! lets the host walk everything it captures (`host/closures`), with V8's inspector and the analysis of
//! its module; [`closure::emit`] makes a module of it, which crosses as an asset like any other.
//!
//! A program may bring its own providers (`lumi/dynamic`): the engine asks them over a
//! [`provider::DynamicLine`], and the isolate lives on after the end of the program until the engine
//! needs them no more. Each is captured as closures are, and its module goes into the state with the
//! goal ([`graph::ProviderCode`], [`state::StoredProvider`]): it answers for resources that the program
//! has no class for any more, in an isolate without a program if there is none.
//!
//! A package that does not come with Lumi is a plugin: a process that serves
//! [`rpc::lumirpc`]'s `ResourceProvider`. A [`provider::PluginHost`] finds and starts it, and the engine
//! asks a [`provider::RemoteProvider`] as it asks any other. The same protocol lets programs be
//! elsewhere: a [`monitor::MonitorService`] serves any monitor, a [`monitor::RemoteMonitor`] hands on what
//! a program asks for (`lumi engine`, `lumi language-host`, languages other than ours).
//!
//! Threads: one isolate thread owns V8, with a current-thread tokio runtime. The main thread waits
//! for it. Ctrl-C, `--timeout` and `--heap-limit` reach it through a [`host::StopHandle`]; what the
//! program reports comes out as [`host::Event`]s, and only `terminal` makes text of them.
//!
//! # Where things are
//!
//! Paths are below `src/` unless they begin with `js/` or `proto/`. The `lib.rs` of a layer lists its modules.
//!
//! | to change | look in |
//! |---|---|
//! | a flag or a command | `cli/args/`, `cli/commands/`; the whole command line: `cli/args/arguments.rs` |
//! | a mistyped flag or command | `cli/lib.rs` (`refuse`); advice on those of other tools: `cli/args/advice.rs` |
//! | how an error of a program reads | `project/reports/problem.rs`; what is known about it: `host/errors/error.rs` |
//! | how an error of a layer reads | its `*error.rs` (`state/state_error.rs`: a locked stack); of a step: `engine/`, `engine/plan/` |
//! | a question before a change, also without a terminal | `terminal/input/consent.rs`; the plan that it follows: `cli/commands/deploy/confirmation.rs` |
//! | `Lumi.yaml`, `-c` | `project/`; the texts of errors: `project/yaml_files/fault.rs` |
//! | what a failure writes with `--json` | `cli/json_failure.rs` |
//! | `LUMI_LOG`, `--profile` | `terminal/trace/`; spans: `debug_span!` in the layers |
//! | exit codes | `terminal/exit.rs`; `--detailed-exitcode`: `cli/commands/deploy/deployment.rs` |
//! | "did you mean …?" | `graph/text/nearest.rs`; names in settings files and on the command line: `project/nearest.rs`; in programs: `js/lumi/data/nearest_name.ts` |
//! | names of projects and stacks | `project/name.rs` |
//! | which configuration keys there are, their types and defaults | `project/config/config_declaration.rs`; merging with `-c`: `project/project_settings.rs` |
//! | what an import means | `host/modules/resolver.rs`; which modules Lumi and Node have: `host/modules/builtin.rs` |
//! | configurations in HCL | their blocks: `hcl/config/`; how they run: `hcl/run/`, `runs/language/hcl_program.rs`; which folders are projects, and their modules: `project/hcl/`, `packages/modules/`; states of Terraform, both ways: `hcl/states/`, `cli/commands/deploy/foreign/`, `cli/commands/stack/terraform_document.rs`; judged by OpenTofu in `hcl/run/judge/` and `tests/it/hcl/` |
//! | programs of CDKTF | what they are and what they have written: `project/cdktf/`; how they run: `runs/cdktf/`; stacks that read each other: `hcl/run/stacks/`; compared with Node and OpenTofu in `tests/it/cdktf/` |
//! | providers of Terraform: how a plan and an object are theirs | `terraform/adapter/`; judged by OpenTofu in `tests/it/opentofu/` |
//! | packages, CommonJS | `host/modules/packages/`, `node/package_json/`, `host/modules/require/requiring.rs`, `js/node/module/commonjs.ts` |
//! | TypeScript to JavaScript | `host/modules/transpile.rs`, `host/modules/imports.rs`; how deep code may be nested: `closure/nesting/` |
//! | what debuggers see | `host/inspector/`; the server's flags: `runs/flags/inspect_flags.rs` |
//! | a permission | `sandbox/permissions.rs`, also for `std`, whose providers ask in `provider/builtin/provider_context.rs`; those that `Lumi.yaml` requests, and the question about them: `runs/project_requests.rs`; what the kernel enforces: `sandbox/confinement/` |
//! | what a wrong call of the SDK throws, two resources with one URN | texts: `host/ops/error.rs`; known resources: `host/ops/resources/registry.rs`; a Property used as text: `js/lumi/property/property.ts` |
//! | a program that can never finish | found: `js/lumi/program/idle.ts`; decided: `host/driver.rs`; shown: `project/reports/problem.rs` |
//! | what the SDK offers | `js/lumi/index.ts`; its native half: `js/lumi/protocol/ops.ts`, `host/ops/` |
//! | resources that a program manages itself | `js/lumi/dynamic/`, `host/dynamic_calls.rs`, `provider/dynamic/` |
//! | each script of the SDK, the globals and the modules of Node | `js/README.md` |
//! | a global or a module of Node | `js/web/`, `js/fetch/`, `js/web_socket/`, `js/crypto/`, `js/node/` |
//! | HTTP/1.1 (`node:http`) | `js/node/http/`; heads of messages: `node/http_head/` |
//! | HTTP/2 (`node:http2`) | `js/node/http2/`; the protocol: `node/http2/` |
//! | `WebSocket` | `js/web_socket/`; the protocol: `node/web_socket/` |
//! | sockets and TLS (`node:net`, `node:tls`) | `js/node/net/`, `js/node/tls/`; `node/net/`, `node/tls/`; who is trusted: `node/tls/authorization.rs` |
//! | cryptography | `js/node/crypto/`, `js/crypto/`; the work: `node/crypto/`, `node/crypto_requests/` |
//! | files of programs (`node:fs`) | `js/node/fs/`; permissions: `node/files/file_access.rs`; the work: `node/files/file_request.rs`, `node/files/file_actions.rs`, `node/files/open_files.rs` |
//! | compression (`node:zlib`) | `js/node/zlib/zlib.ts`; one stream: `js/node/zlib/codec.ts`, `node/zlib/` |
//! | Ctrl-C | signals: `terminal/interrupt.rs`; a program: `node/limits/limits.rs`; a deployment: `engine/run_context.rs`; what is sent to providers: `engine/provider/providers.rs` (`cancel`), `terraform/adapter/terraform_provider.rs` (Stop) |
//! | `process.exit`, `process.exitCode` | `js/node/process/process.ts`; the end of the isolate: `node/machine.rs` |
//! | limits of memory and time | V8's heap, Ctrl-C, `--timeout`: `node/limits/limits.rs`; memory besides the heap: `node/limits/memory.rs`; of the kernel: `sandbox/confinement/resources.rs` |
//! | npm packages that are compiled in | `tools/node-packages/`, `host/build/npm.rs`, `js/npm/` |
//! | programs of Pulumi as programs of Lumi | which member of the SDK becomes what: `conversion/pulumi/sdk_members.rs`; the command: `cli/commands/convert/` |
//! | programs from graphs | `inference/`: references: `inference/values/resource_values.rs`; loops: `inference/statements.rs`, `inference/components/unification.rs`; classes: `inference/components/component_classes.rs`; lines: `inference/layout.rs`; the command: `cli/commands/infer/` |
//! | what is in the startup snapshot, and what is loaded late | `host/build/main.rs` (`LATE`) |
//! | what a function needs elsewhere | `closure/analysis/`; live values: `host/closures/`; the code made of it: `closure/emit/` |
//! | how a value of some kind (Date, RegExp, Map) is captured | `host/closures/objects/objects.rs`; plain data in bulk: `host/closures/objects/plain_data.rs` |
//! | the protocol between processes | `proto/lumirpc/`, then `rpc/`, `provider/wire/`, `monitor/remote/`; the largest message: `rpc/message_limit.rs` |
//! | SDKs of that protocol for other languages | `sdk/`, `tools/dist/python`; the suite of their libraries for providers: `tests/it/provider_sdks/`, `tests/programs/provider_sdks/` |
//! | the protocol of Pulumi | `proto/pulumirpc/`, then `pulumi/`; its signatures and unknown values: `pulumi/values/signature.rs`; its first call of a plugin: `pulumi/provider/pulumi_provider.rs` |
//! | the protocol of Terraform's providers | `proto/tfplugin6/`, then `terraform/`; as providers of Lumi: `terraform/adapter/`; real ones for tests: `tools/terraform-providers` |
//! | how a program in another process ends | `runs/language/program_end_message.rs` |
//! | what is kept of schemas (`.lumi/schemas`) | `project/interfaces/description_file.rs`; those of Terraform: `terraform/interface/schema_file.rs` |
//! | where packages come from, `Lumi.lock` | `packages/`; whether a package is the one of `Lumi.lock`: `packages/install/request.rs`, an installed one: `project/packages/installed.rs`; `packages` of `Lumi.yaml`: `project/package_requirements.rs`; the commands: `project/packages/`, `cli/commands/packages/` |
//! | values that nothing stores | `graph/value/ephemeral_reference.rs`, `terraform/adapter/ephemeral_values.rs`, `js/lumi/property/ephemeral_value.ts`; where they may be: `engine/registration/check.rs` |
//! | the private data of a provider with an object | `graph/provider_data.rs`; in the state: `state/documents/provider_data_member.rs` |
//! | what every call of a provider passes | `provider/middleware.rs`; secrets: `provider/secret_gate.rs`; the process of a plugin: `provider/plugin/plugin_provider.rs`; time limits: `engine/provider/timed_provider.rs`, their defaults: `cli/args/deploy_args.rs` |
//! | how many operations run at the same time | `engine/operation_limit.rs` |
//! | how much of what plugins print is shown | `terminal/output/plugin_lines.rs` |
//! | how plugins are found, started and ended | `provider/plugin/`, `rpc/peer/`, `project/packages/plugin_folders.rs`, `runs/plugins.rs`; which version is taken: `provider/plugin/version.rs`, `provider/plugin/folders.rs` |
//! | what every child process gets, and how it is killed | `rpc/child_process.rs`; environment variables: `graph/environment_variables.rs` |
//! | programs in another process | `runs/language/` |
//! | `lumi snapshot` | `cli/commands/snapshot/`, `cli/commands/deploy/stack_snapshot.rs`; guesses: `inference/dependencies.rs`; listings: `engine/listings.rs`, `provider/builtin/fs/listing.rs` |
//! | `lumi reconcile` | which literal a property comes from, and its edits: `reconciliation/`; files, questions and runs: `cli/commands/reconcile/`, `cli/commands/deploy/stack_drift.rs` |
//! | pictures and pages | layout: `graph/render/picture.rs`, `group_layout.rs` there; the page and folding: `html.js` there; changes and failures: `annotations.rs` there, `cli/commands/diff/difference_picture.rs`, `cli/commands/deploy/run_picture.rs` |
//! | `lumi diff` | by URN: `graph/diff.rs`; by meaning: `comparison/`; where graphs come from: `cli/commands/graph_source.rs` |
//! | LumiGL | `graph/lumigl*.rs`, `graph/value_*.rs` |
//! | what becomes of a goal | `engine/registration/registration.rs`, then `engine/registration/custom_resources.rs`, `engine/steps/steps.rs`; decisions: `engine/plan/` |
//! | what an option does | the table: `graph/options/resource_option.rs`; `protect`: `engine/deletion/final_deletions.rs`, `engine/deletion/replacements.rs`; `deleteBeforeReplace`, `replaceOnChanges`: `engine/plan/decision.rs`; `retainOnDelete`: `engine/plan/deletion.rs`; `deletedWith`: `engine/plan/hosts.rs`; `dependsOn`: `js/lumi/resource/registration.ts`; `ignoreChanges`: `graph/options/path_pattern.rs`; aliases: `engine/plan/identity.rs` |
//! | the journal: what is recorded before a provider is called, and after | `engine/run_context.rs` (`begin_operation`), `engine/state_log.rs`; the records: `state/record.rs`; what they mean: `state/stack_state.rs` |
//! | how deletions are ordered | `engine/plan/deletion.rs`, `engine/deletion/deletions.rs` |
//! | hooks before and after steps | `engine/steps/hooks.rs`, `engine/steps/step_hooks.rs`; those of Pulumi's SDK: `pulumi/monitor_service/hooks.rs` |
//! | saved plans (`--save`, `--plan`) | `engine/saved_plan/saved_plan.rs`, `engine/saved_plan/plan_check.rs` |
//! | how secrets are masked in text | from which length: `engine/secrets/redactor.rs` (`MIN_MASKED`); in errors of providers: `engine/event.rs` (`StepFailure`); the texts of one secret: `engine/secrets/secret_forms.rs`; the search: `engine/secrets/redactor.rs`, `engine/secrets/search_groups.rs`; of a whole run: `engine/secrets/known_secrets.rs`; of the command line: `terminal/output/redaction.rs` |
//! | a resource type of `std` | its class and properties: `js/lumi/std/`, which `provider/build/` reads into `provider/builtin/std_interface.rs`; what it does: `provider/builtin/` |
//! | `.lumi/made`, the list of files that resources made | `provider/builtin/fs/made_files.rs`; what a killed run wrote: `provider/builtin/fs/written_files.rs`; who made what in one run: `provider/builtin/fs/file_owners.rs` |
//! | an option or an output that does not exist | `js/lumi/resource/checked_options.ts`, `js/lumi/data/described_packages.ts`; packages, functions and methods: `provider/name_advice.rs` |
//! | `lumi stack rollback` | `engine/recovery/recorded_source.rs`; which recorded inputs can be used again: `engine/plan/restored_inputs.rs` |
//! | the HTTP client of `std`, proxies | `provider/content/http_client.rs`; requests of `std:http:Resource`: `provider/builtin/http/retrying_client.rs` |
//! | programs in Python | `lumipy/`; what differs from JavaScript: `lumipy/library/`; the command line: `project/compiled_language.rs`, `project/compiled_program.rs`; kept from run to run: `project/kept_program.rs` |
//! | programs in Go (LumiGo) | `golang/`; what differs from JavaScript, and the packages of Go: `golang/library/`; judged by `go run` in `golang/tests/`; the command line: as of Python |
//! | `lumi check` | rules and analysis: `lumijs/`; modules without running them: `host/modules/program_modules.rs`; the command: `cli/commands/check/` |
//! | `lumi run --check-determinism` | `cli/commands/determinism.rs` |
//! | templates of `lumi new` | `cli/commands/templates/` |
//! | stacks that are moved or renamed | `cli/commands/stack/` |
//! | what a run looks like | `terminal/ui/run/`, `terminal/output/run_display.rs`; the words for each step: `terminal/ui/run/step_style.rs` |
//! | how drift reads | `terminal/ui/run/diff_view.rs`, `item_forest.rs` and `lines.rs` there; counts: `terminal/ui/run/summary.rs` |
//! | passphrases, keys, encryption of secrets | `state/keys/key_source.rs`, `state/keys/keyring.rs`, `state/keys/data_key.rs`; where keys are kept: `state/keys/keyring/storage.rs`; the number of attempts to type a passphrase: `state/keys/passphrase_prompt.rs`; the question: `terminal/input/passphrase.rs`; `LUMI_PASSPHRASE`, `LUMI_PASSPHRASE_FILE`: `project/stacks/key_source.rs` |
//! | hashes of assets | as a program gives them: `host/ops/resources/asset.rs`; as a provider reads them: `provider/content/digest.rs` |
//! | backends: URLs, credentials from the environment | `state/stores/cloud_url.rs`, `state/stores/cloud_access.rs`, errors of buckets: `state/stores/bucket_fault.rs`, `state/stores/cloud_store.rs`; folders: `state/stores/folder_store.rs`; which one is used: `project/stacks/backend.rs` |
//! | the lock of a stack | `state/lock/lease.rs`, its holder: `state/lock/lock_info.rs`; what is done under it: `state/stack/locked_stack.rs`; the error: `state/state_error.rs` |
//! | which version the files of a stack have | `state/documents/format_version.rs` |
//! | what is on disk about a stack | `state/lib.rs` and the files it lists |
//! | how a bundled function is called | its process and environment: `platform/worker/spawner.rs`, `cli/commands/closure/worker.rs`; calls: `host/worker/`, `platform/worker/`, `js/lumi/program/call.ts`, `js/lumi/serving.ts` |
//! | when a queued message is tried again or given up | how often and after which pause: `platform/resilience/policy.rs`; which one is delivered next: `platform/queue/backlog.rs` |
//! | traces, logs and metrics of functions | `platform/telemetry/`; in functions: `js/lumi/serving/`, `js/lumi/cloud/telemetry.ts`; the commands: `cli/commands/telemetry/` |
//! | how often, how long and how many at a time functions are called | `platform/resilience/`, `platform/function.rs`; as components declare it: `js/lumi/cloud/resilience.ts` |
//! | packages of programs, LumiIL | `pack/`; the commands: `cli/commands/pack/`; as a PROGRAM: `project/pack_program.rs`, `host/modules/memory_modules.rs` |
//! | libraries of programs | how they are found, locked and declared: `project/libraries/`; their imports: `pack/links.rs`, `host/modules/memory_modules.rs` |
//! | files in packages that go into resources | which ones: `pack/asset_uses.rs`, `cli/commands/pack/assets.rs`; their hashes in a run: `host/ops/resources/packed_assets.rs`; for providers: `provider/staged_assets.rs` |
//! | libraries of Python, and in Python | `lumipy/library_exports.rs`, `lumipy/annotations.rs`; stubs: `pack/print/stubs.rs`, `project/interfaces/python_stubs.rs` |
//! | hubs | indices and signatures: `packages/hub/`; publishing and reading: `project/hub/` |
//! | what LumiIL has of the standard library | `pack/intrinsics.rs`; which functions are kept as JavaScript: `lumijs/leaving.rs`; the rules: `pack/verify/` |
//! | `lumi closure bundle`, `closures.json` | `cli/commands/closure/bundle.rs`, `cli/commands/closure/bundle_writer.rs`; the module of one function: `closure/bundle.rs` |
//! | what crosses between the platform and the process of a function | `host/worker/message.rs`, `host/worker/http_message.rs`; as a function has it: `js/lumi/serving/` |
//! | limits of one function | `platform/limits.rs`, `platform/function.rs` |
//! | which requests functions answer: hosts, pages, limits | `platform/http/access.rs`, `platform/http/framing.rs`, `platform/http/server.rs` |
//! | components of applications, and their targets | `js/lumi/cloud/`; the target `local`: `js/lumi/cloud/local/`; how bundles take their code: `host/modules/builtin.rs` (`is_library`) |
//! | which file of a site answers a path | `platform/sites/lookup.rs`; on AWS: `js/lumi/cloud/aws/site_edge.ts` |
//! | what `lumi closure serve` offers | `platform/`; how it reads: `terminal/ui/platform_event.rs` |
//! | how V8 is found or built | `tools/v8/` |

pub use lumi_cli as cli;
pub use lumi_closure as closure;
pub use lumi_comparison as comparison;
pub use lumi_conversion as conversion;
pub use lumi_engine as engine;
pub use lumi_golang as golang;
pub use lumi_graph as graph;
pub use lumi_hcl as hcl;
pub use lumi_host as host;
pub use lumi_import as import;
pub use lumi_inference as inference;
pub use lumi_lumijs as lumijs;
pub use lumi_lumipy as lumipy;
pub use lumi_monitor as monitor;
pub use lumi_node as node;
pub use lumi_pack as pack;
pub use lumi_packages as packages;
pub use lumi_platform as platform;
pub use lumi_project as project;
pub use lumi_provider as provider;
pub use lumi_pulumi as pulumi;
pub use lumi_reconciliation as reconciliation;
pub use lumi_rpc as rpc;
pub use lumi_runs as runs;
pub use lumi_sandbox as sandbox;
pub use lumi_state as state;
pub use lumi_terminal as terminal;
pub use lumi_terraform as terraform;
