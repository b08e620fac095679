//! Members of values: read and written.

use super::value::{
    CallId, ClassId, Key, NodeId, ObjectId, ObjectKind, Site, Stateful, Takes, Use, Value,
};
use super::{Solver, Verdict, judge};
use crate::member_names::{
    borrows_callback, gives_collection, gives_results, is_collection_method, is_comparing,
    is_reducing, of_date_member, of_meta_member, of_method, takes_callback,
};
use crate::rule::Rule;
use crate::sdk::is_resource_class;

/// More members behind each other than any part of the language, of Node or of Lumi has.
pub(super) const MAX_MEMBERS: usize = 8;

impl Solver {
    /// The node of a member, which also has what is stored under names that are not known.
    pub fn field(&mut self, object: ObjectId, name: u32) -> NodeId {
        if let Some(known) = self.fields.get(&(object, name)) {
            return *known;
        }
        let field = self.node();
        self.fields.insert((object, name), field);
        let data = &mut self.objects[object.0 as usize];
        data.keys.push(name);
        let (any, all) = (data.any, data.all);
        let parents = data.parents.clone();
        let children = data.children.clone();
        self.copy(any, field);
        self.copy(field, all);
        for parent in parents {
            let inherited = self.field(parent, name);
            self.copy(inherited, field);
        }
        for child in children {
            let inheriting = self.field(child, name);
            self.copy(field, inheriting);
        }
        field
    }

    pub fn named_field(&mut self, object: ObjectId, name: &str) -> NodeId {
        let name = self.names.number(name);
        self.field(object, name)
    }

    /// Makes the members of `parent` members of `child`.
    pub fn inherit(&mut self, child: ObjectId, parent: ObjectId) {
        if child == parent
            || self.objects[child.0 as usize].parents.contains(&parent)
            || self.has_ancestor(parent, child)
        {
            return;
        }
        self.objects[child.0 as usize].parents.push(parent);
        self.objects[parent.0 as usize].children.push(child);
        let (from, to) = (
            self.objects[parent.0 as usize].any,
            self.objects[child.0 as usize].any,
        );
        self.copy(from, to);
        let (of_parent, of_child) = (
            self.objects[parent.0 as usize].keys.clone(),
            self.objects[child.0 as usize].keys.clone(),
        );
        for name in of_parent {
            let (from, to) = (self.field(parent, name), self.field(child, name));
            self.copy(from, to);
        }
        for name in of_child {
            let (from, to) = (self.field(parent, name), self.field(child, name));
            self.copy(from, to);
        }
    }

    fn has_ancestor(&self, object: ObjectId, ancestor: ObjectId) -> bool {
        self.lineage(object)
            .iter()
            .skip(1)
            .any(|it| *it == ancestor)
    }

    /// An object, its parents and theirs, each once.
    pub fn lineage(&self, object: ObjectId) -> Vec<ObjectId> {
        let mut lineage = vec![object];
        let mut index = 0;
        while let Some(open) = lineage.get(index).copied() {
            for parent in &self.objects[open.0 as usize].parents {
                if !lineage.contains(parent) {
                    lineage.push(*parent);
                }
            }
            index += 1;
        }
        lineage
    }

    /// Stores a member under its name.
    pub fn define(&mut self, object: ObjectId, name: u32) -> NodeId {
        self.defined.insert((object, name));
        self.field(object, name)
    }

    /// Whether the program stores something under this name.
    fn has_member(&self, object: ObjectId, name: u32) -> bool {
        let lineage = self.lineage(object);
        lineage.into_iter().any(|it| self.has_own(it, name))
    }

    fn has_own(&self, object: ObjectId, name: u32) -> bool {
        if self.defined.contains(&(object, name)) {
            return true;
        }
        // A copy of another object has its functions.
        let field = self.fields.get(&(object, name));
        let values = field.map(|it| &self.nodes[it.0 as usize].values);
        self.objects[object.0 as usize].kind == ObjectKind::Record
            && values.is_some_and(|it| it.iter().any(|it| matches!(it, Value::Function(_))))
    }

