//! Classes and objects of methods that were reached other than through them.

use deno_core::v8;
use rustc_hash::{FxHashMap, FxHashSet};

use lumi_closure::capture::{Owner, ValueId};

use super::identities::Identities;

/// The methods of a capture, with the classes and objects that contain them.
#[derive(Default)]
pub struct MethodHomes<'s> {
    /// Methods of captured classes.
    owners: Identities<'s, Owner>,
    /// Methods with the objects that have them as members.
    objects: FxHashMap<ValueId, ValueId>,
    /// Methods whose class or object is not determined yet.
    open: Vec<Method<'s>>,
    /// Methods whose class was already searched by name.
    tried: FxHashSet<ValueId>,
}

/// A captured method.
pub type Method<'s> = (ValueId, v8::Local<'s, v8::Function>);

/// The class or object of a method.
pub enum Home {
    Class(Owner),
    Object(ValueId),
}

impl<'s> MethodHomes<'s> {
    /// Adds a method whose class or object is determined at the end.
    pub fn add(&mut self, method: Method<'s>) {
        self.open.push(method);
    }

    /// Records the class of a method.
    pub fn add_class(&mut self, method: v8::Local<'s, v8::Value>, owner: Owner) {
        self.owners.insert(method, owner);
    }

    /// Records the object of a method; the first one is kept.
    pub fn add_object(&mut self, method: ValueId, object: ValueId) {
        self.objects.entry(method).or_insert(object);
    }

    /// Takes the added methods, each with its class or object if known.
    pub fn take(&mut self) -> Vec<(Method<'s>, Option<Home>)> {
        let open = std::mem::take(&mut self.open);
        let home = |(id, function): &Method<'s>| {
            let owner = self.owners.get((*function).into()).cloned();
            let object = || self.objects.get(id).copied();
            owner
                .map(Home::Class)
                .or_else(|| object().map(Home::Object))
        };
        let all = open.into_iter();
        all.map(|method| (method, home(&method))).collect()
    }

    /// Whether this is the first search for the class of a method by name.
    pub fn try_once(&mut self, method: ValueId) -> bool {
        self.tried.insert(method)
    }
}
