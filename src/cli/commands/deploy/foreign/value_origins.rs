//! Code for values that come from other resources, or from the configuration.

use std::collections::BTreeSet;

use lumi_graph::Value;

use super::super::value_code::{ValueOrigins, quoted};
use super::configured_secrets::Secrets;
use super::references::{Origin, Part, parts};

/// The secrets, resources and imports that the values of a program need.
#[derive(Default)]
pub struct ValueContext {
    pub secrets: Secrets,
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

    fn expression(&mut self, at: usize) -> String {
        let origin = &self.origins[at];
        self.named.insert(origin.resource);
        format!("{}{}", self.variables[origin.resource], origin.path)
    }
}

impl ValueOrigins for Origins<'_> {
    fn text(&mut self, text: &str) -> Option<String> {
        let parts = parts(text, &self.origins)?;
        if let [Part::Origin(at)] = parts[..] {
            return Some(self.expression(at));
        }
        self.context.uses_interpolate = true;
        let mut code = "interpolate`".to_owned();
        for part in parts {
            match part {
                Part::Text(text) => code.push_str(&in_template(text)),
                Part::Origin(at) => {
                    let expression = self.expression(at);
                    code.push_str("${");
                    code.push_str(&expression);
                    code.push('}');
                }
            }
        }
        code.push('`');
        Some(code)
    }

    fn secret(&mut self, value: &Value, path: &[String]) -> String {
        if let Value::String(text) = value
            && let Some(code) = self.text(text)
        {
            return code;
        }
        let mut key = vec![self.name.to_owned()];
        key.extend_from_slice(path);
        self.context.secrets.add(value, &key)
    }
}

/// The text within a template literal. JSON escapes control characters as JavaScript does.
fn in_template(text: &str) -> String {
    let quoted = quoted(text);
    let inner = quoted[1..quoted.len() - 1].replace("\\\"", "\"");
    inner.replace('`', "\\`").replace("${", "\\${")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_template_means_what_it_says() {
        assert_eq!(
            in_template("a\n\"b\" `c` ${d} \\ e"),
            "a\\n\"b\" \\`c\\` \\${d} \\\\ e"
        );
        assert_eq!(in_template("\\\""), "\\\\\"");
    }
}
