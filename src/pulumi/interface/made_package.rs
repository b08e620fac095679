//! The package that a plugin makes of parameters.

use super::schema_document::PackageHead;

/// The package as its schema names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadePackage {
    pub name: String,
    pub version: String,
    /// The plugin that has made it.
    pub plugin: String,
    pub plugin_version: String,
    /// The parameters as the plugin wants them from then on, in base64.
    pub value: String,
}

impl MadePackage {
    /// Reads the package of a schema in JSON; the error is the reason why the schema has none.
    pub fn of_schema(schema: &str) -> Result<Self, String> {
        let head: PackageHead = serde_json::from_str(schema)
            .map_err(|error| format!("its schema is damaged: {error}"))?;
        let origin = head.parameterization;
        let origin =
            origin.ok_or("its schema does not say which parameters the package is made of")?;
        if head.version.is_empty() {
            return Err("its schema has no version".to_owned());
        }
        Ok(Self {
            name: head.name,
            version: head.version,
            plugin: origin.base_provider.name,
            plugin_version: origin.base_provider.version,
            value: origin.parameter,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_names_its_package() {
        let text = r#"{ "name": "things", "version": "2.0.0", "resources": {}, "parameterization": {
            "baseProvider": { "name": "adapter", "version": "1.0.0" }, "parameter": "aGVsbG8=" } }"#;
        let origin = MadePackage {
            name: "things".to_owned(),
            version: "2.0.0".to_owned(),
            plugin: "adapter".to_owned(),
            plugin_version: "1.0.0".to_owned(),
            value: "aGVsbG8=".to_owned(),
        };
        assert_eq!(MadePackage::of_schema(text), Ok(origin));
        let refused = |text: &str| MadePackage::of_schema(text).unwrap_err();
        assert_eq!(
            refused(r#"{ "name": "things", "version": "2.0.0" }"#),
            "its schema does not say which parameters the package is made of"
        );
        assert_eq!(
            refused(&text.replace("2.0.0", "")),
            "its schema has no version"
        );
        assert!(refused("{").starts_with("its schema is damaged: "));
    }
}
