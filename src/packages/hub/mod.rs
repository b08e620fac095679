//! Hubs: folders, buckets and web servers with packages in LumiIL.
//!
//! A hub has an index for each package, `packages/NAMESPACE/NAME.json`, which its publisher signs, and the files of all
//! versions, `files/HASH.lumipack`. Files never change, so an index is all that has to be replaced at once.
//!
//! | module | |
//! |---|---|
//! | `hub_address` | the name of a package in a hub |
//! | `hub_index` | the versions of a package, signed |
//! | `hub_key` | the key of a publisher |

mod hub_address;
mod hub_index;
mod hub_key;

pub use hub_address::HubAddress;
pub use hub_index::{HubIndex, HubVersion, IndexError};
pub use hub_key::{HubKey, HubKeyError};

use crate::{PackHash, PackSource};

/// The path of the file with a hash in a hub.
pub fn hub_file(hash: &PackHash) -> String {
    format!("files/{}.{}", hash.digits(), PackSource::EXTENSION)
}
