//! The files of an SDK.

use lumi_graph::{InterfaceError, PackageInterface};
use lumi_packages::LockedParameters;
use lumi_provider::DescriptionKey;
use lumi_pulumi::interface::{PulumiInterface, PulumiSchemaFile};
use serde_json::json;

use crate::packages::MadeOfParameters;

use super::sdk_declarations::declarations;
use super::sdk_project::npm_name;
use super::sdk_script::script;

/// The parts that all classes and functions share.
const RUNTIME: &str = include_str!("runtime.js");

/// A file below the folder of an SDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SdkFile {
    pub path: &'static str,
    pub text: String,
}

/// The files of the SDK of a package, by the schema that its plugin has given.
pub fn sdk_of_schema(package: &MadeOfParameters) -> Result<Vec<SdkFile>, InterfaceError> {
    let failed = |error: String| InterfaceError(error);
    let folder = tempfile::tempdir().map_err(|error| failed(error.to_string()))?;
    let place = folder.path().join("schema");
    let key = DescriptionKey::default();
    PulumiSchemaFile::write(&place, key, &package.schema)
        .map_err(|error| failed(error.to_string()))?;
    let file = PulumiSchemaFile::open(&place, key).map_err(|error| failed(error.to_string()))?;
    let interface = PulumiInterface::new(package.name.as_str(), "", file)?;
    sdk_files(&interface, &package.locked)
}

/// The files of the SDK of a package that was made of parameters.
fn sdk_files(
    package: &dyn PackageInterface,
    by: &LockedParameters,
) -> Result<Vec<SdkFile>, InterfaceError> {
    let name = &package.members().package;
    let manifest = json!({
        "name": npm_name(name),
        "version": by.version,
        "description": package.members().description,
        "main": "index.js",
        "types": "index.d.ts",
        "peerDependencies": { "@pulumi/pulumi": "^3.142.0" },
        // Name and version are those of the plugin.
        "pulumi": {
            "resource": true,
            "name": by.plugin,
            "version": by.plugin_version,
            "parameterization": { "name": name, "version": by.version, "value": by.value },
        },
    });
    let file = |path, text| SdkFile { path, text };
    Ok(vec![
        file("package.json", format!("{manifest:#}\n")),
        file("runtime.js", RUNTIME.to_owned()),
        file("index.js", script(package)?),
        file("index.d.ts", declarations(package)?),
    ])
}
