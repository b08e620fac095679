//! Dynamic resources of Pulumi's Node SDK that go on as those of Lumi.

use std::borrow::Cow;
use std::sync::Arc;

use lumi_graph::{Object, ResourceType};

use crate::plan::CODE_INPUT;

/// The package of dynamic resources in programs of Lumi.
const DYNAMIC: &str = "dynamic";
/// Their package in the Node SDK.
const FORMER: &str = "pulumi-nodejs";

/// Whether the provider of the new type manages the objects of the old one, although it is of another package: both are
/// code of the program, with the same ids, inputs and outputs.
pub fn goes_on(old_type: &str, new_type: &ResourceType) -> bool {
    old_type.split(':').next() == Some(FORMER) && new_type.package() == DYNAMIC
}

/// The properties of an object as the new provider knows them.
pub fn without_code<'o>(
    properties: &'o Arc<Object>,
    new_type: &ResourceType,
) -> Cow<'o, Arc<Object>> {
    match new_type.package() == DYNAMIC && properties.contains_key(CODE_INPUT) {
        true => {
            let mut rest = Object::clone(properties);
            rest.shift_remove(CODE_INPUT);
            Cow::Owned(Arc::new(rest))
        }
        false => Cow::Borrowed(properties),
    }
}

#[cfg(test)]
mod tests {
    use lumi_graph::Value;

    use super::*;

    #[test]
    fn only_dynamic_resources_go_on() {
        let new = |it: &str| ResourceType::parse(it).unwrap();
        let former = "pulumi-nodejs:dynamic:Resource";
        assert!(goes_on(former, &new("dynamic:index:Hello")));
        assert!(!goes_on(former, &new("std:fs:File")));
        assert!(!goes_on("aws:s3:Bucket", &new("dynamic:index:Hello")));
    }

    #[test]
    fn the_code_is_no_property() {
        let new = ResourceType::parse("dynamic:index:Hello").unwrap();
        let members = [(CODE_INPUT, "x"), ("name", "y")];
        let object: Object = members
            .map(|(key, it)| (key.into(), Value::from(it)))
            .into_iter()
            .collect();
        let object = Arc::new(object);
        assert_eq!(
            without_code(&object, &new).keys().collect::<Vec<_>>(),
            ["name"]
        );
        let other = ResourceType::parse("std:fs:File").unwrap();
        assert_eq!(without_code(&object, &other).len(), 2);
    }
}
