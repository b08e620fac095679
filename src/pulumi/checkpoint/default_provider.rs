//! Providers that Pulumi makes for packages, one for each version that a resource asks for. Lumi
//! has no resources for them: a resource has the version as an option, and its state says with
//! which configuration it was made.

use lumi_graph::{Object, Parameterization, ResourceOption, Value};

use super::document::StoredResource;

const TYPE: &str = "pulumi:providers:";
/// The names of such providers are this, or this and a version.
const NAME: &str = "default";
const VERSION: &str = "version";
const URL: &str = "pluginDownloadURL";
/// Members that only Pulumi's engine reads: of a package that consists of a plugin and parameters, the name and the version
/// of the plugin, and the parameters in base64.
const INTERNAL: &str = "__internal";
const PLUGIN: &str = "name";
const PARAMETERS: &str = "parameterization";

pub fn package(resource: &StoredResource) -> Option<&str> {
    resource.kind.strip_prefix(TYPE)
}

/// Whether Pulumi has made the provider.
pub fn is_default(resource: &StoredResource) -> bool {
    let name = resource.urn.rsplit("::").next().unwrap_or_default();
    let version = name.strip_prefix(NAME);
    package(resource).is_some() && version.is_some_and(|it| it.is_empty() || it.starts_with('_'))
}

/// The inputs of a provider resource, taken apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProviderInputs {
    /// The settings of the package.
    pub settings: Object,
    pub version: Option<String>,
    pub url: Option<String>,
    pub parameterization: Option<Parameterization>,
}

impl ProviderInputs {
    pub fn split(mut inputs: Object) -> Self {
        let mut text = |key: &str| match inputs.shift_remove(key) {
            Some(Value::String(text)) if !text.is_empty() => Some(text),
            _ => None,
        };
        let (version, mut url) = (text(VERSION), text(URL));
        let internal = match inputs.shift_remove(INTERNAL) {
            Some(Value::Object(members)) => members,
            _ => Object::default(),
        };
        let text = |key: &str| match internal.get(key) {
            Some(Value::String(text)) => Some(text.clone()),
            _ => None,
        };
        url = url.or_else(|| text(URL));
        let parameterization = text(PARAMETERS).map(|value| Parameterization {
            plugin: text(PLUGIN).unwrap_or_default(),
            version: text(VERSION).unwrap_or_default(),
            value,
        });
        Self {
            settings: inputs,
            version,
            url,
            parameterization,
        }
    }

    /// The options of a resource that say the same.
    pub fn options(&self) -> impl Iterator<Item = ResourceOption> {
        let version = self.version.clone().map(ResourceOption::Version);
        let url = self.url.clone().map(ResourceOption::PluginDownloadUrl);
        let by = self.parameterization.clone();
        let by = by.map(ResourceOption::Parameterization);
        version.into_iter().chain(url).chain(by)
    }

    /// The inputs as Pulumi keeps them.
    pub fn joined(self) -> Object {
        let mut inputs = self.settings;
        if let Some(by) = self.parameterization {
            let members = [
                (PLUGIN, by.plugin),
                (PARAMETERS, by.value),
                (VERSION, by.version),
            ];
            let members = members.into_iter().filter(|(_, text)| !text.is_empty());
            let members = members.map(|(key, text)| (key.to_owned(), Value::String(text)));
            inputs.insert(INTERNAL.to_owned(), Value::Object(members.collect()));
        }
        for (key, text) in [(VERSION, self.version), (URL, self.url)] {
            if let Some(text) = text {
                inputs.insert(key.to_owned(), Value::String(text));
            }
        }
        inputs
    }
}

/// The URN and the type of a package's default provider in a version.
pub fn urn(stack: &str, project: &str, package: &str, version: Option<&str>) -> (String, String) {
    let kind = format!("{TYPE}{package}");
    let name = match version {
        None => NAME.to_owned(),
        Some(version) => {
            let version = version.replace(['.', '+'], "_");
            format!("{NAME}_{version}")
        }
    };
    (
        format!("urn:pulumi:{stack}::{project}::{kind}::{name}"),
        kind,
    )
}
