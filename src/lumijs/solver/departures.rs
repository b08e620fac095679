//! Values that leave the program's own code: to code that is not known, to the SDK, or into text.

use super::value::{CapturedPart, ClassId, FunctionId, ObjectId, ObjectKind, Site, Use, Value};
use super::{Solver, UNKNOWN, Verdict, judge};
use crate::rule::Rule;

impl Solver {
    /// Reports an intrinsic with forbidden members that goes where it cannot be followed.
    pub(super) fn check_visibility(&mut self, value: Value, site: Site) {
        let Value::Intrinsic(path) = value else {
            return;
        };
        if judge(self.paths.text(path)) == Verdict::Mixed {
            let subject = self.paths.text(path).to_owned();
            self.report(Rule::LostTrack, site, subject);
        }
    }

    pub(super) fn escaped(&mut self, value: Value, site: Site) {
        match value {
            Value::Unknown | Value::Stateful(_) | Value::Resolver(_) => {}
            Value::Intrinsic(_) => self.check_visibility(value, site),
            Value::Date => self.report(Rule::LostTrack, site, "a Date".to_owned()),
            Value::Function(function) => self.function_left(function, site),
            Value::Class(class) => self.class_escaped(class, site),
            Value::Object(object) => {
                self.instance_leaves(object);
                if self.is_resource(object) || self.objects[object.0 as usize].is_escaped {
                    return;
                }
                let data = &mut self.objects[object.0 as usize];
                data.is_escaped = true;
                let (all, any) = (data.all, data.any);
                self.observe(all, Use::Escape(site));
                self.copy(UNKNOWN, any);
            }
        }
    }

    pub(super) fn passed_to_sdk(&mut self, value: Value, site: Site) {
        match value {
            Value::Unknown | Value::Date | Value::Stateful(_) | Value::Resolver(_) => {}
            Value::Intrinsic(_) => self.check_visibility(value, site),
            Value::Function(function) => self.function_left(function, site),
            Value::Class(class) => self.class_escaped(class, site),
            Value::Object(object) => {
                self.instance_leaves(object);
                if self.is_resource(object) || self.objects[object.0 as usize].is_passed_to_sdk {
                    return;
                }
                let data = &mut self.objects[object.0 as usize];
                data.is_passed_to_sdk = true;
                let all = data.all;
                self.observe(all, Use::PassedToSdk(site));
            }
        }
    }

    /// A function is called by a method that keeps nothing of it.
    pub(super) fn passed_to_callee(&mut self, value: Value, site: Site) {
        match value {
            Value::Function(function) => self.called_from_outside(function, site),
            value => self.escaped(value, site),
        }
    }

    /// A getter or setter of an object literal has no other form than its text.
    pub fn keep_text(&mut self, accessor: FunctionId) {
        self.functions[accessor.0 as usize].has_left = true;
    }

    fn function_left(&mut self, function: FunctionId, site: Site) {
        self.functions[function.0 as usize].has_left = true;
        self.called_from_outside(function, site);
    }

    /// The class of an instance goes with it.
    fn instance_leaves(&mut self, object: ObjectId) {
        if let Some(class) = self.objects[object.0 as usize].class {
            self.classes[class.0 as usize].has_left = true;
        }
    }

    /// A function is called by code that is not the program's, with arguments that are not known.
    fn called_from_outside(&mut self, function: FunctionId, site: Site) {
        let data = self.functions[function.0 as usize].clone();
        self.edges.insert((site.unit, data.unit));
        if data.is_escaped {
            return;
        }
        let known = &mut self.functions[function.0 as usize];
        known.is_escaped = true;
        known.is_called = true;
        for parameter in data.parameters.into_iter().chain([data.rest, data.this]) {
            self.copy(UNKNOWN, parameter);
        }
        let inside = Site {
            unit: data.unit,
            ..site
        };
        self.observe(data.result, Use::PassedToSdk(inside));
    }

    fn class_escaped(&mut self, class: ClassId, site: Site) {
        self.classes[class.0 as usize].has_left = true;
        let data = self.classes[class.0 as usize].clone();
        if data.is_resource {
            return;
        }
        if let Some(constructor) = data.constructor {
            self.called_from_outside(constructor, site);
        }
        self.escaped(Value::Object(data.instance), site);
        self.escaped(Value::Object(data.statics), site);
    }

