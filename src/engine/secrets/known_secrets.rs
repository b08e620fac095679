//! The secrets that a run knows, from the configuration and from all resources.

use std::collections::{BTreeSet, HashSet};

use parking_lot::RwLock;

use lumi_graph::{NumberText, Object, Urn, Value, decoded_whole};
use lumi_provider::reveal_value;

use super::redactor;
use super::redactor::Redactor;
use super::search_groups::SearchGroups;
use super::secret_lines::SecretLines;
use super::secret_search::Form;

/// The length in bytes from which a secret is recognised in values of other resources. Shorter texts
/// occur there by chance.
pub const MIN_RECOGNISED: usize = 8;

/// Recognises secrets in outputs, names and messages of resources that do not have them as inputs.
#[derive(Default)]
pub struct KnownSecrets {
    known: RwLock<Known>,
    /// The secrets that are searched for in secret inputs, which may be made of them.
    parts: RwLock<Known>,
    /// The secrets that are masked in messages.
    masked: RwLock<Redactor>,
    /// The resources and outputs with a reported name.
    reported: RwLock<HashSet<String>>,
}

#[derive(Default)]
struct Known {
    forms: HashSet<Form>,
    groups: SearchGroups<Form>,
}

impl KnownSecrets {
    /// Adds the secrets of a configuration; each part of a structured one is a secret.
    pub fn add_config(&self, config: &Object) {
        let mut parts = Vec::new();
        for value in config.values() {
            redactor::collect(value, SecretLines::Keys, &mut |text, _| {
                parts.push(text.to_owned());
            });
        }
        self.add(&secrets(parts));
        self.add(config);
        // A message may quote a single line of a file that the user set as a secret.
        let masked = &mut self.masked.write();
        masked.add_origins(config, MIN_RECOGNISED);
    }

    pub fn add(&self, object: &Object) {
        let (mut whole, mut all) = (Vec::new(), Vec::new());
        for value in object.values().filter(|it| it.contains_secret()) {
            collect_whole(value, &mut whole);
            redactor::collect(value, SecretLines::Keys, &mut |text, is_number| {
                if text.len() >= MIN_RECOGNISED {
                    let text = text.to_owned();
                    all.push(Form { text, is_number });
                }
            });
        }
        all.extend(whole.iter().cloned());
        if all.is_empty() {
            return;
        }
        whole.retain(|it| it.text.len() >= MIN_RECOGNISED);
        self.known.write().add(whole);
        self.parts.write().add(all);
        self.masked.write().add_of_others(object, MIN_RECOGNISED);
    }

    /// The known secrets of which secret inputs are made, such as the password in a command.
    pub fn parts_of(&self, given: &Object) -> Object {
        let known = self.parts.read();
        let mut found = BTreeSet::new();
        for value in given.values() {
            redactor::collect(value, SecretLines::Keys, &mut |text, _| {
                let ranges = known.groups.searches().flat_map(|it| it.ranges(text));
                found.extend(ranges.map(|it| text[it].to_owned()));
            });
        }
        secrets(found)
    }

