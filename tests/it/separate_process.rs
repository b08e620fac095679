//! The program suite with its programs in separate processes: everything that holds for `lumi up`
//! and similar commands also holds for `lumi engine up`.
//!
//! Tests that cannot differ are left out, because they are not about programs, or are about a
//! single process: caches, tests, local closures.

use crate::support::lumi::in_separate_process;

/// Runs tests of other modules with their programs in separate processes.
macro_rules! in_separate_process {
    ($($folder:ident::$module:ident { $($test:ident)+ })+) => {
        $(mod $module {
            $(#[test]
            fn $test() {
                super::in_separate_process(crate::$folder::$module::$test);
            })+
        })+
    };
}

in_separate_process! {
    deployments::saved_plans {
        a_saved_plan_is_applied_or_refused
    }
    deployments::deploy {
        the_everyday_loop
        deploy_is_up_for_a_stack
        events_of_up_are_lines_of_json
        exit_codes_tell_of_changes
        targets_and_exclusions_select_resources
        a_question_needs_a_terminal
        an_imported_object_stays_with_its_code
        a_renamed_resource_can_be_kept
        children_of_renamed_components_stay
        run_touches_nothing
        hashes_of_secrets_are_secret
        a_preview_sees_what_is_in_the_way
    }
    deployments::deploy_faults {
        a_failure_is_shown_where_it_is_and_the_next_run_goes_on
        an_exception_leaves_what_was_registered
        a_preview_stops_where_only_a_deployment_can_tell
        a_logged_error_fails_the_run_and_deletes_nothing
        protected_resources_stay
        failures_are_events_too
        two_at_a_time_are_one_too_many
        an_interrupted_run_finishes_its_steps_and_saves
    }
    documents::deployed_examples {
        a_site_is_served_with_its_certificate
        secrets_reach_their_file_and_nothing_else
        objects_behind_an_api_are_managed
        a_wrong_token_is_reported_and_not_shown
        a_stack_builds_upon_another
    }
    deployments::dynamic {
        a_row_is_created_changed_and_deleted
        drift_is_seen_and_repaired
        inputs_are_checked_in_a_preview
        without_its_class_a_resource_stays
        a_retained_object_needs_no_class
        a_program_that_fails_still_finishes_what_it_began
        without_update_every_change_replaces
        an_object_is_imported
        methods_get_values_as_the_program_wrote_them
        many_rows_are_made_at_the_same_time
    }
    deployments::dynamic_failures {
        exceptions_are_shown_at_their_place
        methods_say_what_is_known_about_the_world
        answers_of_the_wrong_form_lose_no_object
        an_unready_object_is_repaired
        a_create_of_unknown_outcome_stays_pending
        mistakes_are_shown_where_they_are_made
    }
    deployments::dynamic_ends {
        an_interrupt_lets_a_create_come_to_its_end
        a_create_that_never_ends_is_given_up
        a_delete_that_can_never_end_is_given_up
    }
    deployments::stored_providers {
        resources_without_a_class_in_the_program_are_deleted
        destroy_and_refresh_need_no_program
        providers_of_the_program_come_first
        other_code_alone_updates_nothing_and_is_kept
        several_deletes_that_were_killed_are_looked_up_while_the_program_waits
        secret_configuration_does_not_keep_resources_from_being_deleted
        rotated_credentials_reach_the_code_in_the_state
        a_delete_that_was_killed_is_looked_up_with_kept_code
        captured_secrets_are_never_plain_in_the_state
        an_output_that_the_provider_uses_is_kept_and_waited_for
        code_that_cannot_be_kept_is_reported_and_harms_nothing
        resources_that_wait_for_each_other_wait_for_no_code
        damaged_code_says_so
        a_thousand_resources_share_their_code
    }
    deployments::dynamic_recovery {
        a_killed_create_is_looked_up
        objects_of_a_killed_create_can_be_destroyed
        without_the_method_the_user_has_to_look
    }
    commands::graph {
        every_format
        the_same_program_gives_the_same_bytes
        out_writes_a_file_that_can_be_shown_and_compared
        a_failed_run_leaves_the_file_as_it_was
        json_is_a_stream_of_events
        a_plan_stops_at_an_await_of_what_is_not_there_yet
        a_vertex_behind_a_hole_does_not_stall_the_rest
        a_logged_error_fails_the_run
        out_does_not_overwrite_the_program
        out_keeps_links_and_modes
        configuration_comes_from_files_and_flags
    }
    programs::limits {
        endless_loops_are_stopped_after_a_time
        timers_that_never_end_are_stopped_after_a_time
        memory_is_limited
        deep_recursion_is_an_exception
        an_interrupt_stops_a_loop
        an_interrupt_stops_a_wait
    }
    programs::modules {
        typescript_as_people_write_it
        folders_are_programs
        packages_name_the_project_and_its_entry
        the_sandbox_holds
        errors_are_shown_in_the_copy_that_threw
    }
    commands::packages {
        commonjs_is_as_in_node
        names_are_found_in_the_text
        errors_are_where_they_are_in_the_package
        modules_of_packages_may_be_of_either_kind
        workspaces_share_what_is_above_them_if_allowed
        hidden_variables_are_not_set_for_packages
        a_program_without_packages_looks_for_none
        popular_packages_work
        closures_do_not_copy_code_of_packages
        closures_import_packages_in_the_version_that_is_installed
    }
    deployments::std {
        resources_of_the_package_are_planned
        values_keys_and_requests_are_planned
        mistakes_are_shown_where_they_are_made
    }
    deployments::unseen_code {
        resources_of_callbacks_are_announced_and_accepted
        unannounced_steps_are_refused
        resources_after_an_await_are_not_shown_as_deleted
        a_saved_plan_goes_on_after_an_await
    }
}
