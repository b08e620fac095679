//! The hub of this user: a folder, a bucket or a web server with packages in LumiIL.
//!
//! | module | |
//! |---|---|
//! | `hub_place` | opens the hub that `LUMI_HUB` names, and reads it |
//! | `publication` | adds a version to a hub, or yanks one |
//! | `hub_error` | errors about hubs |

mod hub_error;
mod hub_place;
mod publication;

pub use hub_error::HubError;
pub use hub_place::HubPlace;
pub use publication::{Publication, publish, yank};
