//! Code for values that come from other resources, or from the configuration.

use std::collections::BTreeSet;

use lumi_graph::{PropertyPath, Value};
use lumi_inference::{
    Code, ConfiguredValues, HiddenPart, HiddenText, HiddenValue, Origin, Part, SHORTEST_PART,
    ValueOrigins, parts, path_texts,
};

/// The secrets, resources and imports that the values of a program need.
#[derive(Default)]
pub struct ValueContext {
    pub secrets: ConfiguredValues,
    pub uses_interpolate: bool,
}

/// The origins of the values of one resource.
pub struct Origins<'w> {
    origins: Vec<Origin>,
    variables: &'w [String],
    context: &'w mut ValueContext,
    /// The first part of the keys of its secrets.
    name: &'w str,
    /// The resources that its code names.
    pub named: BTreeSet<usize>,
}

impl<'w> Origins<'w> {
    pub fn new(
        origins: Vec<Origin>,
        variables: &'w [String],
        context: &'w mut ValueContext,
        name: &'w str,
    ) -> Self {
        Self {
            origins,
            variables,
            context,
            name,
            named: BTreeSet::new(),
        }
    }

    fn expression(&mut self, at: usize) -> Code {
        let origin = &self.origins[at];
        self.named.insert(origin.resource);
        Code::text(format!(
            "{}{}",
            self.variables[origin.resource], origin.path
        ))
    }

    /// A text that is an output of another resource, or is made of some.
    fn text(&mut self, text: &str) -> Option<Code> {
        let parts = parts(text, &self.origins, SHORTEST_PART)?;
        if let [Part::Origin(at)] = parts[..] {
            return Some(self.expression(at));
        }
        self.context.uses_interpolate = true;
        let parts = parts.into_iter().map(|part| match part {
            Part::Text(text) => Code::string(text),
            Part::Origin(at) => self.expression(at),
        });
        let parts = parts.collect();
        Some(Code::Template(Box::new(Code::text("interpolate")), parts))
    }

    /// A secret text that is an output of another resource, or is made of some: what is between them is configuration.
    fn secret_text(&mut self, text: &HiddenText<'_>, path: &PropertyPath) -> Option<Code> {
        let parts = text.parts(&self.origins, SHORTEST_PART)?;
        let mut is_secret = false;
        if let [HiddenPart::Origin(at)] = parts[..] {
            is_secret = self.origins[at].is_secret;
            let code = self.expression(at);
            return Some(marked(code, is_secret));
        }
        self.context.uses_interpolate = true;
        let mut codes = Vec::with_capacity(parts.len());
        for part in parts {
            codes.push(match part {
                HiddenPart::Origin(at) => {
                    is_secret |= self.origins[at].is_secret;
                    self.expression(at)
                }
                HiddenPart::Text(text) => match text.separator() {
                    Some(code) => code,
                    None => {
                        is_secret = true;
                        let key = self.key(path);
                        self.context.secrets.secret_text(&text, key)
                    }
                },
            });
        }
        let code = Code::Template(Box::new(Code::text("interpolate")), codes);
        Some(marked(code, is_secret))
    }

    /// The key of a secret in the configuration.
    fn key(&self, path: &PropertyPath) -> Vec<String> {
        std::iter::once(self.name.to_owned())
            .chain(path_texts(path))
            .collect()
    }
}

/// The code, with a mark unless its value is secret without.
fn marked(code: Code, is_secret: bool) -> Code {
    match is_secret {
        true => code,
        false => Code::call(Code::Sdk("secret"), vec![code]),
    }
}

impl ValueOrigins for Origins<'_> {
    fn value(&mut self, value: &Value, _: &PropertyPath) -> Option<Code> {
        self.text(value.as_str()?)
    }

    fn secret(&mut self, value: HiddenValue<'_>, path: &PropertyPath) -> Code {
        if let Some(text) = value.as_text()
            && let Some(code) = self.secret_text(&text, path)
        {
            return code;
        }
        let key = self.key(path);
        self.context.secrets.secret(value, key)
    }
}
