//! One file per command.
//!
//! Each has its flags as a clap struct and a `run` function that returns the exit code. Relative
//! paths start at the folder that is passed in; commands without a program write their output to
//! the given writer.
//!
//! | module | |
//! |---|---|
//! | `check` | `lumi check`: checks a program without running it |
//! | `closure` | `lumi closure`: functions of a program as code that runs elsewhere |
//! | `completions` | `lumi completions`: prints a script that completes commands, flags and names in a shell |
//! | `config` | `lumi config`: the configuration of a stack, in `Lumi.<stack>.yaml` |
//! | `convert` | `lumi convert`: makes a project of Lumi of one for another tool |
//! | `deploy` | `lumi preview`, `up`, `destroy`, `refresh` and `import` |
//! | `determinism` | `lumi run --check-determinism` |
//! | `diff` | `lumi diff`: shows the differences between two graphs |
//! | `doc` | `lumi doc` and `lumi search`: the documentation of packages |
//! | `error` | errors of commands |
//! | `graph` | `lumi graph`: shows the last deployment of a stack, or a saved graph |
//! | `graph_file` | reads a saved graph: LumiGL in JSON or YAML |
//! | `graph_source` | where a graph comes from: a file, a stack, the world, a program |
//! | `infer` | `lumi infer`: writes a program from a graph |
//! | `junit` | test results as JUnit XML, for CI |
//! | `language_host` | `lumi language-host`: runs a program for an engine in another process |
//! | `man` | `lumi man`: writes manual pages, for packages of Lumi |
//! | `new` | `lumi new`: creates a project |
//! | `pack` | `lumi pack`: programs as packages |
//! | `packages` | `lumi add`, `install`, `update`, `remove` and `packages`: the packages of a project |
//! | `package_types` | declarations of the packages of a project, beside those of the SDK |
//! | `platform` | `lumi platform`: the platform of functions on this machine |
//! | `plugin` | `lumi plugin`: the provider plugins of this user |
//! | `projects` | `--all`: a command for every project of a folder |
//! | `pulumi_language` | Lumi as `pulumi-language-lumi` |
//! | `reconcile` | `lumi reconcile`: resolves drift, in the program or in the world |
//! | `run` | `lumi run`: shows the graph that a program plans against an empty stack |
//! | `run_watcher` | stops a run of `lumi test --watch` whose sources have changed |
//! | `script` | `lumi FILE` and `lumi -e CODE`, as a program of Lumi starts `process.execPath` |
//! | `snapshot` | `lumi snapshot`: a graph of what is really there |
//! | `stack` | `lumi stack`: the stacks of a project |
//! | `telemetry` | `lumi logs` and `lumi trace`: the telemetry of functions on this machine |
//! | `template` | templates of `lumi new` |
//! | `test` | `lumi test FILE…`: runs tests declared with `test()` |
//! | `test_files` | finds test files in a folder |
//! | `test_reporter` | reports the progress and the results of `lumi test` |
//! | `tsconfig` | the `tsconfig.json` of a project |
//! | `types` | `lumi types`: writes declarations for editors and `tsc` |
//! | `upgrade` | `lumi upgrade`: says how to upgrade lumi |
//! | `version` | `lumi version` |
//! | `watch` | `lumi watch`: compares objects and program at intervals |
//! | `watched_sources` | polls the source files of a project for changes |

pub mod check;
pub mod closure;
pub mod completions;
pub mod config;
pub mod convert;
pub mod deploy;
mod determinism;
pub mod diff;
pub mod doc;
mod error;
pub mod graph;
mod graph_file;
mod graph_source;
pub mod infer;
mod junit;
pub mod language_host;
pub mod man;
pub mod new;
pub mod pack;
pub mod package_types;
pub mod packages;
pub mod platform;
pub mod plugin;
pub mod projects;
pub mod pulumi_language;
pub mod reconcile;
pub mod run;
mod run_watcher;
pub mod script;
pub mod snapshot;
pub mod stack;
pub mod telemetry;
mod template;
pub mod test;
mod test_files;
mod test_reporter;
pub mod tsconfig;
pub mod types;
pub mod upgrade;
pub mod version;
pub mod watch;
mod watched_sources;

use lumi_project::files::file_writer;

pub use error::CommandError;
pub use lumi_project::files::file_writer::{write as write_file, write_in as write_project_file};
pub use template::is_untouched;
