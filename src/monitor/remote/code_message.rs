//! Converts the code of provider objects to messages and back. The text of a module is sent once.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use lumi_graph::ProviderCode;
use lumi_rpc::{CallError, from_object, lumirpc as wire, object};

/// Modules that were sent; the reference to each is its position.
#[derive(Default)]
pub struct SentModules(Mutex<Vec<Arc<str>>>);

impl SentModules {
    /// Converts the code of a goal. Must be called in the order in which goals are sent.
    pub fn message(&self, code: ProviderCode) -> wire::ProviderCode {
        let (module, text) = self.word(&code.module);
        wire::ProviderCode {
            module,
            text,
            environment: Some(from_object(code.environment)),
        }
    }

    /// The reference to a module, and its text if that is to be sent.
    fn word(&self, module: &Arc<str>) -> (String, String) {
        let mut sent = self.0.lock();
        let is_same = |it: &Arc<str>| Arc::ptr_eq(it, module) || it == module;
        match sent.iter().position(is_same) {
            Some(at) => (at.to_string(), String::new()),
            None => {
                sent.push(Arc::clone(module));
                ((sent.len() - 1).to_string(), module.to_string())
            }
        }
    }
}

/// Received modules by their references.
#[derive(Default)]
pub struct KnownModules(Mutex<HashMap<String, Arc<str>>>);

impl KnownModules {
    fn text(&self, message: &mut wire::ProviderCode) -> Option<Arc<str>> {
        let mut known = self.0.lock();
        if let Some(text) = known.get(&message.module) {
            return Some(Arc::clone(text));
        }
        let text = std::mem::take(&mut message.text);
        let text: Option<Arc<str>> = (!text.is_empty()).then(|| text.into());
        let word = std::mem::take(&mut message.module);
        known.extend(text.clone().map(|it| (word, it)));
        text
    }
}

/// Converts a message to code.
pub fn into_code(
    mut message: wire::ProviderCode,
    modules: &KnownModules,
) -> Result<ProviderCode, CallError> {
    let module = modules.text(&mut message).ok_or_else(|| {
        CallError::malformed("`code`: the text of the module is missing, and did not come before")
    })?;
    Ok(ProviderCode {
        module,
        environment: object(message.environment, "code.environment")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> ProviderCode {
        ProviderCode {
            module: text.into(),
            environment: [("a".to_owned(), lumi_graph::Value::secret("x".into()))]
                .into_iter()
                .collect(),
        }
    }

    #[test]
    fn a_module_is_sent_once() {
        let (sent, known) = (SentModules::default(), KnownModules::default());
        let messages = ["one", "two", "one"].map(|it| sent.message(code(it)));
        assert_eq!(messages[2].text, "");
        for (message, text) in messages.into_iter().zip(["one", "two", "one"]) {
            assert_eq!(into_code(message, &known).unwrap(), code(text));
        }
    }

    #[test]
    fn a_module_that_never_came_is_refused() {
        let message = wire::ProviderCode {
            module: "7".to_owned(),
            ..Default::default()
        };
        assert!(into_code(message, &KnownModules::default()).is_err());
    }
}
