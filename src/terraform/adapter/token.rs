//! The names of resources, data sources and functions in programs.

use lumi_graph::ResourceType;
use lumi_provider::ProviderError;

/// The module of resources.
const RESOURCES: &str = "resources";

/// The function that a token names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function<'t> {
    DataSource(&'t str),
    Ephemeral(&'t str),
    OfProvider(&'t str),
}

/// The name in the schema of a type such as `random:resources:random_string`.
pub fn resource_name(resource_type: &ResourceType) -> Result<&str, ProviderError> {
    match resource_type.module() {
        RESOURCES => Ok(resource_type.type_name()),
        module => {
            let (package, name) = (resource_type.package(), resource_type.type_name());
            Err(ProviderError::failed(format!(
                "a provider of Terraform has its resources in the module `{RESOURCES}`, and not in \
                 `{module}`: write `{package}:{RESOURCES}:{name}`"
            )))
        }
    }
}

/// The type in programs of a resource: `random:resources:random_string`.
pub fn resource_token(package: &str, name: &str) -> String {
    format!("{package}:{RESOURCES}:{name}")
}

/// Whether the type is that of a resource of a provider of Terraform.
pub fn is_resource_token(resource_type: &str) -> bool {
    resource_type.split(':').nth(1) == Some(RESOURCES)
}

/// Reads a token such as `random:data:random_x` or `time:functions:rfc3339_parse`.
pub fn function(token: &str) -> Option<Function<'_>> {
    let (_, rest) = token.split_once(':')?;
    match rest.split_once(':')? {
        ("data", name) => Some(Function::DataSource(name)),
        ("ephemeral", name) => Some(Function::Ephemeral(name)),
        ("functions", name) => Some(Function::OfProvider(name)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_name_what_the_schema_has() {
        assert_eq!(
            function("kit:data:kit_echo"),
            Some(Function::DataSource("kit_echo"))
        );
        assert_eq!(
            function("kit:functions:join"),
            Some(Function::OfProvider("join"))
        );
        assert_eq!(
            function("kit:ephemeral:kit_ticket"),
            Some(Function::Ephemeral("kit_ticket"))
        );
        for token in ["kit", "kit:data", "kit:other:join"] {
            assert_eq!(function(token), None);
        }
        let parsed = ResourceType::parse("kit:resources:kit_thing").unwrap();
        assert_eq!(resource_name(&parsed).unwrap(), "kit_thing");
        let parsed = ResourceType::parse("kit:index:kit_thing").unwrap();
        let error = resource_name(&parsed).unwrap_err().to_string();
        assert!(
            error.ends_with("write `kit:resources:kit_thing`"),
            "{error}"
        );
    }
}
