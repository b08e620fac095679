//! The option `hooks`.

use rustc_hash::FxBuildHasher;

use crate::value::value::{Object, Value};

/// The names of the functions of the program that run before and after the steps of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookNames {
    pub before_create: Vec<String>,
    pub after_create: Vec<String>,
    pub before_update: Vec<String>,
    pub after_update: Vec<String>,
    pub before_delete: Vec<String>,
    pub after_delete: Vec<String>,
    /// Called when a step has failed.
    pub on_error: Vec<String>,
    /// The lists as the program wrote them.
    lists: Object,
}

impl HookNames {
    pub(super) const NONE: Self = Self {
        before_create: Vec::new(),
        after_create: Vec::new(),
        before_update: Vec::new(),
        after_update: Vec::new(),
        before_delete: Vec::new(),
        after_delete: Vec::new(),
        on_error: Vec::new(),
        lists: Object::with_hasher(FxBuildHasher),
    };

    pub fn is_empty(&self) -> bool {
        let lists = [
            &self.before_create,
            &self.after_create,
            &self.before_update,
            &self.after_update,
            &self.before_delete,
            &self.after_delete,
            &self.on_error,
        ];
        lists.into_iter().all(Vec::is_empty)
    }

    pub(super) fn object(&self) -> &Object {
        &self.lists
    }
}

/// Members that are not lists of names are ignored.
impl From<Object> for HookNames {
    fn from(lists: Object) -> Self {
        let names = |key: &str| {
            let Some(Value::Array(names)) = lists.get(key) else {
                return Vec::new();
            };
            let names = names.iter().filter_map(Value::as_str);
            names.map(str::to_owned).collect()
        };
        Self {
            before_create: names("beforeCreate"),
            after_create: names("afterCreate"),
            before_update: names("beforeUpdate"),
            after_update: names("afterUpdate"),
            before_delete: names("beforeDelete"),
            after_delete: names("afterDelete"),
            on_error: names("onError"),
            lists,
        }
    }
}
