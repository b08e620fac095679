//! Where methods belong that were reached on another way than through their class or object.

use deno_core::v8;
use rustc_hash::{FxHashMap, FxHashSet};

use lumi_closure::capture::{Owner, ValueId};

use super::identities::Identities;

/// The methods of a capture, and the classes and objects that they were found in.
#[derive(Default)]
pub struct MethodHomes<'s> {
    /// Methods of classes that were captured.
    owners: Identities<'s, Owner>,
    /// Methods, and the objects that have them as members.
    objects: FxHashMap<ValueId, ValueId>,
    /// Methods that belong somewhere else, as far as is known.
    open: Vec<Method<'s>>,
    /// Methods whose class was looked for by name.
    tried: FxHashSet<ValueId>,
}

/// A method that was captured.
pub type Method<'s> = (ValueId, v8::Local<'s, v8::Function>);

/// What a method belongs to.
pub enum Home {
    Class(Owner),
    Object(ValueId),
}

impl<'s> MethodHomes<'s> {
    /// Notes a method whose class or object is looked for at the end.
    pub fn add(&mut self, method: Method<'s>) {
        self.open.push(method);
    }

    /// Notes the class of a method.
    pub fn add_class(&mut self, method: v8::Local<'s, v8::Value>, owner: Owner) {
        self.owners.insert(method, owner);
    }

    /// Notes the object of a method; the first one counts.
    pub fn add_object(&mut self, method: ValueId, object: ValueId) {
        self.objects.entry(method).or_insert(object);
    }

    /// Takes the methods that were noted, each with what it belongs to if that is known.
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

    /// Whether the class of a method was not looked for by name so far.
    pub fn try_once(&mut self, method: ValueId) -> bool {
        self.tried.insert(method)
    }
}
