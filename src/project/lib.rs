//! Projects: their settings, packages, libraries, hubs and stacks. Nothing here knows a terminal: functions answer data, a
//! [`ProjectFailure`] or an error with a type, and say what else there is to a [`Reporter`].
//!
//! [`Project::find`] turns the PROGRAM argument into an entry file and [`ProjectSettings`]: a
//! folder and a name. [`ProjectSettings::config`] merges `Lumi.<stack>.yaml` with `-c` flags. Both
//! read files and nothing else: no environment except for the home folder.
//!
//! A project of Pulumi may have `Pulumi.yaml` and `Pulumi.<stack>.yaml` instead;
//! `Lumi.<stack>.yaml` overrides their configuration.
//!
//! Text from these files reaches users only through [`ProjectError`], which escapes it and
//! never holds a configuration value.
//!
//! | module | |
//! |---|---|
//! | `acceptance`, `accepted_plugins` | the record of a consent that the user has given |
//! | `cdktf` | projects of CDKTF |
//! | `compiled_language` | the languages whose programs become packages in memory |
//! | `compiled_program` | a program in one of them |
//! | `config` | configuration keys: names, declarations, types, and values from the command line |
//! | `declared_permissions` | `permissions` of `Lumi.yaml` |
//! | `files` | files of users, and those that are a part of the binary |
//! | `hcl` | projects in HCL |
//! | `hub` | the hub that libraries come from |
//! | `interfaces` | what programs see of the packages of a project, and its declarations |
//! | `kept_program` | programs in compiled languages that are kept from one run to the next |
//! | `libraries` | packages in LumiIL that programs import |
//! | `manifest` | `Lumi.yaml` |
//! | `manifest_edit` | edits `Lumi.yaml` and preserves all other text |
//! | `name` | validates the names of projects and stacks |
//! | `nearest` | the known name nearest to a misspelt one |
//! | `npm_package` | packages of npm, as the source of libraries |
//! | `pack_program` | the program of a package, a `.lumipack` |
//! | `package_json` | the members of a `package.json` that Lumi uses |
//! | `package_requirements` | `packages` of `Lumi.yaml` |
//! | `package_sets` | which properties are sets, as the packages of the project say |
//! | `packages` | packages of a project: where they come from, which are installed |
//! | `pulumi_sdk` | SDKs for programs of Pulumi, of packages that a plugin makes of parameters |
//! | `packed_programs` | packages that are run: verified, or verified before |
//! | `process_environment` | the environment of this process, as the command line has read it |
//! | `program_path` | paths of programs, as users write them |
//! | `project` | the project of a program |
//! | `project_error` | errors of finding and reading projects |
//! | `project_folder` | the project folder of a program |
//! | `project_settings` | the settings of a project: its folder, its name, and the configuration of its stacks |
//! | `pulumi_backend`, `pulumi_plugins` | `backend`, `plugins` and `packages` of `Pulumi.yaml` |
//! | `pulumi_project` | `Pulumi.yaml`: the settings of a Pulumi project, used without a `Lumi.yaml` |
//! | `reports` | errors, warnings and notes for users, as data |
//! | `source_files` | the files of a program as compilers to LumiIL read them |
//! | `stack_files` | the configuration of stacks in their files |
//! | `stacks` | the stacks of a project: their backend, their keys, their names |
//! | `wanted_lumi` | the versions of lumi that a project is for |
//! | `yaml` | parses YAML into JSON values |
//! | `yaml_files` | settings files in YAML, with positions of errors |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "a test may panic where there is no thread"
    )
)]

pub mod acceptance;
pub mod accepted_plugins;
pub mod cdktf;
mod compiled_language;
mod compiled_program;
mod config;
mod declared_permissions;
pub mod files;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod hcl;
pub mod hub;
pub mod interfaces;
mod kept_program;
pub mod libraries;
mod manifest;
mod manifest_edit;
mod name;
mod nearest;
mod npm_package;
mod pack_program;
mod package_json;
mod package_requirements;
pub mod package_sets;
pub mod packages;
pub mod packed_programs;
pub mod process_environment;
mod program_path;
mod project;
mod project_error;
mod project_folder;
mod project_settings;
mod pulumi_backend;
mod pulumi_plugins;
mod pulumi_project;
pub mod pulumi_sdk;
pub mod reports;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod source_files;
mod stack_files;
pub mod stacks;
mod wanted_lumi;
mod yaml;
mod yaml_files;

pub use cdktf::cdktf_project::CDKTF_RUNTIME;
pub use compiled_language::CompiledLanguage;
pub use compiled_program::is_written_in;
pub use config::config_declaration::ConfigDeclaration;
pub use hcl::hcl_project::HCL_RUNTIME;
pub use manifest::Manifest;
pub use name::{NameError, check_project_name, project_name_of_folder};
pub use nearest::nearest;
pub use npm_package::{NpmPackage, NpmPackageError};
pub use pack_program::{document_format, is_pack, pack_settings, read_archive, read_pack};
pub use package_requirements::{PackageRequirement, PackageRequirements, is_path, package_name};
pub use project::Project;
pub use project_error::{ProjectError, explained};
pub use project_settings::ProjectSettings;
pub use pulumi_project::{NODE_RUNTIME, PulumiProject};
pub use reports::{FailureKind, ProjectFailure, Reporter};
pub use source_files::{ProjectFiles, relative_name};
pub use stack_files::config_cipher::ConfigCipher;
pub use stack_files::config_edit::{ConfigEdit, NewValue};
pub use stack_files::pulumi_stack_file::PulumiEncryption;
pub use stack_files::selected_stack::DEFAULT as DEFAULT_STACK;
pub use stack_files::stack_file::{Setting, SettingValue, StackFile};
