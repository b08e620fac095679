//! The folder of a platform's data, below the folder with the functions.

use std::fs::File;
use std::io;
use std::path::Path;

use super::error::PlatformError;

pub const DATA: &str = ".data";
/// The folder of telemetry in it.
pub const TELEMETRY: &str = "telemetry";
/// The file with the token of the operator, and the one with the address of a platform that runs.
pub const TOKEN: &str = "token";
pub const ADDRESS: &str = "address";
/// The file with the key of signed URLs.
pub const URL_KEY: &str = "url-key";

/// The failure to use the folder of data.
pub fn unusable(data: &Path) -> impl Fn(io::Error) -> PlatformError {
    move |source| PlatformError::Data {
        path: data.to_owned(),
        source,
    }
}

/// Makes the folder of data, and locks it. The system releases the lock when the process ends.
pub fn lock(data: &Path) -> Result<File, PlatformError> {
    let path = data.join("lock");
    let failed = unusable(data);
    std::fs::create_dir_all(data).map_err(&failed)?;
    let file = File::create(&path).map_err(&failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(PlatformError::InUse { path }),
        Err(std::fs::TryLockError::Error(source)) => Err(failed(source)),
    }
}
