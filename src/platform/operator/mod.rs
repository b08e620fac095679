//! Commands of the operator for the queues of a platform, whether it runs or not.
//!
//! A platform that runs carries commands out itself, as it alone uses its data. Otherwise this process does, with the data
//! locked.
//!
//! | module | |
//! |---|---|
//! | `client` | requests to a platform that runs |

mod client;

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;

use crate::data_folder::{ADDRESS, DATA, TOKEN, lock};
use crate::error::PlatformError;
use crate::queue::Queues;
use crate::storage::Storage;

pub use crate::queue::{KeptMessage, QueueAnswer, QueueCommand, QueueSummary};

/// The path of commands below `/_lumi`.
pub const PATH: &str = "operator";

/// The reason why a command of the operator was not carried out.
#[derive(Debug, Error)]
pub enum OperatorError {
    #[error("no platform has run in {0}")]
    NoPlatform(String),
    #[error("the platform that runs there does not answer: {0}")]
    Silent(String),
    #[error("the platform refuses the command: {0}")]
    Refused(String),
    #[error("the data of the platform cannot be used: {0}")]
    Data(io::Error),
}

/// Carries out a command for the platform that serves `folder`.
pub async fn operate(folder: &Path, command: &QueueCommand) -> Result<QueueAnswer, OperatorError> {
    let data = folder.join(DATA);
    if !data.is_dir() {
        return Err(OperatorError::NoPlatform(folder.display().to_string()));
    }
    let _lock = match lock(&data) {
        Ok(lock) => lock,
        Err(PlatformError::InUse { .. }) => return ask(&data, command).await,
        Err(PlatformError::Data { source, .. }) => return Err(OperatorError::Data(source)),
        Err(other) => return Err(OperatorError::Data(io::Error::other(other.to_string()))),
    };
    let (storage, _) = Storage::open(&data).map_err(OperatorError::Data)?;
    let (queues, _) = Queues::open(storage).map_err(OperatorError::Data)?;
    queues.operate(command).map_err(OperatorError::Data)
}

async fn ask(data: &Path, command: &QueueCommand) -> Result<QueueAnswer, OperatorError> {
    let read = |name: &str| fs::read_to_string(data.join(name)).map_err(OperatorError::Data);
    let (address, token) = (read(ADDRESS)?, read(TOKEN)?);
    let body = serde_json::to_vec(command).expect("BUG: commands are plain data");
    client::ask(&address, &token, body).await
}