    /// A redactor for messages about a resource with these inputs or outputs.
    pub fn redactor<'a>(&self, objects: impl IntoIterator<Item = &'a Object>) -> RunRedactor<'_> {
        let mut own = Redactor::default();
        for object in objects {
            own.add(object, redactor::MIN_MASKED, SecretLines::Long);
            own.add(
                &self.parts_of(object),
                redactor::MIN_MASKED,
                SecretLines::Long,
            );
        }
        RunRedactor { own, known: self }
    }

    /// Marks members of an answer that quote a secret. What a program gave as plain text is in the state
    /// as plain text anyway, so an output that repeats an input stays as it is.
    pub fn mark(&self, answered: &mut Object, given: &Object) {
        let is_repeated = |key: &str, value: &Value| given.get(key).is_some_and(|it| it == value);
        self.mark_members(answered, &HashSet::new(), is_repeated);
    }

    /// Marks outputs of the stack that quote a secret, unless the program opened the text that does.
    pub fn mark_outputs(&self, outputs: &mut Object, opened: &HashSet<String>) {
        self.mark_members(outputs, opened, |_, _| false);
    }

    fn mark_members(
        &self,
        members: &mut Object,
        opened: &HashSet<String>,
        is_repeated: impl Fn(&str, &Value) -> bool,
    ) {
        let known = self.known.read();
        if known.groups.is_empty() {
            return;
        }
        for (key, value) in members {
            let is_marked = matches!(value, Value::Secret(_) | Value::Unknown);
            if !is_marked && !is_repeated(key, value) && known.is_quoted_in(value, opened) {
                *value = Value::secret(reveal_value(value));
            }
        }
    }

    /// Whether the name of a resource quotes a secret; true once for each resource.
    pub fn is_unreported_resource(&self, urn: &Urn) -> bool {
        self.known.read().finds(urn.name()) && self.is_first(urn.as_str())
    }

    /// Whether the name of a stack output quotes a secret; true once for each name.
    pub fn is_unreported_output(&self, name: &str) -> bool {
        self.known.read().finds(name) && self.is_first(name)
    }

    fn is_first(&self, name: &str) -> bool {
        self.reported.write().insert(name.to_owned())
    }
}

/// Removes the secrets of a resource, and longer ones of the whole run, from messages.
pub struct RunRedactor<'a> {
    own: Redactor,
    known: &'a KnownSecrets,
}

impl RunRedactor<'_> {
    pub fn redact(&self, message: &str) -> String {
        self.own.redact_with(&self.known.masked.read(), message)
    }
}

impl Known {
    fn add(&mut self, found: Vec<Form>) {
        let is_new = |form: &Form| self.forms.insert(form.clone());
        self.groups.add(found.into_iter().filter(is_new).collect());
    }

    /// Whether a text, or the one that it is an encoding of, quotes a secret.
    fn finds(&self, text: &str) -> bool {
        let is_long = text.len() >= MIN_RECOGNISED && !self.groups.is_empty();
        is_long
            && (self.groups.finds(text)
                || decoded_whole(text).iter().any(|it| self.groups.finds(it)))
    }

    fn is_quoted_in(&self, value: &Value, opened: &HashSet<String>) -> bool {
        value.any_in_clear(|it| match it {
            Value::String(text) => !opened.contains(text) && self.finds(text),
            Value::Number(number) => self.finds(&NumberText(*number).to_string()),
            Value::Object(members) => members.keys().any(|it| self.finds(it)),
            _ => false,
        })
    }
}

/// Calls `found` with the texts and numbers that are secret by themselves. Of a list or an object that
/// is secret as a whole, most parts are not: a response with a token has a content type, too.
fn collect_whole(value: &Value, found: &mut Vec<Form>) {
    value.any(|it| {
        if let Value::Secret(inner) = it {
            found.extend(form(inner));
        }
        false
    });
}

fn form(value: &Value) -> Option<Form> {
    let (text, is_number) = match value {
        Value::String(text) => (text.clone(), false),
        Value::Number(number) => (NumberText(*number).to_string(), true),
        _ => return None,
    };
    (text.len() >= redactor::MIN_MASKED).then_some(Form { text, is_number })
}

