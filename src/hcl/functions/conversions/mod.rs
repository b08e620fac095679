//! Functions that change what a value is taken for.
//!
//! | module | |
//! |---|---|
//! | `types` | `tobool`, `tolist`, `tomap`, `tonumber`, `toset`, `tostring` |
//! | `marks` | `sensitive`, `nonsensitive`, `issensitive`, `ephemeralasnull` |
//! | `json` | `jsonencode`, `jsondecode` |

mod json;
mod marks;
#[cfg(test)]
mod tests;
mod types;

use super::Function;

pub(super) fn functions() -> Vec<Function> {
    [types::functions(), marks::functions(), json::functions()].concat()
}
