//! Documents, templates and examples.

pub mod cloud_examples;
pub mod deployed_examples;
pub mod docs;
pub mod docs_shell;
pub mod examples;
pub mod getting_started;
pub mod local_examples;
pub mod migrants;
pub mod plugin_examples;
pub mod python_programs;
pub mod readme;
