//! What the state says of an object that an interrupted run was busy with.

use lumi_state::Resource;

pub const CREATE_INTERRUPTED: &str = "its create did not come to its end";
pub const UPDATE_INTERRUPTED: &str = "its last update did not come to its end";
pub const DELETE_INTERRUPTED: &str = "its delete did not come to its end";

/// Whether a problem of a resource is that an operation was interrupted.
pub fn is_interruption(problem: &str) -> bool {
    [CREATE_INTERRUPTED, UPDATE_INTERRUPTED, DELETE_INTERRUPTED].contains(&problem)
}

/// Whether the object may be what its state says or what an interrupted update was to make of it.
pub fn is_between_updates(resource: &Resource) -> bool {
    resource.problems.iter().any(|it| it == UPDATE_INTERRUPTED)
}
