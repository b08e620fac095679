//! Libraries for providers (`sdk/`): one provider, written with each of them, behaves alike in each language.
//!
//! The provider is in `tests/programs/provider_sdks/LANGUAGE`. Its objects are files, and inputs say what goes wrong with
//! them. A behaviour is a function that takes a project with that provider; the table below makes a test of it for each
//! language.
//!
//! | module | |
//! |---|---|
//! | `language` | the languages |
//! | `project`, `process` | a project with the provider, and the provider without lumi |
//! | `starts`, `configuration`, `inputs`, `differences`, `life`, `failures`, `values`, `lists`, `functions`, `logs` | the behaviours |
//! | `distribution` | the packages that are shipped |
//! | `page` | the programs of `docs/sdks.md` |

mod configuration;
mod differences;
mod distribution;
mod failures;
mod functions;
mod inputs;
mod language;
mod life;
mod lists;
mod logs;
mod page;
mod process;
mod project;
mod starts;
mod values;

use language::Language;
use project::SdkProject;

use crate::support::test_share::TestShare;

/// Tries a behaviour; a language whose tools are missing is skipped. With each commit, every behaviour runs in one of the
/// three languages, and in the next one with another commit.
fn tried(language: &Language, name: &str, behaviour: fn(&SdkProject)) {
    let position = crc32fast::hash(name.as_bytes()) as usize + language.position;
    if !TestShare::of_this_run().has(position) {
        return;
    }
    if let Some(project) = SdkProject::new(language) {
        behaviour(&project);
    }
}

macro_rules! conformance {
    ($language:ident) => {
        mod $language {
            conformance! { $language
                starts {
                    it_says_its_version
                    it_describes_its_package
                    unknown_arguments_are_refused
                    without_lumi_it_explains_itself
                    calls_without_the_token_are_refused
                    children_do_not_find_the_token
                    it_ends_with_its_input
                    it_ends_orderly_at_a_signal
                    another_protocol_is_refused
                    it_is_listed_as_a_keeper_of_secrets
                    unknown_types_are_named
                }
                configuration {
                    settings_have_defaults
                    missing_settings_are_named
                    unknown_settings_are_named
                    settings_can_be_refused
                    secret_settings_stay_secret
                    another_folder_replaces_and_another_prefix_does_not
                }
                inputs {
                    defaults_are_outputs
                    chosen_defaults_are_kept
                    wrong_inputs_are_named
                    items_of_lists_are_named
                    keys_that_are_no_words_are_quoted
                    inputs_can_be_wrong_as_a_whole
                    unknown_inputs_pass_a_check
                    secret_inputs_are_checked
                }
                differences {
                    a_change_is_an_update
                    a_change_can_replace
                    a_change_can_delete_first
                    a_change_can_be_ignored
                    without_an_update_a_change_replaces
                }
                life {
                    objects_are_created
                    a_preview_touches_nothing
                    updates_are_counted
                    objects_are_deleted
                    gone_objects_are_deleted
                    drift_is_seen
                    gone_objects_are_seen
                    objects_are_imported
                    objects_that_are_not_there_are_not_imported
                    damaged_objects_are_not_imported
                    types_without_read_are_not_refreshed
                    retained_objects_stay
                }
                failures {
                    a_refusal_does_nothing
                    a_service_can_refuse_an_input
                    half_made_objects_are_repaired
                    objects_are_found_after_a_lost_connection
                    exceptions_are_reported
                    objects_are_found_after_a_crash
                    objects_in_use_stay
                    objects_without_an_id_are_looked_up
                    outputs_that_stay_unknown_are_named
                    a_lie_in_a_plan_stops_what_depends_on_it
                    a_failed_update_keeps_the_object
                    calls_are_answered_at_the_same_time
                    operations_that_take_too_long_are_given_up
                    an_interrupted_operation_comes_to_its_end
                }
                values {
                    secrets_stay_secret
                    unknown_values_are_unknown
                    assets_have_content
                    archives_have_files
                    changed_files_are_updates
                    numbers_are_unchanged
                    texts_and_keys_are_unchanged
                    deep_values_are_unchanged
                    long_texts_are_unchanged
                    resources_are_values
                    kinds_are_told_apart
                }
                lists {
                    lists_have_pages
                    lists_have_places
                    a_list_can_fail
                    types_without_a_list_are_named
                }
                functions {
                    functions_answer
                    functions_of_the_module_answer
                    functions_fail
                    exceptions_of_functions_are_reported
                    unknown_functions_are_named
                    methods_answer
                    missing_arguments_are_named
                    unknown_methods_are_named
                }
                logs {
                    messages_have_levels_and_resources
                    debug_messages_are_for_verbose_runs
                    printed_lines_are_shown
                    secrets_in_messages_are_hidden
                }
            }
        }
    };
    ($language:ident $($file:ident { $($name:ident)+ })+) => {
        $($(
            #[test]
            fn $name() {
                let name = stringify!($name);
                super::tried(&super::language::$language(), name, super::$file::$name);
            }
        )+)+
    };
}

conformance!(python);
conformance!(go);
conformance!(node);