    /// Whether an object is an instance of a resource class: its methods are the program's own business.
    fn is_resource(&self, object: ObjectId) -> bool {
        let class = self.objects[object.0 as usize].class;
        class.is_some_and(|it| self.classes[it.0 as usize].is_resource)
    }

    /// Functions in the value run elsewhere, where nothing is known about their callers.
    pub fn captured_by_resource(&mut self, value: Value, site: Site) {
        match value {
            Value::Function(function) => {
                self.functions[function.0 as usize].has_left = true;
                let data = self.functions[function.0 as usize].clone();
                if self.closures.insert(data.unit) {
                    for parameter in data.parameters.into_iter().chain([data.rest]) {
                        self.copy(UNKNOWN, parameter);
                    }
                    let inside = Site {
                        unit: data.unit,
                        ..site
                    };
                    self.observe(data.result, Use::Escape(inside));
                }
            }
            Value::Class(class) => self.class_captured(class, site),
            Value::Object(object) => {
                self.instance_leaves(object);
                if self.is_resource(object)
                    || self.objects[object.0 as usize].is_captured_by_resource
                {
                    return;
                }
                self.objects[object.0 as usize].is_captured_by_resource = true;
                let all = self.objects[object.0 as usize].all;
                self.observe(all, Use::CapturedByResource(site));
            }
            Value::Unknown
            | Value::Date
            | Value::Intrinsic(_)
            | Value::Stateful(_)
            | Value::Resolver(_) => {}
        }
    }

    /// Instances of a class may be made elsewhere.
    fn class_captured(&mut self, class: ClassId, site: Site) {
        self.classes[class.0 as usize].is_taken = true;
        let data = &self.classes[class.0 as usize];
        let (statics, instance) = (data.statics, data.instance);
        self.captured_by_resource(Value::Object(statics), site);
        self.captured_by_resource(Value::Object(instance), site);
    }

    /// A function that runs elsewhere takes members of plain objects alone.
    pub(super) fn member_captured(&mut self, value: Value, part: CapturedPart, site: Site) {
        if let Value::Object(object) = value
            && !self.is_taken_whole(object, part)
        {
            return;
        }
        self.captured_by_resource(value, site);
    }

    fn is_taken_whole(&self, object: ObjectId, part: CapturedPart) -> bool {
        let data = &self.objects[object.0 as usize];
        match part {
            CapturedPart::Whole => true,
            CapturedPart::Method => data.class.is_some() || data.kind == ObjectKind::Collection,
            CapturedPart::Member => false,
        }
    }

    /// Reports what a function takes with it and belongs to the process, at any depth.
    pub(super) fn captured(&mut self, value: Value, part: CapturedPart, site: Site) {
        let Value::Object(object) = value else {
            return;
        };
        let data = &self.objects[object.0 as usize];
        if let Some(path) = data.native {
            let subject = self.paths.text(path).to_owned();
            self.report(Rule::Captured, site, subject);
            return;
        }
        let is_known = data.is_captured;
        if is_known || !self.is_taken_whole(object, part) || self.is_resource(object) {
            return;
        }
        self.objects[object.0 as usize].is_captured = true;
        let all = self.objects[object.0 as usize].all;
        self.observe(
            all,
            Use::Capture {
                part: CapturedPart::Whole,
                site,
            },
        );
    }

    /// Elements are added in the order in which callbacks run.
    pub(super) fn reordered(&mut self, value: Value, name: u32, site: Site) {
        if let Value::Object(object) = value
            && self.objects[object.0 as usize].kind == ObjectKind::Collection
        {
            let subject = format!("a change of `{}`", self.names.text(name));
            self.report(Rule::SettlingOrder, site, subject);
        }
    }

    /// The text of a Date is in local time.
    pub(super) fn coerced_to_text(&mut self, value: Value, site: Site) {
        match value {
            Value::Date => self.report(Rule::TimeZone, site, "the text of a Date".to_owned()),
            Value::Object(object)
                if self.objects[object.0 as usize].kind == ObjectKind::Collection =>
            {
                let all = self.objects[object.0 as usize].all;
                self.observe(all, Use::CoercedToText(site));
            }
            _ => {}
        }
    }

    /// Calls a function of the program where it stands, such as a getter.
    pub fn run_here(&mut self, function: FunctionId, site: Site) {
        let unit = self.functions[function.0 as usize].unit;
        self.functions[function.0 as usize].is_called = true;
        self.edges.insert((site.unit, unit));
    }
}
