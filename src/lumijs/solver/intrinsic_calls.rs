//! Calls of what the language, Node and Lumi offer.

use super::Solver;
use super::value::{
    Call, CallId, CallKind, DateArguments, Flags, ObjectId, ObjectKind, Stateful, Takes, Use, Value,
};
use crate::intrinsics::{gives_plain_data, is_native};
use crate::rule::Rule;
use crate::sdk::{Consumed, component_of, consumed};

/// The subject of a `new Date(…)` whose argument may be text in local time.
pub const UNCLEAR_DATE: &str = "new Date of text without a zone";

/// Functions that add to an object.
const ADDING: &[&str] = &[
    "Object.assign",
    "Object.defineProperty",
    "Object.defineProperties",
];
/// Functions whose results have the elements of pairs.
const OF_PAIRS: &[&str] = &[
    "Map",
    "WeakMap",
    "Object.fromEntries",
    "Map.groupBy",
    "Object.groupBy",
];

impl Solver {
    pub(super) fn intrinsic_called(&mut self, path: u32, id: CallId) {
        let path = self.paths.text(path).to_owned();
        let call = self.calls[id.0 as usize].clone();
        if path == "Date" {
            self.date_called(&call, id);
            return;
        }
        self.check_arguments(&path, &call);
        if call.kind == CallKind::Super {
            return;
        }
        if let Some(class) = component_of(&path, call.kind != CallKind::Call) {
            // Members of an instance have the names of those of its class.
            let class = self.paths.number(&class);
            self.add(call.result, Value::Intrinsic(class));
            return;
        }
        if call.kind == CallKind::Call && gives_plain_data(&path) {
            self.add(call.result, Value::Unknown);
            self.arguments_called(&call, id);
            return;
        }
        let is_promise = path == "Promise";
        if is_promise {
            self.arguments_called(&call, id);
        }
        let collection = self.result_collection(&path, &call, id);
        self.note_stateful(&path, &call, id, collection);
        if let (true, Some(target)) = (ADDING.contains(&path.as_str()), call.arguments.first()) {
            let content = self.objects[collection.0 as usize].all;
            self.observe(*target, Use::Assign { content });
            let origin = call.way.origins.first().copied().flatten();
            let label = origin.map_or_else(|| self.names.number("…"), |it| it.label);
            let additions = self.execution.additions.entry(call.site.unit).or_default();
            additions.push((*target, call.site, label));
            self.copy(*target, call.result);
        }
        if is_sdk(&path) {
            self.add(call.result, Value::Unknown);
        }
        let is_new = call.kind != CallKind::Call;
        self.collect_arguments(collection, id, |index| {
            !is_promise && consumed(&path, index, is_new) == Consumed::Callback
        });
    }

    /// The language calls the functions among the arguments with unknown values; the result has nothing of them.
    fn arguments_called(&mut self, call: &Call, id: CallId) {
        let collection = self.callback_results(call, id);
        let results = self.objects[collection.0 as usize].any;
        for argument in &call.arguments {
            let what = Use::Callback {
                collection,
                results,
                takes: Takes::None,
                site: call.site,
            };
            self.observe(*argument, what);
        }
    }

    /// The meaning of the arguments for the rules, whatever the result is.
    fn check_arguments(&mut self, path: &str, call: &Call) {
        if is_text(path) {
            for argument in &call.arguments {
                self.observe(*argument, Use::CoercedToText(call.site));
            }
        }
        if path == "Date.parse" && call.date != DateArguments::Universal {
            let subject = "Date.parse of text without a zone".to_owned();
            self.report(Rule::TimeZone, call.site, subject);
        }
        if is_sdk(path) {
            self.sdk_called(path, call);
            return;
        }
        for argument in &call.arguments {
            self.observe(*argument, Use::MustStayVisible(call.site));
        }
    }