    pub(super) fn load(&mut self, value: Value, key: Key, to: NodeId, site: Site) {
        match value {
            Value::Unknown | Value::Stateful(_) | Value::Resolver(_) => {
                self.check_member(key, site);
                self.add(to, Value::Unknown);
            }
            Value::Intrinsic(path) => {
                let member = self.intrinsic_member(path, key, site);
                self.add(to, member);
            }
            Value::Date => {
                self.check_date_member(key, site);
                self.add(to, Value::Unknown);
            }
            Value::Function(function) => {
                let members = self.functions[function.0 as usize].members;
                self.load_of_own(value, members, key, to, site);
            }
            Value::Class(class) => match key {
                Key::Name(name) if self.names.text(name) == "prototype" => {
                    let instance = self.classes[class.0 as usize].instance;
                    self.add(to, Value::Object(instance));
                }
                _ => {
                    let statics = self.classes[class.0 as usize].statics;
                    self.load_of_own(value, statics, key, to, site);
                }
            },
            Value::Object(object) => self.load_of_own(value, object, key, to, site),
        }
    }

    fn load_of_own(&mut self, value: Value, object: ObjectId, key: Key, to: NodeId, site: Site) {
        let Key::Name(name) = key else {
            let all = self.objects[object.0 as usize].all;
            self.copy(all, to);
            return;
        };
        let field = self.field(object, name);
        self.copy(field, to);
        let class = self.objects[object.0 as usize].class;
        match (self.names.text(name), value, class) {
            ("constructor", Value::Object(_), Some(class)) => self.add(to, Value::Class(class)),
            ("call" | "apply" | "bind", Value::Function(_) | Value::Class(_), _) => {
                self.add(to, value)
            }
            (text, ..) => {
                let rule = of_method(text).or_else(|| of_meta_member(text));
                if rule.is_some() && !self.has_member(object, name) {
                    // What a later pass stores is a member of the program's own.
                    self.unowned.push((object, name, site));
                }
            }
        }
    }

    /// Members that only built-in objects have, read from objects that turned out to have none of that name.
    pub(super) fn report_unowned(&mut self) {
        for (object, name, site) in std::mem::take(&mut self.unowned) {
            if !self.has_member(object, name) {
                self.check_member(Key::Name(name), site);
            }
        }
    }

    /// Reports a member that breaks a rule whatever it is a member of.
    fn check_member(&mut self, key: Key, site: Site) {
        let Key::Name(name) = key else { return };
        let text = self.names.text(name).to_owned();
        if let Some(rule) = of_method(&text).or_else(|| of_meta_member(&text)) {
            self.report(rule, site, text);
        }
    }

    fn check_date_member(&mut self, key: Key, site: Site) {
        match key {
            Key::Name(name) => {
                let text = self.names.text(name).to_owned();
                if let Some(rule) = of_date_member(&text) {
                    self.report(rule, site, text);
                }
            }
            Key::Any => self.report(
                Rule::Reflection,
                site,
                "a computed member of a Date".to_owned(),
            ),
        }
    }

    /// A member of an intrinsic; forbidden ones are reported, and not followed further.
    pub(super) fn intrinsic_member(&mut self, path: u32, key: Key, site: Site) -> Value {
        let Key::Name(name) = key else {
            if judge(self.paths.text(path)) == Verdict::Mixed {
                let subject = format!("a computed member of {}", self.paths.text(path));
                self.report(Rule::Reflection, site, subject);
            }
            return Value::Unknown;
        };
        let name = self.names.text(name).to_owned();
        if matches!(name.as_str(), "call" | "apply" | "bind") {
            return Value::Intrinsic(path);
        }
        // A variable that gets a member of itself would have members without end.
        if self.paths.text(path).matches('.').count() >= MAX_MEMBERS {
            return Value::Unknown;
        }
        let member = self.member_path(path, &name);
        self.mention(&member, site)
    }

