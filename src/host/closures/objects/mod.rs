//! Objects, their members, their prototypes.
//!
//! | module | |
//! |---|---|
//! | `objects`, `members`, `inherited` | objects, their members, their prototypes |
//! | `object_parts` | reads and makes single members of objects |
//! | `plain_data` | objects and arrays that contain only data, in bulk |

pub mod inherited;
pub mod members;
pub mod object_parts;
#[allow(clippy::module_inception)]
pub mod objects;
pub mod plain_data;
