//! Renders a capture as text for tests: one line per value, then one per cell.

use std::fmt::Write as _;

use lumi_closure::capture::*;

/// Renders a capture, its values in order of discovery.
pub fn render(capture: &Capture) -> String {
    let mut text = String::new();
    for (index, value) in capture.values.iter().enumerate() {
        let _ = writeln!(text, "{index} {}", Shown(capture).value(value));
    }
    for (index, cell) in capture.cells.iter().enumerate() {
        let word = if cell.is_assigned { "let" } else { "const" };
        let _ = writeln!(text, "{word} {}/{index} = {}", cell.name, cell.value.0);
    }
    text
}

struct Shown<'a>(&'a Capture);

impl Shown<'_> {
    fn value(&self, value: &Captured) -> String {
        match value {
            Captured::Undefined => "undefined".to_owned(),
            Captured::Null => "null".to_owned(),
            Captured::Bool(it) => it.to_string(),
            Captured::Number(it) => format!("{it:?}"),
            Captured::BigInt(it) => format!("{it}n"),
            Captured::String(it) => format!("{it:?}"),
            Captured::Utf16(it) => format!("utf16 {it:x?}"),
            Captured::RegisteredSymbol(it) => format!("Symbol.for({it:?})"),
            Captured::UniqueSymbol(it) => format!("Symbol({it:?})"),
            Captured::Global(it) => format!("global {it}"),
            Captured::Import {
                specifier,
                imported,
            } => format!("import {imported:?} from {specifier:?}"),
            Captured::PrototypeOf(it) => format!("prototype of {}", it.0),
            Captured::MemberOf { object, name } => format!("member {name} of {}", object.0),
            Captured::Derived {
                function,
                arguments,
            } => format!("answer of {} {}", function.0, list(arguments)),
            Captured::Object(it) => self.object(it),
            Captured::Function(it) => self.function(it),
            Captured::Bound {
                target,
                this,
                arguments,
                ..
            } => format!("bound {} this {} {}", target.0, this.0, list(arguments)),
            Captured::Resource(it) => format!(
                "resource {} {:?} {} client {} {:?}",
                it.serial,
                it.name,
                it.resource_type,
                optional(it.client),
                it.bindings
            ),
            Captured::Deferred(it) => format!(
                "deferred {} {:?}{}",
                it.key,
                it.name,
                if it.is_secret { " secret" } else { "" }
            ),
        }
    }

    fn object(&self, object: &CapturedObject) -> String {
        let kind = match &object.kind {
            ObjectKind::Plain => "object".to_owned(),
            ObjectKind::Array { length } => format!("array of {length}"),
            ObjectKind::Arguments { length } => format!("arguments of {length}"),
            ObjectKind::Map(entries) => {
                let entries = entries.iter().map(|(k, v)| format!("{}=>{}", k.0, v.0));
                format!("map [{}]", entries.collect::<Vec<_>>().join(" "))
            }
            ObjectKind::Set(it) => format!("set {}", list(it)),
            ObjectKind::Wrapper(it) => format!("wrapper of {}", it.0),
            ObjectKind::View {
                kind,
                buffer,
                offset,
                length,
            } => format!("{kind} of {} at {offset} length {length}", buffer.0),
            ObjectKind::Promise { value, is_rejected } => {
                format!("promise {} rejected {is_rejected}", value.0)
            }
            other => format!("{other:?}"),
        };
        let mut text = format!("{kind}{}", prototype(" <", object.prototype));
        text.push_str(&self.members(&object.members));
        for (name, value) in &object.private {
            let _ = write!(text, " {name}={}", value.0);
        }
        text.push_str(integrity(object.integrity));
        text
    }

    fn function(&self, function: &CapturedFunction) -> String {
        let unit = self.0.modules[function.module.0 as usize].unit(function.unit);
        let mut text = format!("{:?} {:?}", unit.kind, function.name.as_deref());
        let cells = function.cells.iter().map(|it| it.1.0.to_string());
        let _ = write!(text, " cells [{}]", cells.collect::<Vec<_>>().join(" "));
        for (name, value) in [
            ("this", function.this),
            ("new.target", function.new_target),
            ("arguments", function.arguments),
            ("home", function.home),
        ] {
            if let Some(value) = value {
                let _ = write!(text, " {name}={}", value.0);
            }
        }
        text.push_str(&prototype(" <", function.superclass));
        text.push_str(&prototype(" prototype <", function.prototype_parent));
        text.push_str(&self.members(&function.members));
        if !function.prototype_members.is_empty() {
            text.push_str(" prototype");
            text.push_str(&self.members(&function.prototype_members));
        }
        for (name, value) in &function.private {
            let _ = write!(text, " {name}={}", value.0);
        }
        if let Some(owner) = &function.owner {
            let word = if owner.is_static { " static" } else { "" };
            let key = self.key(&owner.key);
            let _ = write!(text, " of {}{word} {key} {:?}", owner.class.0, owner.part);
        }
        text.push_str(integrity(function.integrity));
        text
    }

    fn members(&self, members: &[Member]) -> String {
        if members.is_empty() {
            return String::new();
        }
        let members = members.iter().map(|member| {
            let mut text = self.key(&member.key);
            let mut is_writable = true;
            match &member.content {
                MemberContent::Data {
                    value,
                    is_writable: writable,
                } => {
                    is_writable = *writable;
                    let _ = write!(text, ":{}", value.0);
                }
                MemberContent::Live(cell) => {
                    let _ = write!(text, ":live {}", cell.0);
                }
                MemberContent::Accessor { get, set } => {
                    let _ = write!(text, ":get {} set {}", optional(*get), optional(*set));
                }
            }
            for (is_so, mark) in [
                (is_writable, "-w"),
                (member.is_enumerable, "-e"),
                (member.is_configurable, "-c"),
            ] {
                if !is_so {
                    text.push_str(mark);
                }
            }
            text
        });
        format!(" {{{}}}", members.collect::<Vec<_>>().join(" "))
    }

    fn key(&self, key: &MemberKey) -> String {
        match key {
            MemberKey::Name(name) => name.clone(),
            MemberKey::Symbol(id) => format!("[{}]", id.0),
        }
    }
}

fn list(values: &[ValueId]) -> String {
    let values = values.iter().map(|it| it.0.to_string());
    format!("[{}]", values.collect::<Vec<_>>().join(" "))
}

fn optional(value: Option<ValueId>) -> String {
    value.map_or("-".to_owned(), |it| it.0.to_string())
}

fn prototype(word: &str, prototype: Prototype) -> String {
    match prototype {
        Prototype::Usual => String::new(),
        Prototype::Null => format!("{word} null"),
        Prototype::Value(it) => format!("{word} {}", it.0),
    }
}

fn integrity(integrity: Integrity) -> &'static str {
    match integrity {
        Integrity::Extensible => "",
        Integrity::Fixed => " fixed",
        Integrity::Sealed => " sealed",
        Integrity::Frozen => " frozen",
    }
}
