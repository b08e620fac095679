//! The options of a resource.

use std::time::Duration;

use lumi_graph::{Object, PropertyPathError, Urn, UrnError, Value};
use lumi_provider::reveal_value;

use super::path_pattern::PathPattern;
use crate::hooks::HookNames;

/// Typed form of `Goal::options`, or of those in the state.
#[derive(Clone, Debug, Default)]
pub struct ResourceOptions {
    /// Set by the program; `false` lifts the protection in the state.
    pub protect: Option<bool>,
    pub retain_on_delete: bool,
    /// Set by the program; by default the provider decides.
    pub delete_before_replace: Option<bool>,
    pub ignore_changes: Vec<PathPattern>,
    pub replace_on_changes: Vec<PathPattern>,
    /// Differences that are hidden.
    pub hide_diffs: Vec<PathPattern>,
    pub additional_secret_outputs: Vec<String>,
    pub aliases: Vec<Alias>,
    pub deleted_with: Option<Urn>,
    /// Replaced whenever one of these is.
    pub replace_with: Vec<Urn>,
    /// Replaced whenever this changes; see [`Self::is_triggered`].
    pub replacement_trigger: Option<Value>,
    /// The id of an existing object to import.
    pub import: Option<String>,
    pub timeouts: Timeouts,
    /// Functions of the program that run before and after steps.
    pub hooks: HookNames,
    /// The resources whose outputs the declaring callback awaited.
    pub declared_after: Vec<Urn>,
}

/// A former identity of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alias {
    Urn(Urn),
    /// The parts that differed.
    Parts {
        name: Option<String>,
        resource_type: Option<String>,
        stack: Option<String>,
        project: Option<String>,
        parent: Option<Urn>,
    },
}

/// Time limits of operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timeouts {
    pub create: Option<Duration>,
    pub update: Option<Duration>,
    pub delete: Option<Duration>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    #[error("option `{option}`: {source}")]
    Path {
        option: &'static str,
        source: PropertyPathError,
    },
    #[error("option `{option}`: {source}")]
    Urn {
        option: &'static str,
        source: UrnError,
    },
    #[error(
        "option `customTimeouts.{key}`: `{text}` is not a duration; write for example 90s or 5m"
    )]
    Time { key: &'static str, text: String },
    #[error("option `{option}` must be {resolved}, not {}", found)]
    Kind {
        option: &'static str,
        resolved: &'static str,
        found: &'static str,
    },
}

impl ResourceOptions {
    /// Ignores options that other layers read.
    pub fn parse(options: &Object) -> Result<Self, OptionError> {
        let reader = Reader(options);
        Ok(Self {
            protect: reader.choice("protect")?,
            retain_on_delete: reader.flag("retainOnDelete")?,
            delete_before_replace: reader.choice("deleteBeforeReplace")?,
            ignore_changes: reader.patterns("ignoreChanges")?,
            replace_on_changes: reader.patterns("replaceOnChanges")?,
            hide_diffs: reader.patterns("hideDiffs")?,
            additional_secret_outputs: reader.texts("additionalSecretOutputs")?,
            aliases: reader.aliases()?,
            deleted_with: reader.urn("deletedWith")?,
            replace_with: reader.urns("replaceWith")?,
            replacement_trigger: options.get("replacementTrigger").cloned(),
            import: reader.text("import")?,
            timeouts: reader.timeouts()?,
            hooks: HookNames::of_option(options.get("hooks")),
            declared_after: reader.urns("declaredAfter")?,
        })
    }

    /// Whether the object is protected.
    pub fn is_protected(&self) -> bool {
        self.protect == Some(true)
    }

