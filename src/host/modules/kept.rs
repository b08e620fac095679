//! Modules without a file: provider objects that the state of a stack keeps.

use std::collections::HashMap;
use std::sync::Arc;

use deno_core::url::Url;

use lumi_closure::emit::ENVIRONMENT_MODULE;
use lumi_graph::{ProviderCode, Secrets, Value};

/// The scheme of their URLs. No program can guess at more than those that are about its own state.
const SCHEME: &str = "lumi-kept";

/// The module of the SDK that imports them.
const IMPORTER: &str = "lumi:/lumi/dynamic/kept.ts";

/// By URL what runs, two modules for each: the code, and the values that it imports.
#[derive(Default)]
pub struct KeptModules {
    texts: HashMap<String, Arc<str>>,
    urls: HashMap<(Arc<str>, String), String>,
}

impl KeptModules {
    /// The URL under which `code` can be imported from now on; the same for the same code and values.
    pub fn add(&mut self, code: &ProviderCode) -> String {
        let values = Value::Object(code.environment.clone());
        let values =
            serde_json::to_string(&values.serializable(Secrets::Shown)).unwrap_or_default();
        let key = (Arc::clone(&code.module), values);
        if let Some(known) = self.urls.get(&key) {
            return known.clone();
        }
        let url = format!("{SCHEME}:{}", self.urls.len() + 1);
        self.texts.insert(environment_of(&url), environment(&key.1));
        self.texts.insert(url.clone(), Arc::clone(&code.module));
        self.urls.insert(key, url.clone());
        url
    }

    /// What `specifier` means in the module at `referrer`, if one of them is such a module.
    pub fn resolve(specifier: &str, referrer: &str) -> Option<Url> {
        if specifier == ENVIRONMENT_MODULE && scheme(referrer) == Some(SCHEME) {
            return Url::parse(&environment_of(referrer)).ok();
        }
        // Only the module that asks them imports them.
        let is_meant = scheme(specifier) == Some(SCHEME) && referrer == IMPORTER;
        is_meant.then(|| Url::parse(specifier).ok())?
    }

    pub fn text(&self, url: &Url) -> Option<Arc<str>> {
        self.texts.get(url.as_str()).cloned()
    }
}

/// Whether `import(specifier)` is meant by the module at `referrer`. Of Lumi's own modules one has
/// such an import; any other is text of the program.
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

/// Parsed, not pasted: `__proto__` means something else in code.
fn environment(json: &str) -> Arc<str> {
    let text = serde_json::Value::from(json);
    format!("const values = JSON.parse({text});\nexport default (name) => values[name];\n").into()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut modules = KeptModules::default();
        let urls = ["a", "b", "a"].map(|token| modules.add(&code(token)));
        assert_eq!(urls, ["lumi-kept:1", "lumi-kept:2", "lumi-kept:1"]);
        let environment = KeptModules::resolve(ENVIRONMENT_MODULE, &urls[1]).unwrap();
        insta::assert_snapshot!(modules.text(&environment).unwrap(), @r#"
        const values = JSON.parse("{\"LUMI_TOKEN\":\"b\"}");
        export default (name) => values[name];
        "#);
    }

    #[test]
    fn programs_cannot_import_them() {
        assert!(KeptModules::resolve("lumi-kept:1", "file:///index.ts").is_none());
        assert!(KeptModules::resolve(ENVIRONMENT_MODULE, "file:///index.ts").is_none());
        assert!(KeptModules::resolve("lumi-kept:1", "lumi:/node/events.ts").is_none());
        assert!(KeptModules::resolve("lumi-kept:1", "lumi:/lumi/dynamic/kept.ts").is_some());
    }
}
