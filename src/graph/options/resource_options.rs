//! The options of one resource.

use super::alias::Alias;
use super::custom_timeouts::{CustomTimeouts, Timeouts};
use super::option_error::OptionError;
use super::resource_option::ResourceOption;
use crate::lumigl::urn_map::UrnMap;
use crate::value::value::Object;

/// The options that a program set for a resource, apart from those that are edges (`parent`,
/// `provider`, `dependsOn`).
///
/// Options keep the order in which they were set, and each form of a resource is written from the
/// same object ([`Self::to_object`]): states, graphs and messages keep their bytes. Options with an
/// unknown name or an invalid value are kept as well; [`Self::fault`] reports the latter.
#[derive(Clone, Debug, Default)]
pub struct ResourceOptions(Vec<ResourceOption>);

/// Options whose invalid values count as absent: Lumi does not use the value itself.
const UNCHECKED: [&str; 4] = ["hooks", "version", "pluginDownloadURL", "providers"];

impl ResourceOptions {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &ResourceOption> {
        self.0.iter()
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut ResourceOption> {
        self.0.iter_mut()
    }

    /// Whether an option is set, even to an invalid value.
    pub fn contains(&self, name: &str) -> bool {
        self.0.iter().any(|it| it.name() == name)
    }

    /// Sets an option, in place of the earlier value.
    pub fn set(&mut self, option: ResourceOption) {
        let mut options = self.0.iter_mut();
        match options.find(|it| it.name() == option.name()) {
            Some(present) => *present = option,
            None => self.0.push(option),
        }
    }

    pub fn remove(&mut self, name: &str) {
        self.0.retain(|it| it.name() != name);
    }

    /// Adds an alias after the present ones.
    pub fn add_alias(&mut self, alias: Alias) {
        let mut aliases = self.aliases().to_vec();
        aliases.push(alias);
        self.set(ResourceOption::Aliases(aliases));
    }

    /// Whether the object is protected.
    pub fn is_protected(&self) -> bool {
        self.protect() == Some(true)
    }

    /// The time limits; none by default.
    pub fn timeouts(&self) -> Timeouts {
        let timeouts = self.custom_timeouts();
        timeouts.map(CustomTimeouts::limits).unwrap_or_default()
    }

    /// Why an option is invalid; the first in the order of the table.
    pub fn fault(&self) -> Option<OptionError> {
        let names = ResourceOption::NAMES.iter();
        let mut checked = names.filter(|it| !UNCHECKED.contains(it));
        checked.find_map(|name| match self.0.iter().find(|it| it.name() == *name)? {
            ResourceOption::Other { value, .. } => ResourceOption::read(name, value)?.err(),
            _ => None,
        })
    }

    pub fn contains_unknown(&self) -> bool {
        self.0.iter().any(|it| match it {
            ResourceOption::ReplacementTrigger(value) | ResourceOption::Other { value, .. } => {
                value.contains_unknown()
            }
            _ => it.to_value().contains_unknown(),
        })
    }

    /// Rewrites the URNs of all options, which contain them as text.
    pub fn map_urns(&mut self, urns: &(impl UrnMap + ?Sized)) {
        if !self.is_empty() {
            let mut object = self.to_object();
            urns.options(&mut object);
            *self = object.into();
        }
    }

    /// The options by name, in the order in which they were set.
    pub fn to_object(&self) -> Object {
        let options = self.0.iter();
        options
            .map(|it| (it.name().to_owned(), it.to_value()))
            .collect()
    }
}

/// Options are equal if they are in another order, as objects are.
impl PartialEq for ResourceOptions {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().all(|it| other.0.contains(it))
    }
}

impl Eq for ResourceOptions {}

impl From<Object> for ResourceOptions {
    fn from(object: Object) -> Self {
        let options = object.into_iter();
        Self(
            options
                .map(|(name, value)| ResourceOption::new(&name, value))
                .collect(),
        )
    }
}

