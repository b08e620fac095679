//! Objects that were somewhere else before: blocks `moved`, `removed` and `import`.
//!
//! | module | |
//! |---|---|
//! | `former_names` | names that a resource had before it was moved |
//! | `move_rules` | blocks `moved` as rules between addresses |
//! | `imports` | objects that blocks `import` bring in |

mod former_names;
mod imports;
mod move_rules;

pub(super) use former_names::FormerNames;
pub(super) use move_rules::Endpoint;
