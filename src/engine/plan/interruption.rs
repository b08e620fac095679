//! Objects with interrupted operations.

use lumi_state::Resource;

pub const CREATE_INTERRUPTED: &str = "its create was interrupted";
pub const UPDATE_INTERRUPTED: &str = "its last update was interrupted";
pub const DELETE_INTERRUPTED: &str = "its delete was interrupted";

/// The texts of interruptions in states of earlier versions: of a create, an update and a delete.
const EARLIER: [&str; 3] = [
    "its create did not come to its end",
    "its last update did not come to its end",
    "its delete did not come to its end",
];

/// The user has said that the object exists, but not with which outputs.
pub const ADOPTED: &str = "its outputs are not known, since it was adopted by hand";

/// Whether a problem of a resource is an interrupted operation.
pub fn is_interruption(problem: &str) -> bool {
    [CREATE_INTERRUPTED, UPDATE_INTERRUPTED, DELETE_INTERRUPTED].contains(&problem)
        || EARLIER.contains(&problem)
}

/// Whether the object was adopted without its outputs.
pub fn is_adopted(resource: &Resource) -> bool {
    resource.problems.iter().any(|it| it == ADOPTED)
}

/// Whether the object may be either as in the state or as an interrupted update would have made it.
pub fn is_between_updates(resource: &Resource) -> bool {
    let mut problems = resource.problems.iter();
    problems.any(|it| it == UPDATE_INTERRUPTED || it == EARLIER[1])
}