fn secrets(texts: impl IntoIterator<Item = String>) -> Object {
    let values = texts.into_iter().map(|it| Value::secret(it.into()));
    let members = values.enumerate();
    members.map(|(at, it)| (at.to_string(), it)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::program::urn;
    use crate::tests::samples::object;

    fn known() -> KnownSecrets {
        let known = KnownSecrets::default();
        known.add(&object(
            r#"{"token":{"$lumi":"secret","value":"correct horse"},"plain":"long enough",
            "short":{"$lumi":"secret","value":"horse"},"pin":{"$lumi":"secret","value":48151623},
            "all":{"$lumi":"secret","value":{"type":"application/json"}}}"#,
        ));
        known
    }

    #[test]
    fn outputs_that_quote_a_secret_are_marked() {
        let mut answered = object(
            r#"{"whole":"correct horse","part":["a correct horse!"],"key":{"correct horse":1},
            "pin":[48151623],"number":481516234,"short":"a horse","type":"application/json",
            "given":"correct horse"}"#,
        );
        known().mark(&mut answered, &object(r#"{"given":"correct horse"}"#));
        let marked = answered.iter().filter(|(_, it)| it.contains_secret());
        let marked: Vec<&str> = marked.map(|(key, _)| key.as_str()).collect();
        assert_eq!(marked, ["whole", "part", "key", "pin"]);
    }

    #[test]
    fn outputs_that_are_encodings_of_a_secret_are_marked() {
        let mut answered = object(
            r#"{"base64":"Y29ycmVjdCBob3JzZQ==","url":"Y29ycmVjdCBob3JzZQ","hex":"636f727265637420686f727365",
            "upper":"636F7272 65637420\n686F7273 65","base32":"MNXXE4TFMN2CA2DPOJZWK===","small":["mnxxe4tfmn2ca2dpojzwk"],
            "twice":"WTI5eWNtVmpkQ0JvYjNKelpRPT0=","within":"YSBjb3JyZWN0IGhvcnNlIQ==","other":"b3RoZXIgaG9yc2Vz","hash":"0123456789abcdef"}"#,
        );
        known().mark(&mut answered, &Object::default());
        let clear = answered.iter().filter(|(_, it)| !it.contains_secret());
        let clear: Vec<&str> = clear.map(|(key, _)| key.as_str()).collect();
        assert_eq!(clear, ["other", "hash"]);
    }

    #[test]
    fn text_beside_a_secret_stays_in_clear() {
        let mixed =
            r#"{"both":{"plain":"text","token":{"$lumi":"secret","value":"correct horse"}}}"#;
        let mut answered = object(mixed);
        known().mark(&mut answered, &Object::default());
        assert_eq!(answered, object(mixed));
    }

    #[test]
    fn secret_inputs_are_made_of_known_secrets() {
        let given = object(
            r#"{"create":{"$lumi":"secret","value":"login --as horse"},"url":"a correct horse"}"#,
        );
        assert_eq!(
            known().parts_of(&given),
            object(r#"{"0":{"$lumi":"secret","value":"horse"}}"#)
        );
        assert_eq!(
            known().redactor([&given]).redact("a horse, correct horse"),
            "a [secret], [secret]"
        );
        assert_eq!(
            known().redactor([]).redact("a horse, Y29ycmVjdCBob3JzZQ"),
            "a horse, [secret]"
        );
    }

    #[test]
    fn every_part_of_a_structured_configuration_is_a_secret() {
        let known = KnownSecrets::default();
        known.add_config(&object(
            r#"{"db":{"$lumi":"secret","value":{"password":"correct horse"}}}"#,
        ));
        let mut answered = object(r#"{"url":"db://correct horse@host"}"#);
        known.mark(&mut answered, &Object::default());
        assert!(matches!(answered["url"], Value::Secret(_)));
    }

    #[test]
    fn messages_quote_no_line_of_a_configured_text() {
        let known = KnownSecrets::default();
        let settings = r#"{"env":{"$lumi":"secret","value":"Of the shop:\npassword: correct horse battery\n"}}"#;
        known.add_config(&object(settings));
        let message = "line 2: `password: correct horse battery` has no quotes";
        let clear = "line 2: `[secret]` has no quotes";
        assert_eq!(known.redactor([]).redact(message), clear);
        // The text of another resource may be made of public lines.
        let of_others = KnownSecrets::default();
        of_others.add(&object(settings));
        assert_eq!(of_others.redactor([]).redact(message), message);
    }

    #[test]
    fn a_name_with_a_secret_is_reported_once() {
        let known = known();
        assert!(known.is_unreported_resource(&urn("a correct horse")));
        assert!(!known.is_unreported_resource(&urn("a correct horse")));
        assert!(!known.is_unreported_resource(&urn("horse")));
        assert!(known.is_unreported_output("correct horse"));
    }
}
