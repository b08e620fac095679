//! Properties of resources that outputs of a state may show, beside what only providers can have made.

use lumi_engine::TakenObject;
use lumi_graph::{Object, ObjectType, Value};
use lumi_inference::{Origin, SHORTEST_PART, SecretTexts, each_text, origins};

/// The texts of properties that programs may set.
#[derive(Default)]
pub struct OutputTexts {
    /// Those that the program leaves to the provider.
    unset: Texts,
    /// Those that the program sets, which may be equal by chance.
    set: Texts,
}

#[derive(Default)]
struct Texts {
    open: Vec<Origin>,
    secret: Vec<Origin>,
}

impl Texts {
    fn add(&mut self, at: usize, properties: Object) {
        let is_secret = |it: &Value| matches!(it, Value::Secret(_));
        let (mut open, mut secret) = (properties.clone(), properties);
        open.retain(|_, it| !is_secret(it));
        secret.retain(|_, it| is_secret(it));
        self.open.extend(origins(at, &open, None));
        self.secret.extend(origins(at, &secret, None));
    }

    /// A secret output must stay one, so it shows only what is secret as a property.
    fn of(&self, is_secret: bool) -> impl Iterator<Item = &Origin> {
        let open = if is_secret { &[][..] } else { &self.open };
        open.iter().chain(&self.secret)
    }
}

impl OutputTexts {
    pub fn add(&mut self, at: usize, taken: &TakenObject, inputs: &ObjectType) {
        let part = |is_set: bool| {
            let mut outputs = taken.outputs.clone();
            outputs.retain(|name, _| {
                inputs.get(name).is_some() && taken.inputs.contains_key(name) == is_set
            });
            outputs
        };
        self.unset.add(at, part(false));
        self.set.add(at, part(true));
    }

    /// The properties that an output may show. What the program sets must be the whole of a text, and that of only
    /// one property.
    pub fn of(&self, output: &Value) -> Vec<Origin> {
        let is_secret = matches!(output, Value::Secret(_));
        let mut found: Vec<Origin> = self.unset.of(is_secret).cloned().collect();
        each_text("", output, SecretTexts::Included, &mut |_, text| {
            let mut equal = self.set.of(is_secret).filter(|it| it.text == text);
            if text.len() >= SHORTEST_PART
                && let (Some(only), None) = (equal.next(), equal.next())
            {
                found.push(only.clone());
            }
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use lumi_graph::{PropertySchema, PropertyType};

    use super::*;

    fn texts(of: &Value) -> Vec<String> {
        let inputs = ["region", "password", "title", "other"];
        let inputs = inputs.map(|it| PropertySchema::new(it, PropertyType::Text));
        let inputs = ObjectType::new(inputs.into());
        let object = |members: &[(&str, Value)]| {
            let members = members.iter();
            members
                .map(|(name, it)| ((*name).to_owned(), it.clone()))
                .collect::<Object>()
        };
        let title = Value::from("the only title");
        let other = Value::from("several have this");
        let given = object(&[("title", title.clone()), ("other", other.clone())]);
        let outputs = object(&[
            ("region", Value::from("north-1")),
            ("password", Value::secret(Value::from("hunter2hunter2"))),
            ("title", title),
            ("other", other),
            ("made", Value::from("no input at all")),
        ]);
        let mut all = OutputTexts::default();
        for at in 0..2 {
            let mut outputs = outputs.clone();
            if at == 1 {
                outputs.shift_remove("title");
            }
            let taken = TakenObject {
                inputs: given.clone(),
                outputs,
                ignored: Vec::new(),
            };
            all.add(at, &taken, &inputs);
        }
        let found = all.of(of).into_iter();
        found
            .map(|it| format!("{}{}", it.resource, it.path))
            .collect()
    }

    #[test]
    fn an_output_shows_what_a_provider_has_set_and_what_only_one_program_can_have() {
        let unset = ["0.region", "1.region", "0.password", "1.password"];
        assert_eq!(texts(&Value::from("north-1")), unset);
        let title = [&unset[..], &["0.title"]].concat();
        assert_eq!(texts(&Value::from("the only title")), title);
        assert_eq!(texts(&Value::from("several have this")), unset);
        // What was secret stays secret.
        for text in ["north-1", "the only title", "hunter2hunter2"] {
            let secret = Value::secret(Value::from(text));
            assert_eq!(texts(&secret), ["0.password", "1.password"], "{text}");
        }
    }
}