    /// The names of changed options that only affect later runs. They require a record, but no
    /// provider call.
    pub fn recorded_differences(&self, old: &Self) -> Vec<&'static str> {
        let differences = [
            ("protect", self.is_protected() != old.is_protected()),
            (
                "retainOnDelete",
                self.retain_on_delete != old.retain_on_delete,
            ),
            ("deletedWith", self.deleted_with != old.deleted_with),
            ("replaceWith", self.replace_with != old.replace_with),
            ("customTimeouts", self.timeouts != old.timeouts),
        ];
        let differing = differences.into_iter().filter(|(_, differs)| *differs);
        differing.map(|(name, _)| name).collect()
    }

    /// The aliases, even if other options are invalid.
    pub fn readable_aliases(options: &Object) -> Vec<Alias> {
        Reader(options).aliases().unwrap_or_default()
    }
}

impl ResourceOptions {
    /// Whether the trigger has changed since the deployment with the options `old`. Absent and null
    /// mean no trigger; an unknown value counts as changed. Secrecy is ignored.
    pub fn is_triggered(&self, old: &Object) -> bool {
        let plain = |it: &Value| match reveal_value(it) {
            Value::Null => None,
            value => Some(value),
        };
        let new = self.replacement_trigger.as_ref().and_then(plain);
        let old = old.get("replacementTrigger").and_then(plain);
        match (old, new) {
            (Some(old), Some(new)) => new.contains_unknown() || old != new,
            _ => false,
        }
    }
}

struct Reader<'a>(&'a Object);

impl Reader<'_> {
    fn flag(&self, option: &'static str) -> Result<bool, OptionError> {
        Ok(self.choice(option)?.unwrap_or_default())
    }

    fn choice(&self, option: &'static str) -> Result<Option<bool>, OptionError> {
        match self.0.get(option) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(other) => Err(wrong(option, "true or false", other)),
        }
    }

    fn text(&self, option: &'static str) -> Result<Option<String>, OptionError> {
        match self.0.get(option) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(other) => Err(wrong(option, "a string", other)),
        }
    }

    fn urn(&self, option: &'static str) -> Result<Option<Urn>, OptionError> {
        let text = self.text(option)?;
        text.map(|it| parse_urn(option, &it)).transpose()
    }

    fn urns(&self, option: &'static str) -> Result<Vec<Urn>, OptionError> {
        let texts = self.texts(option)?;
        texts.iter().map(|it| parse_urn(option, it)).collect()
    }

    fn texts(&self, option: &'static str) -> Result<Vec<String>, OptionError> {
        let item = |item: &Value| match item {
            Value::String(text) => Ok(text.clone()),
            other => Err(wrong(option, "a list of strings", other)),
        };
        match self.0.get(option) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) => items.iter().map(item).collect(),
            Some(other) => Err(wrong(option, "a list of strings", other)),
        }
    }

    fn patterns(&self, option: &'static str) -> Result<Vec<PathPattern>, OptionError> {
        let pattern = |text: String| {
            text.parse()
                .map_err(|source| OptionError::Path { option, source })
        };
        self.texts(option)?.into_iter().map(pattern).collect()
    }

    fn aliases(&self) -> Result<Vec<Alias>, OptionError> {
        const OPTION: &str = "aliases";
        match self.0.get(OPTION) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) => items.iter().map(alias).collect(),
            Some(other) => Err(wrong(OPTION, "a list of aliases", other)),
        }
    }

    fn timeouts(&self) -> Result<Timeouts, OptionError> {
        let Some(value) = self.0.get("customTimeouts") else {
            return Ok(Timeouts::default());
        };
        let Value::Object(members) = value else {
            return Err(wrong("customTimeouts", "an object", value));
        };
        let time = |key: &'static str| match members.get(key).and_then(Value::as_str) {
            None => Ok(None),
            Some(text) => match humantime::parse_duration(text) {
                Ok(time) => Ok(Some(time)),
                Err(_) => Err(OptionError::Time {
                    key,
                    text: text.to_owned(),
                }),
            },
        };
        Ok(Timeouts {
            create: time("create")?,
            update: time("update")?,
            delete: time("delete")?,
        })
    }
}