    /// The collection whose members a function of the language may return: its arguments and all that is in them.
    fn result_collection(&mut self, path: &str, call: &Call, id: CallId) -> ObjectId {
        if let Some(known) = call.result_collection {
            return known;
        }
        let collection = self.object(ObjectKind::Collection);
        self.calls[id.0 as usize].result_collection = Some(collection);
        if call.kind == CallKind::New && is_native(path) {
            self.set_native(collection, path);
        }
        if OF_PAIRS.contains(&path) {
            let any = self.objects[collection.0 as usize].any;
            self.observe(any, Use::Contents(any));
        }
        collection
    }

    /// Promises, whose functions settle them, regular expressions, and copies.
    fn note_stateful(&mut self, path: &str, call: &Call, id: CallId, collection: ObjectId) {
        match path {
            "Promise" => {
                for argument in call.arguments.iter().take(1) {
                    self.observe(*argument, Use::Executor(id));
                }
            }
            "Promise.withResolvers" => self.with_resolvers(collection, id),
            "RegExp" => match call.way.flags {
                Flags::None => {}
                Flags::Global => self.add(call.result, Value::Stateful(Stateful::Global)),
                Flags::Sticky => self.add(call.result, Value::Stateful(Stateful::Sticky)),
            },
            "structuredClone" => {
                let any = self.objects[collection.0 as usize].any;
                let copied = call.arguments.iter().map(|it| (*it, any));
                self.execution.copied.extend(copied);
            }
            _ => {}
        }
    }

    /// The collection of results of the callbacks among the arguments, of which the result of the call has nothing.
    fn callback_results(&mut self, call: &Call, id: CallId) -> ObjectId {
        if let Some(known) = call.callback_results {
            return known;
        }
        let collection = self.object(ObjectKind::Collection);
        self.calls[id.0 as usize].callback_results = Some(collection);
        collection
    }

    fn sdk_called(&mut self, path: &str, call: &Call) {
        let is_new = call.kind != CallKind::Call;
        for (index, argument) in call.arguments.iter().enumerate() {
            let what = match consumed(path, index, is_new) {
                Consumed::Closure => Use::CapturedByResource(call.site),
                Consumed::Callback => Use::PassedToSdk(call.site),
            };
            self.observe(*argument, what);
        }
    }

    fn date_called(&mut self, call: &Call, id: CallId) {
        if call.kind == CallKind::Call {
            self.report(Rule::Clock, call.site, "Date()".to_owned());
            self.add(call.result, Value::Unknown);
            return;
        }
        match call.date {
            DateArguments::None => self.report(Rule::Clock, call.site, "new Date()".to_owned()),
            DateArguments::Fields => {
                self.report(
                    Rule::TimeZone,
                    call.site,
                    "new Date(year, month, …)".to_owned(),
                );
            }
            DateArguments::Unclear => {
                self.report(Rule::TimeZone, call.site, UNCLEAR_DATE.to_owned());
            }
            DateArguments::Universal => {}
        }
        let result = self.calls[id.0 as usize].result;
        self.add(result, Value::Date);
    }
}

/// Whether something is a part of Lumi, or a package of the project.
fn is_sdk(path: &str) -> bool {
    path == "lumi"
        || path.starts_with("lumi.")
        || path.starts_with("lumi/")
        || path.starts_with("lumi:")
}

/// Functions that make text of their arguments.
pub(super) fn is_text(path: &str) -> bool {
    matches!(
        path,
        "String"
            | "Symbol"
            | "BigInt"
            | "lumi.interpolate"
            | "lumi.concat"
            | "encodeURIComponent"
            | "encodeURI"
            | "escape"
            | "btoa"
            | "String.raw"
            | "Symbol.for"
            | "RegExp"
            | "Error"
            | "TypeError"
            | "RangeError"
            | "Buffer.from"
            | "URL"
            | "URLSearchParams"
            | "node:util.format"
            | "node:util.inspect"
            | "parseInt"
            | "parseFloat"
    )
}
