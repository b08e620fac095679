//! Sources of the goals of a run.
//!
//! | module | |
//! |---|---|
//! | `eval_source`, `import_source` | the program, and objects to import, as sources |
//! | `recorded` | a run of the history as a source |
//! | `listing_source` | objects that providers find, as a source |

pub mod eval_source;
pub mod import_source;
pub mod listing_source;
pub mod recorded;