fn alias(value: &Value) -> Result<Alias, OptionError> {
    match value {
        Value::String(urn) => Ok(Alias::Urn(parse_urn("aliases", urn)?)),
        Value::Object(parts) => {
            let text = |key: &str| parts.get(key).and_then(Value::as_str).map(str::to_owned);
            let parent = text("parent").map(|it| parse_urn("aliases", &it));
            Ok(Alias::Parts {
                name: text("name"),
                resource_type: text("type"),
                stack: text("stack"),
                project: text("project"),
                parent: parent.transpose()?,
            })
        }
        other => Err(wrong("aliases", "a list of aliases", other)),
    }
}

fn parse_urn(option: &'static str, text: &str) -> Result<Urn, OptionError> {
    Urn::parse(text).map_err(|source| OptionError::Urn { option, source })
}

fn wrong(option: &'static str, resolved: &'static str, found: &Value) -> OptionError {
    OptionError::Kind {
        option,
        resolved,
        found: found.kind(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(json: &str) -> Result<ResourceOptions, OptionError> {
        match Value::from_json(json).unwrap() {
            Value::Object(object) => ResourceOptions::parse(&object),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn reads_what_the_program_writes() {
        let options = parse(
            r#"{"protect":true,"ignoreChanges":["tags.*"],"customTimeouts":{"create":"1m 30s"},
            "aliases":[{"name":"old"},"urn:lumi:dev::web::index::std:fs:File::a"],"version":"1"}"#,
        )
        .unwrap();
        assert!(options.is_protected() && !options.retain_on_delete);
        assert_eq!(options.ignore_changes.len(), 1);
        assert_eq!(options.aliases.len(), 2);
        assert_eq!(options.timeouts.create, Some(Duration::from_secs(90)));
    }

    /// An unset option does not lift the protection.
    #[test]
    fn what_is_not_said_is_not_false() {
        let protect = |json: &str| parse(json).unwrap().protect;
        assert_eq!(protect("{}"), None);
        assert_eq!(protect(r#"{"protect":false}"#), Some(false));
        let (absent, off) = (parse("{}").unwrap(), parse(r#"{"protect":false}"#).unwrap());
        assert!(absent.recorded_differences(&off).is_empty());
    }

    #[test]
    fn a_trigger_is_another_value_and_no_new_one() {
        let trigger = |json: &str| parse(&format!(r#"{{"replacementTrigger":{json}}}"#)).unwrap();
        let old = |json: &str| match Value::from_json(json).unwrap() {
            Value::Object(object) => object,
            other => panic!("{other:?}"),
        };
        let one = old(r#"{"replacementTrigger":{"a":[1]}}"#);
        assert!(!trigger(r#"{"a":[1]}"#).is_triggered(&one));
        assert!(trigger(r#"{"a":[2]}"#).is_triggered(&one));
        assert!(!trigger("null").is_triggered(&one));
        assert!(!trigger("1").is_triggered(&old("{}")));
        assert!(!parse("{}").unwrap().is_triggered(&one));
        let secret = ResourceOptions {
            replacement_trigger: Some(Value::secret(one["replacementTrigger"].clone())),
            ..ResourceOptions::default()
        };
        assert!(!secret.is_triggered(&one));
        let unknown = ResourceOptions {
            replacement_trigger: Some(Value::Unknown),
            ..ResourceOptions::default()
        };
        assert!(unknown.is_triggered(&one) && !unknown.is_triggered(&old("{}")));
    }

    #[test]
    fn says_what_is_wrong() {
        let message = |json: &str| parse(json).unwrap_err().to_string();
        let messages = [
            r#"{"protect":1}"#,
            r#"{"ignoreChanges":["a[","b"]}"#,
            r#"{"aliases":["x"]}"#,
            r#"{"customTimeouts":{"create":"soon"}}"#,
        ];
        insta::assert_snapshot!(messages.map(message).join("\n"), @r#"
            option `protect` must be true or false, not a number
            option `ignoreChanges`: `a[` is not a property path: an index is missing at character 3; one looks like `rules[0].port` or `tags["a.b"]`
            option `aliases`: `x` is not a URN; one looks like `urn:lumi:prod::acmeinfra::index::aws:ec2/instance:Instance::master-node`
            option `customTimeouts.create`: `soon` is not a duration; write for example 90s or 5m
            "#);
    }
}
