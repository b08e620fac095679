//! Calls of what the language, Node and Lumi offer.

use super::Solver;
use super::value::{
    Call, CallId, CallKind, DateArguments, Flags, ObjectId, ObjectKind, Stateful, Use, Value,
};
use crate::intrinsics::{gives_plain_data, is_native};
use crate::rule::Rule;
use crate::sdk::{Consumed, component_of, consumed};

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
            let collection = self.plain(&call, id);
            let site = call.site;
            let results = self.objects[collection.0 as usize].any;
            for argument in call.arguments {
                let what = Use::Callback {
                    collection,
                    results,
                    site,
                };
                self.observe(argument, what);
            }
            return;
        }
        let mix = self.mix(&path, &call, id);
        self.note_stateful(&path, &call, id, mix);
        if let (true, Some(target)) = (ADDING.contains(&path.as_str()), call.arguments.first()) {
            let content = self.objects[mix.0 as usize].all;
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
        self.mixed_with(mix, id, |index| {
            consumed(&path, index, is_new) == Consumed::Callback
        });
    }

    /// The meaning of the arguments for the rules, whatever the result is.
    fn check_arguments(&mut self, path: &str, call: &Call) {
        if is_text(path) {
            for argument in &call.arguments {
                self.observe(*argument, Use::Text(call.site));
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
            self.observe(*argument, Use::InSight(call.site));
        }
    }

    /// The object that has all that the function may make of its arguments.
    fn mix(&mut self, path: &str, call: &Call, id: CallId) -> ObjectId {
        if let Some(known) = call.mix {
            return known;
        }
        let collection = self.object(ObjectKind::Collection);
        self.calls[id.0 as usize].mix = Some(collection);
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
    fn note_stateful(&mut self, path: &str, call: &Call, id: CallId, mix: ObjectId) {
        match path {
            "Promise" => {
                for argument in call.arguments.iter().take(1) {
                    self.observe(*argument, Use::Executor(id));
                }
            }
            "Promise.withResolvers" => self.with_resolvers(mix, id),
            "RegExp" => match call.way.flags {
                Flags::None => {}
                Flags::Global => self.add(call.result, Value::Stateful(Stateful::Global)),
                Flags::Sticky => self.add(call.result, Value::Stateful(Stateful::Sticky)),
            },
            "structuredClone" => {
                let any = self.objects[mix.0 as usize].any;
                let copied = call.arguments.iter().map(|it| (*it, any));
                self.execution.copied.extend(copied);
            }
            _ => {}
        }
    }

    /// The object that the functions among the arguments of a call get nothing of.
    fn plain(&mut self, call: &Call, id: CallId) -> ObjectId {
        if let Some(known) = call.plain {
            return known;
        }
        let collection = self.object(ObjectKind::Collection);
        self.calls[id.0 as usize].plain = Some(collection);
        collection
    }

    fn sdk_called(&mut self, path: &str, call: &Call) {
        let is_new = call.kind != CallKind::Call;
        for (index, argument) in call.arguments.iter().enumerate() {
            let what = match consumed(path, index, is_new) {
                Consumed::Closure => Use::Sink(call.site),
                Consumed::Callback => Use::Offer(call.site),
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
                self.report(
                    Rule::TimeZone,
                    call.site,
                    "new Date of text without a zone".to_owned(),
                );
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
