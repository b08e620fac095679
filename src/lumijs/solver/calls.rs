//! Calls of functions, classes and intrinsics.

use super::intrinsic_calls::is_text;
use super::value::{
    CallId, CallKind, ClassId, FunctionId, NodeId, ObjectId, ObjectKind, Site, Takes, Use, Value,
};
use super::{Solver, UNKNOWN};
use crate::rule::Rule;

impl Solver {
    pub(super) fn called(&mut self, value: Value, id: CallId) {
        match value {
            Value::Function(function) => self.function_called(function, id),
            Value::Class(class) => self.class_called(class, id),
            Value::Intrinsic(path) => self.intrinsic_called(path, id),
            Value::Object(object) => {
                // What a function of the language made of a function, such as `Object.freeze(f)`.
                if self.objects[object.0 as usize].kind == ObjectKind::Collection {
                    let all = self.objects[object.0 as usize].all;
                    self.observe(all, Use::Call(id));
                }
            }
            Value::Date => {}
            Value::Unknown | Value::Stateful(_) | Value::Resolver(_) => {
                if let Value::Resolver(promise) = value {
                    let call = &self.calls[id.0 as usize];
                    let (site, until) = (call.site, call.way.until);
                    let known = self.execution.resolutions.entry(site.unit).or_default();
                    known.push((promise, site, until));
                }
                self.unknown_called(id, false);
            }
        }
    }

    /// Code that is not known is called; `is_lent` if it calls functions among the arguments, and keeps none.
    pub(super) fn unknown_called(&mut self, id: CallId, is_lent: bool) {
        let call = &self.calls[id.0 as usize];
        let (site, result) = (call.site, call.result);
        let gone = match is_lent {
            true => Use::PassedToCallee(site),
            false => Use::Escape(site),
        };
        for argument in call.arguments.clone() {
            self.observe(argument, gone);
            self.observe(argument, Use::CalledBack(site));
        }
        self.add(result, Value::Unknown);
    }

    fn function_called(&mut self, function: FunctionId, id: CallId) {
        let call = self.calls[id.0 as usize].clone();
        let data = self.functions[function.0 as usize].clone();
        self.functions[function.0 as usize].is_called = true;
        self.edges.insert((call.site.unit, data.unit));
        self.runs_by(id, data.unit);
        self.passes(call.this, data.this, id);
        if let Some(receiver) = call.way.receiver {
            let known = self.execution.receivers.entry(receiver).or_default();
            known.insert((data.this, id));
        }
        self.copy(data.result, call.result);
        for (index, argument) in call.arguments.iter().enumerate() {
            self.passes(*argument, data.rest, id);
            if call.is_spread {
                for parameter in &data.parameters {
                    self.passes(*argument, *parameter, id);
                }
            } else if let Some(parameter) = data.parameters.get(index) {
                self.passes(*argument, *parameter, id);
            }
        }
    }

    /// A call through `call`, `apply` or `bind`: each argument, and each element of one, can be any argument.
    pub(super) fn called_loosely(&mut self, value: Value, id: CallId) {
        let Value::Function(function) = value else {
            return;
        };
        let call = self.calls[id.0 as usize].clone();
        let data = self.functions[function.0 as usize].clone();
        self.functions[function.0 as usize].is_called = true;
        self.edges.insert((call.site.unit, data.unit));
        self.runs_by(id, data.unit);
        self.copy(data.result, call.result);
        self.add(call.result, value);
        let everything = self.answer(id, value);
        for argument in call.arguments {
            self.passes(argument, everything, id);
            self.observe(argument, Use::Contents(everything));
        }
        for to in data.parameters.into_iter().chain([data.this, data.rest]) {
            self.copy(everything, to);
        }
    }

    fn class_called(&mut self, class: ClassId, id: CallId) {
        let call = self.calls[id.0 as usize].clone();
        let data = self.classes[class.0 as usize].clone();
        if call.kind != CallKind::Super {
            self.add(call.result, Value::Object(data.instance));
            self.add(call.this, Value::Object(data.instance));
        }
        match (data.constructor, data.base) {
            (Some(constructor), _) => {
                let result = self.calls[id.0 as usize].result;
                self.calls[id.0 as usize].result = self.functions[constructor.0 as usize].this;
                self.function_called(constructor, id);
                self.calls[id.0 as usize].result = result;
            }
            (None, Some(base)) => {
                let forwarded = self.forwarded(call, id, class);
                self.observe(base, Use::Call(forwarded));
            }
            (None, None) => {}
        }
    }

    /// The call of the base of a class without a constructor.
    fn forwarded(&mut self, call: super::Call, id: CallId, class: ClassId) -> CallId {
        let root = call.root.unwrap_or(id);
        if let Some(known) = self.forwarded.get(&(root, class)) {
            return *known;
        }
        let forwarded = super::Call {
            kind: CallKind::Super,
            result: self.node(),
            result_collection: None,
            callback_results: None,
            root: Some(root),
            ..call
        };
        let forwarded = self.call(forwarded);
        self.forwarded.insert((root, class), forwarded);
        forwarded
    }