/// Sets each option in its order.
impl FromIterator<ResourceOption> for ResourceOptions {
    fn from_iter<T: IntoIterator<Item = ResourceOption>>(options: T) -> Self {
        let mut set = Self::default();
        for option in options {
            set.set(option);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Value;
    use crate::any_value::any_value;
    use crate::value::value_writer::{Secrets, SerObject};

    const FILE: &str = "urn:lumi:dev::web::index::std:fs:File::a";

    fn read(json: &str) -> ResourceOptions {
        match Value::from_json(json).unwrap() {
            Value::Object(object) => object.into(),
            other => panic!("{other:?}"),
        }
    }

    fn written(object: &Object) -> String {
        serde_json::to_string(&SerObject::new(object, Secrets::Shown)).unwrap()
    }

    /// Valid and invalid values of options.
    fn option_value() -> impl Strategy<Value = Value> {
        let texts = ["a.b", "tags[*]", "a[", "", "1m 30s", FILE].map(Value::from);
        let text = prop::sample::select(texts.to_vec());
        let keys = ["name", "type", "parent", "create", "read", "onError", "x"];
        let key = prop::sample::select(keys.to_vec()).prop_map(str::to_owned);
        let list = prop::collection::vec(text.clone(), 0..3).prop_map(Value::Array);
        let member = prop_oneof![text.clone(), list.clone()];
        let members = prop::collection::vec((key, member), 0..4)
            .prop_map(|members| Value::Object(members.into_iter().collect()));
        let items = prop::collection::vec(members.clone(), 0..3).prop_map(Value::Array);
        let flag = any::<bool>().prop_map(Value::Bool);
        prop_oneof![text, list, members, items, flag, any_value()]
    }

    fn any_options() -> impl Strategy<Value = Object> {
        let names = ResourceOption::NAMES.to_vec();
        let known = prop::sample::select(names).prop_map(str::to_owned);
        let name = prop_oneof![4 => known, 1 => ".{0,5}"];
        prop::collection::vec((name, option_value()), 0..6)
            .prop_map(|members| members.into_iter().collect())
    }

    proptest! {
        #[test]
        fn the_bytes_of_an_object_come_back(object in any_options()) {
            let options = ResourceOptions::from(object.clone());
            prop_assert_eq!(written(&options.to_object()), written(&object));
            prop_assert_eq!(options.contains_unknown(), Value::Object(object.clone()).contains_unknown());
            let reversed: Object = object.into_iter().rev().collect();
            prop_assert_eq!(ResourceOptions::from(reversed), options);
        }
    }

    #[test]
    fn options_of_the_program_are_typed() {
        let options = read(&format!(
            r#"{{"protect":true,"ignoreChanges":["tags.*"],"customTimeouts":{{"create":"1m 30s"}},
            "aliases":[{{"name":"old"}},"{FILE}"],"hooks":{{"onError":["h"]}},"version":"1"}}"#,
        ));
        assert_eq!(options.fault(), None);
        assert!(options.is_protected() && options.retain_on_delete().is_none());
        assert_eq!(options.ignore_changes().len(), 1);
        assert_eq!(options.aliases().len(), 2);
        assert_eq!(options.timeouts().create.unwrap().as_secs(), 90);
        assert_eq!(options.hooks().on_error, ["h"]);
        assert_eq!(options.version(), Some("1"));
        let is_other = |it: &ResourceOption| matches!(it, ResourceOption::Other { .. });
        assert!(!options.iter().any(is_other));
    }

    /// An unset option does not lift the protection.
    #[test]
    fn an_absent_flag_is_not_false() {
        assert_eq!(read("{}").protect(), None);
        assert_eq!(read(r#"{"protect":false}"#).protect(), Some(false));
    }

    #[test]
    fn an_invalid_option_leaves_the_others_readable() {
        let options = read(r#"{"protect":1,"retainOnDelete":true,"news":1}"#);
        assert!(options.fault().is_some() && options.contains("protect"));
        assert_eq!(
            (options.protect(), options.retain_on_delete()),
            (None, Some(true))
        );
    }

    #[test]
    fn an_option_that_is_set_again_keeps_its_place() {
        let mut options = read(r#"{"protect":true,"version":"1"}"#);
        options.set(ResourceOption::Protect(false));
        options.set(ResourceOption::Import("i-1".to_owned()));
        options.remove("version");
        let object = options.to_object();
        assert_eq!(written(&object), r#"{"protect":false,"import":"i-1"}"#);
    }

    #[test]
    fn errors_name_the_option() {
        let message = |json: &str| read(json).fault().unwrap().to_string();
        let messages = [
            r#"{"protect":1}"#,
            r#"{"ignoreChanges":["a[","b"]}"#,
            r#"{"aliases":["x"]}"#,
            r#"{"customTimeouts":{"create":"soon"}}"#,
            r#"{"deletedWith":"x","hideDiffs":[1]}"#,
        ];
        insta::assert_snapshot!(messages.map(message).join("\n"), @r#"
            option `protect` must be true or false, not a number
            option `ignoreChanges`: `a[` is not a property path: an index is missing at character 3; one looks like `rules[0].port` or `tags["a.b"]`
            option `aliases`: `x` is not a URN; one looks like `urn:lumi:prod::acmeinfra::index::aws:ec2/instance:Instance::master-node`
            option `customTimeouts.create`: `soon` is not a duration; write a duration such as 90s or 5m
            option `hideDiffs` must be a list of strings, not a number
            "#);
    }
}
