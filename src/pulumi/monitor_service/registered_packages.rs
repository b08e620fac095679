//! The packages that a program has registered.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::pulumirpc as wire;
use lumi_rpc::CallError;

/// Packages by the reference that the program uses.
#[derive(Default)]
pub struct RegisteredPackages(Mutex<HashMap<String, Package>>);

/// The version of a package that a program uses.
#[derive(Clone)]
struct Package {
    version: String,
    download_url: String,
}

impl RegisteredPackages {
    /// Returns the reference of the package.
    pub fn add(&self, request: wire::RegisterPackageRequest) -> String {
        let reference = format!("{}@{}", request.name, request.version);
        let package = Package {
            version: request.version,
            download_url: request.download_url,
        };
        self.0.lock().insert(reference.clone(), package);
        reference
    }

    /// Completes a registration with the data of the package that it refers to, if it does.
    pub fn complete(
        &self,
        reference: &str,
        version: &mut String,
        download_url: &mut String,
    ) -> Result<(), CallError> {
        if reference.is_empty() {
            return Ok(());
        }
        let found = self.0.lock().get(reference).cloned();
        let found = found.ok_or_else(|| {
            CallError::malformed(format!(
                "`packageRef`: no package `{reference}` was registered"
            ))
        })?;
        *version = found.version;
        *download_url = found.download_url;
        Ok(())
    }
}