    pub(super) fn store(&mut self, value: Value, key: Key, from: NodeId, site: Site) {
        let object = match value {
            Value::Unknown | Value::Date | Value::Stateful(_) | Value::Resolver(_) => {
                self.observe(from, Use::Escape(site));
                return;
            }
            Value::Intrinsic(path) => {
                let subject = self.paths.text(path).to_owned();
                self.report(Rule::ChangedBuiltin, site, subject);
                return;
            }
            Value::Function(function) => self.functions[function.0 as usize].members,
            Value::Class(class) => self.classes[class.0 as usize].statics,
            Value::Object(object) => object,
        };
        let to = match key {
            Key::Name(name) => {
                if of_meta_member(self.names.text(name)).is_some() {
                    let subject = self.names.text(name).to_owned();
                    self.report(Rule::Reflection, site, subject);
                }
                self.define(object, name)
            }
            Key::Any => self.objects[object.0 as usize].any,
        };
        self.copy(from, to);
    }

    /// The elements of a value, and what a promise is settled with.
    pub(super) fn contents(&mut self, value: Value, to: NodeId) {
        match value {
            Value::Object(object)
                if self.objects[object.0 as usize].kind == ObjectKind::Collection =>
            {
                let all = self.objects[object.0 as usize].all;
                self.copy(all, to);
            }
            Value::Object(object) => {
                // A record may have an iterator, whose name is a symbol.
                let any = self.objects[object.0 as usize].any;
                self.observe(any, Use::Iterate(to));
            }
            Value::Stateful(_) | Value::Resolver(_) => self.add(to, Value::Unknown),
            // The analysis does not separate pairs of a Map or of `Object.entries` from their contents.
            _ => self.add(to, value),
        }
    }

    /// The result of a function under a symbol, and of the `next` of that result.
    pub(super) fn iterated(&mut self, value: Value, to: NodeId) {
        match value {
            Value::Function(function) => {
                let data = &self.functions[function.0 as usize];
                let (unit, result) = (data.unit, data.result);
                if let Some(around) = self.units[unit.0 as usize] {
                    self.edges.insert((around, unit));
                }
                self.observe(result, Use::Iterate(to));
            }
            Value::Object(object) => {
                let data = &self.objects[object.0 as usize];
                let (kind, all) = (data.kind, data.all);
                self.copy(all, to);
                if kind == ObjectKind::Record {
                    self.observe(all, Use::Iterate(to));
                }
            }
            Value::Stateful(_) | Value::Resolver(_) => self.add(to, Value::Unknown),
            // A Date cannot be iterated.
            Value::Date => {}
            value => self.add(to, value),
        }
    }

    pub(super) fn extended(&mut self, value: Value, class: ClassId) {
        match value {
            Value::Class(base) => {
                let (own, other) = (
                    self.classes[class.0 as usize].clone(),
                    self.classes[base.0 as usize].clone(),
                );
                self.inherit(own.statics, other.statics);
                self.inherit(own.instance, other.instance);
                if other.is_external {
                    self.set_external(class, other.is_resource);
                }
            }
            Value::Intrinsic(path) => {
                let is_resource = is_resource_class(self.paths.text(path));
                self.set_external(class, is_resource);
            }
            _ => self.set_external(class, false),
        }
    }

    fn set_external(&mut self, class: ClassId, is_resource: bool) {
        let data = &mut self.classes[class.0 as usize];
        data.is_external = true;
        data.is_resource |= is_resource;
    }

    pub(super) fn method_called(&mut self, value: Value, key: Key, call: CallId) {
        let site = self.calls[call.0 as usize].site;
        let this = self.calls[call.0 as usize].this;
        match value {
            Value::Unknown | Value::Date | Value::Stateful(_) | Value::Resolver(_) => {
                let to = self.calls[call.0 as usize].result;
                self.load(value, key, to, site);
                self.method_of_unknown(key, call);
            }
            Value::Intrinsic(path) => {
                let member = self.intrinsic_member(path, key, site);
                self.called(member, call);
            }
            Value::Function(_) if self.is_named(key, &["call", "apply", "bind"]) => {
                self.called_loosely(value, call)
            }
            Value::Function(_) | Value::Class(_) | Value::Object(_) => {
                self.add(this, value);
                let member = self.answer(call, value);
                self.load(value, key, member, site);
                if !self.is_collection_method(value, key) {
                    self.observe(member, Use::Call(call));
                }
                if let Value::Object(object) = value {
                    self.builtin_method(object, key, call);
                }
            }
        }
    }

