//! The packages that a program has registered.

use std::collections::HashMap;

use data_encoding::BASE64;
use parking_lot::Mutex;

use crate::pulumirpc as wire;
use lumi_graph::Parameterization;
use lumi_rpc::CallError;

/// Packages by the reference that the program uses.
#[derive(Default)]
pub struct RegisteredPackages(Mutex<HashMap<String, Package>>);

/// The version of a package that a program uses.
#[derive(Clone)]
struct Package {
    version: String,
    download_url: String,
    parameterization: Option<Parameterization>,
}

/// A package that consists of a plugin and parameters.
pub struct ParameterizedPackage {
    pub name: String,
    pub version: String,
    pub by: Parameterization,
}

impl RegisteredPackages {
    /// Returns the reference of the package, and what makes it if that is a plugin with parameters.
    pub fn add(
        &self,
        request: wire::RegisterPackageRequest,
    ) -> (String, Option<ParameterizedPackage>) {
        let wire::RegisterPackageRequest {
            name,
            version,
            download_url,
            parameterization,
            ..
        } = request;
        let Some(parameters) = parameterization else {
            let reference = format!("{name}@{version}");
            let package = Package {
                version,
                download_url,
                parameterization: None,
            };
            self.0.lock().insert(reference.clone(), package);
            return (reference, None);
        };
        let by = Parameterization {
            plugin: name,
            version,
            value: BASE64.encode(&parameters.value),
        };
        let mut packages = self.0.lock();
        // Parameters may be long, and two packages of one name may have different ones.
        let number = packages.len();
        let reference = format!("{}@{} #{number}", parameters.name, parameters.version);
        let package = Package {
            version: parameters.version.clone(),
            download_url,
            parameterization: Some(by.clone()),
        };
        packages.insert(reference.clone(), package);
        let made = ParameterizedPackage {
            name: parameters.name,
            version: parameters.version,
            by,
        };
        (reference, Some(made))
    }

    /// Completes a registration with the data of the package that it refers to, if it does. Returns the plugin and the
    /// parameters of that package, if it has some.
    pub fn complete(
        &self,
        reference: &str,
        version: &mut String,
        download_url: &mut String,
    ) -> Result<Option<Parameterization>, CallError> {
        if reference.is_empty() {
            return Ok(None);
        }
        let found = self.0.lock().get(reference).cloned();
        let found = found.ok_or_else(|| {
            CallError::malformed(format!(
                "`packageRef`: no package `{reference}` was registered"
            ))
        })?;
        *version = found.version;
        *download_url = found.download_url;
        Ok(found.parameterization)
    }
}
