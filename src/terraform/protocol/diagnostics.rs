//! The diagnostics of a provider about a request.

use std::fmt;

use crate::cty::Path;
use crate::process::SecretTexts;
use crate::tfplugin6 as wire;

use super::paths::from_wire_path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Warning,
    /// Also what a provider gives no severity.
    Error,
}

/// One diagnostic, without secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub summary: String,
    pub detail: String,
    /// The place in the configuration; the root if the diagnostic is about the whole.
    pub path: Path,
}

/// The diagnostics of one answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Reads diagnostics, by their places: providers that look at attributes in the order of a hash map answer in
    /// another one each time. What the provider was given as a secret is taken out of their texts.
    pub fn read(messages: Vec<wire::Diagnostic>, secrets: &SecretTexts) -> Self {
        let read = |it: wire::Diagnostic| Diagnostic {
            severity: match it.severity() {
                wire::diagnostic::Severity::Warning => Severity::Warning,
                _ => Severity::Error,
            },
            summary: secrets.redact(it.summary.trim()).into_owned(),
            detail: secrets.redact(it.detail.trim()).into_owned(),
            path: it.attribute.map(from_wire_path).unwrap_or_default(),
        };
        let mut all: Vec<Diagnostic> = messages.into_iter().map(read).collect();
        all.sort_by_cached_key(|it| (it.path.to_string(), it.summary.clone(), it.detail.clone()));
        Self(all)
    }

    /// A warning about no place.
    pub fn warning(summary: String) -> Self {
        Self(vec![Diagnostic {
            severity: Severity::Warning,
            summary,
            detail: String::new(),
            path: Path::ROOT,
        }])
    }

    pub fn has_error(&self) -> bool {
        self.errors().next().is_some()
    }

    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.of(Severity::Error)
    }

    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.of(Severity::Warning)
    }

    fn of(&self, severity: Severity) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter().filter(move |it| it.severity == severity)
    }

    /// All errors as one message.
    pub fn error_text(&self) -> String {
        let errors: Vec<String> = self.errors().map(ToString::to_string).collect();
        errors.join("\n")
    }
}

/// `size: too large; at most 3`
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_root() {
            write!(f, "`{}`: ", self.path)?;
        }
        f.write_str(self.summary.trim_end_matches('.'))?;
        match self.detail.as_str() {
            "" => Ok(()),
            detail if detail == self.summary => Ok(()),
            detail => write!(f, ": {detail}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tfplugin6::attribute_path::Step;
    use crate::tfplugin6::attribute_path::step::Selector;

    use super::*;

    #[test]
    fn remarks_have_a_place_and_no_secrets() {
        let secrets = SecretTexts::default();
        secrets.add("hunter2");
        let step = |selector| Step {
            selector: Some(selector),
        };
        let steps = vec![
            step(Selector::AttributeName("rules".to_owned())),
            step(Selector::ElementKeyInt(1)),
            step(Selector::ElementKeyString("a".to_owned())),
        ];
        let message = wire::Diagnostic {
            severity: 0,
            summary: "bad password.".to_owned(),
            detail: "`hunter2` is too short\n".to_owned(),
            attribute: Some(wire::AttributePath { steps }),
        };
        let warning = wire::Diagnostic {
            severity: 2,
            summary: "old".to_owned(),
            detail: "old".to_owned(),
            attribute: None,
        };
        let mut messages = vec![message, warning];
        let read = Diagnostics::read(messages.clone(), &secrets);
        messages.reverse();
        assert_eq!(Diagnostics::read(messages, &secrets), read);
        assert!(read.has_error());
        let shown: Vec<String> = read.0.iter().map(ToString::to_string).collect();
        assert_eq!(
            shown,
            [
                "old",
                r#"`rules[1]["a"]`: bad password: `[secret]` is too short"#
            ]
        );
        assert_eq!(read.warnings().count(), 1);
        assert_eq!(read.error_text(), shown[1]);
    }
}