    /// Calls a method of an unknown value. Its name decides whether it may keep functions: `map` does not.
    fn method_of_unknown(&mut self, key: Key, call: CallId) {
        let is_lent = matches!(key, Key::Name(name) if borrows_callback(self.names.text(name)));
        self.unknown_called(call, is_lent);
    }

    fn is_named(&self, key: Key, names: &[&str]) -> bool {
        matches!(key, Key::Name(name) if names.contains(&self.names.text(name)))
    }

    /// Whether a collection has this method of the language, so that its elements are not meant.
    fn is_collection_method(&self, value: Value, key: Key) -> bool {
        let (Value::Object(object), Key::Name(name)) = (value, key) else {
            return false;
        };
        self.objects[object.0 as usize].kind == ObjectKind::Collection
            && is_collection_method(self.names.text(name))
    }

    /// A method that the program does not define: of a collection, or of a base class that is not the program's.
    fn builtin_method(&mut self, object: ObjectId, key: Key, call: CallId) {
        let is_collection = self.objects[object.0 as usize].kind == ObjectKind::Collection;
        if is_collection {
            let is_sorted_as_text = self.calls[call.0 as usize].arguments.is_empty()
                && self.is_named(key, &["sort", "toSorted"]);
            if is_sorted_as_text || self.is_named(key, &["join", "toString"]) {
                let all = self.objects[object.0 as usize].all;
                let site = self.calls[call.0 as usize].site;
                self.observe(all, Use::CoercedToText(site));
            }
            let is_iterator = matches!(key, Key::Any);
            if is_iterator || self.is_named(key, &["values", "entries", "keys"]) {
                let result = self.calls[call.0 as usize].result;
                self.add(result, Value::Stateful(Stateful::Iterator));
            }
            let name = match key {
                Key::Name(name) => self.names.text(name).to_owned(),
                Key::Any => String::new(),
            };
            if gives_results(&name) && !self.calls[call.0 as usize].is_spread {
                self.mapped(object, call);
                return;
            }
            if is_reducing(&name) && !self.calls[call.0 as usize].is_spread {
                self.accumulated(object, call);
                return;
            }
            let takes = match is_comparing(&name) {
                true => Takes::FirstTwo,
                false => Takes::First,
            };
            match takes_callback(&name) {
                true => self.iterated_with(object, call, takes),
                false => self.collect_arguments(object, call, |_| true),
            }
            if !gives_collection(&name) {
                // Such as `get`, `find` and `pop`.
                let all = self.objects[object.0 as usize].all;
                let result = self.calls[call.0 as usize].result;
                self.copy(all, result);
            }
        } else if self.objects[object.0 as usize].class.is_some() {
            self.inherited.push((object, key, call));
        }
    }

    /// Calls methods that objects inherit from classes that are not the program's: all that the program has no
    /// function for.
    pub(super) fn call_inherited(&mut self) {
        for (object, key, call) in std::mem::take(&mut self.inherited) {
            let own = match key {
                Key::Name(name) => self.fields.get(&(object, name)),
                Key::Any => None,
            };
            let is_own = own.is_some_and(|it| {
                let mut values = self.nodes[it.0 as usize].values.iter();
                values.any(|it| *it != Value::Unknown)
            });
            if !is_own && self.is_external(object) {
                self.called(Value::Unknown, call);
            }
        }
    }

    fn is_external(&self, object: ObjectId) -> bool {
        let class = self.objects[object.0 as usize].class;
        class.is_some_and(|it| self.classes[it.0 as usize].is_external)
    }
}