    /// The node of what `value` answers to a call.
    pub(super) fn answer(&mut self, id: CallId, value: Value) -> NodeId {
        if let Some(known) = self.answers.get(&(id, value)) {
            return *known;
        }
        let node = self.node();
        self.answers.insert((id, value), node);
        node
    }

    /// Adds the arguments that `takes` selects by index to `collection`, for a function that is not the program's: the
    /// result may have any of its members, and each function among them may be called with any.
    pub(super) fn collect_arguments(
        &mut self,
        collection: ObjectId,
        id: CallId,
        takes: impl Fn(usize) -> bool,
    ) {
        let call = self.calls[id.0 as usize].clone();
        let any = self.objects[collection.0 as usize].any;
        let taken = call
            .arguments
            .into_iter()
            .enumerate()
            .filter(|it| takes(it.0));
        for (_, argument) in taken {
            self.copy(argument, any);
            self.observe(argument, Use::Contents(any));
            let site = call.site;
            let what = Use::Callback {
                collection,
                results: any,
                takes: Takes::First,
                site,
            };
            self.observe(argument, what);
        }
        self.add(call.result, Value::Object(collection));
    }

    /// As `collect_arguments`, for methods such as `filter`: the first argument is called with the elements, and is not among them.
    pub(super) fn iterated_with(&mut self, collection: ObjectId, id: CallId, takes: Takes) {
        let call = self.calls[id.0 as usize].clone();
        if call.is_spread {
            return self.collect_arguments(collection, id, |_| true);
        }
        if let Some(callback) = call.arguments.first() {
            let what = Use::Callback {
                collection,
                results: self.objects[collection.0 as usize].any,
                takes,
                site: call.site,
            };
            self.observe(*callback, what);
        }
        self.collect_arguments(collection, id, |index| index > 0);
    }

    /// `map`: the elements of a new collection are the results of the first argument, which is called with the old ones.
    pub(super) fn mapped(&mut self, collection: ObjectId, id: CallId) {
        let call = self.calls[id.0 as usize].clone();
        let mapped = call
            .result_collection
            .unwrap_or_else(|| self.object(ObjectKind::Collection));
        self.calls[id.0 as usize].result_collection = Some(mapped);
        if let Some(callback) = call.arguments.first() {
            let what = Use::Callback {
                collection,
                results: self.objects[mapped.0 as usize].any,
                takes: Takes::First,
                site: call.site,
            };
            self.observe(*callback, what);
        }
        self.add(call.result, Value::Object(mapped));
    }

    /// `reduce`: the callback gets its own result as its first argument, and the call returns the last one.
    pub(super) fn accumulated(&mut self, collection: ObjectId, id: CallId) {
        let call = self.calls[id.0 as usize].clone();
        match call.arguments.get(1) {
            Some(initial) => self.copy(*initial, call.result),
            None => {
                let all = self.objects[collection.0 as usize].all;
                self.copy(all, call.result);
            }
        }
        if let Some(callback) = call.arguments.first() {
            let what = Use::Callback {
                collection,
                results: call.result,
                takes: Takes::Accumulated,
                site: call.site,
            };
            self.observe(*callback, what);
        }
    }

    /// A method of a collection calls a value with the elements; its results go to a node.
    pub(super) fn called_back(
        &mut self,
        value: Value,
        (collection, takes): (ObjectId, Takes),
        results: NodeId,
        site: Site,
    ) {
        let all = self.objects[collection.0 as usize].all;
        match value {
            Value::Function(function) => {
                let data = self.functions[function.0 as usize].clone();
                self.functions[function.0 as usize].is_called = true;
                self.edges.insert((site.unit, data.unit));
                self.runs_from(site, data.unit);
                let is_accumulated = takes == Takes::Accumulated;
                if let (true, Some(accumulator)) = (is_accumulated, data.parameters.first()) {
                    self.copy(results, *accumulator);
                }
                let skipped = usize::from(is_accumulated);
                for parameter in data.parameters.iter().skip(skipped).chain([&data.rest]) {
                    self.copy(all, *parameter);
                }
                let others = match takes {
                    Takes::None => 0,
                    Takes::First => 1,
                    Takes::FirstTwo | Takes::Accumulated => 2,
                };
                for parameter in data.parameters.iter().skip(others).chain([&data.rest]) {
                    self.copy(UNKNOWN, *parameter);
                }
                self.copy(data.result, results);
            }
            Value::Intrinsic(path) if self.paths.text(path) == "Date" => {
                self.report(Rule::Clock, site, "Date()".to_owned());
            }
            Value::Intrinsic(path) if is_text(self.paths.text(path)) => {
                self.observe(all, Use::CoercedToText(site));
            }
            Value::Object(object) if object != collection => {
                let from = self.objects[object.0 as usize].all;
                self.copy(from, results);
            }
            _ => {}
        }
    }
}
