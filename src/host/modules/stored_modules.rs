//! Modules without a file: provider objects that are stored in the state of a stack.

use std::collections::HashMap;
use std::sync::Arc;

use deno_core::url::Url;

use lumi_closure::emit::ENVIRONMENT_MODULE;
use lumi_graph::{ProviderCode, Secrets};

use super::stored_settings::{SettingError, is_setting, settings};
use crate::program::ConfigValue;

/// The scheme of their URLs. A program can only guess URLs of providers in its own state.
const SCHEME: &str = "lumi-kept";

/// The module of the SDK that imports stored providers.
const IMPORTER: &str = "lumi:/lumi/dynamic/stored_provider.ts";

/// Code by URL, two modules per provider: its code, and the values that the code imports.
#[derive(Default)]
pub struct StoredModules {
    texts: HashMap<String, Arc<str>>,
    urls: HashMap<(Arc<str>, String), String>,
}

impl StoredModules {
    /// Adds `code` and returns the URL of its module; equal code with equal values has the same
    /// URL. `config` is that of the run.
    pub fn add(
        &mut self,
        code: &ProviderCode,
        config: &[(String, ConfigValue)],
    ) -> Result<String, SettingError> {
        let mut values = settings(&code.environment, config)?;
        for (name, value) in code.environment.iter().filter(|it| !is_setting(it.0)) {
            let shown = value.serializable(Secrets::Shown);
            values.insert(
                name.clone(),
                serde_json::to_value(shown).unwrap_or_default(),
            );
        }
        let key = (
            Arc::clone(&code.module),
            serde_json::Value::Object(values).to_string(),
        );
        if let Some(known) = self.urls.get(&key) {
            return Ok(known.clone());
        }
        let url = format!("{SCHEME}:{}", self.urls.len() + 1);
        self.texts.insert(environment_of(&url), environment(&key.1));
        self.texts.insert(url.clone(), Arc::clone(&code.module));
        self.urls.insert(key, url.clone());
        Ok(url)
    }

    /// Resolves `specifier` in the module at `referrer`, if one of them belongs to a stored
    /// provider.
    pub fn resolve(specifier: &str, referrer: &str) -> Option<Url> {
        if specifier == ENVIRONMENT_MODULE && scheme(referrer) == Some(SCHEME) {
            return Url::parse(&environment_of(referrer)).ok();
        }
        // Only the importer may import stored providers.
        let is_meant = scheme(specifier) == Some(SCHEME) && referrer == IMPORTER;
        is_meant.then(|| Url::parse(specifier).ok())?
    }

    pub fn text(&self, url: &Url) -> Option<Arc<str>> {
        self.texts.get(url.as_str()).cloned()
    }
}

/// Whether the module at `referrer` may call `import(specifier)`. Only one of Lumi's modules
/// contains such an import; in any other module it is evaluated text of the program.
pub fn may_import(specifier: &str, referrer: &str) -> bool {
    match scheme(referrer) {
        Some("lumi") => referrer == IMPORTER && scheme(specifier) == Some(SCHEME),
        Some("ext") => false,
        _ => true,
    }
}

fn scheme(url: &str) -> Option<&str> {
    url.split_once(':').map(|(scheme, _)| scheme)
}

fn environment_of(url: &str) -> String {
    format!("{url}/environment")
}

/// Uses `JSON.parse`, because `__proto__` has another meaning in code.
fn environment(json: &str) -> Arc<str> {
    let text = serde_json::Value::from(json);
    format!("const values = JSON.parse({text});\nexport default (name) => values[name];\n").into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lumi_graph::Value;

    fn code(token: &str) -> ProviderCode {
        ProviderCode {
            module: "export default {};".into(),
            environment: [("LUMI_TOKEN".to_owned(), Value::from(token))]
                .into_iter()
                .collect(),
        }
    }

    #[test]
    fn the_same_code_with_other_values_is_another_module() {
        let mut modules = StoredModules::default();
        let urls = ["a", "b", "a"].map(|token| modules.add(&code(token), &[]).unwrap());
        assert_eq!(urls, ["lumi-kept:1", "lumi-kept:2", "lumi-kept:1"]);
        let environment = StoredModules::resolve(ENVIRONMENT_MODULE, &urls[1]).unwrap();
        insta::assert_snapshot!(modules.text(&environment).unwrap(), @r#"
        const values = JSON.parse("{\"LUMI_TOKEN\":\"b\"}");
        export default (name) => values[name];
        "#);
    }

    #[test]
    fn programs_cannot_import_them() {
        assert!(StoredModules::resolve("lumi-kept:1", "file:///index.ts").is_none());
        assert!(StoredModules::resolve(ENVIRONMENT_MODULE, "file:///index.ts").is_none());
        assert!(StoredModules::resolve("lumi-kept:1", "lumi:/node/events/events.ts").is_none());
        assert!(
            StoredModules::resolve("lumi-kept:1", "lumi:/lumi/dynamic/stored_provider.ts")
                .is_some()
        );
    }
}
