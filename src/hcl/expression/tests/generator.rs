//! Random expressions.
//!
//! Kinds of values lead the choice, so that most expressions have a value; some operands have another kind.

use super::atoms::{KEYS, NUMBERS, TEXTS};
use crate::functions::{self, Function};
use crate::value::Type;

/// The kind of value that an expression shall have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Number,
    Text,
    Bool,
    List,
    Map,
}

const KINDS: [Kind; 5] = [Kind::Number, Kind::Text, Kind::Bool, Kind::List, Kind::Map];

/// Functions whose results are random, depend on the time or the machine, or that are slow; and compressed bytes,
/// which differ from Go's.
const EXCLUDED: [&str; 23] = [
    "abspath",
    "base64gzip",
    "basename",
    "bcrypt",
    "dirname",
    "file",
    "filebase64",
    "filebase64sha256",
    "filebase64sha512",
    "fileexists",
    "filemd5",
    "fileset",
    "filesha1",
    "filesha256",
    "filesha512",
    "pathexpand",
    "plantimestamp",
    "rsadecrypt",
    "templatefile",
    "templatestring",
    "timestamp",
    "uuid",
    "base64gunzip",
];

/// A sequence of random expressions.
pub struct Generator {
    state: u64,
    names: Vec<(String, Kind)>,
    functions: Vec<&'static Function>,
    /// One of so many operands is null, unknown, sensitive or of another kind.
    surprises: usize,
}

impl Generator {
    pub fn new(seed: u64) -> Self {
        let names = functions::names().filter(|it| !EXCLUDED.contains(it));
        Self {
            state: seed,
            names: Vec::new(),
            functions: names.filter_map(functions::function).collect(),
            surprises: 12,
        }
    }

    /// A sequence with many null, unknown and sensitive operands.
    pub fn with_surprises(seed: u64) -> Self {
        Self {
            surprises: 4,
            ..Self::new(seed)
        }
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut it = self.state;
        it = (it ^ (it >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        it ^ (it >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count as u64).unwrap_or(0)
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn choice<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    pub fn any(&mut self, depth: usize) -> String {
        let kind = self.choice(&KINDS);
        self.expression(kind, depth)
    }

    fn expression(&mut self, kind: Kind, depth: usize) -> String {
        if self.one_in(self.surprises) {
            return self.surprise(depth);
        }
        if depth == 0 || self.one_in(5) {
            return self.atom(kind);
        }
        match self.below(9) {
            0 => self.conditional(kind, depth - 1),
            1 => self.access(kind, depth - 1),
            2 => self.call(depth - 1),
            _ => match kind {
                Kind::Number => self.number(depth - 1),
                Kind::Text => self.template(depth - 1),
                Kind::Bool => self.bool(depth - 1),
                Kind::List => self.list(depth - 1),
                Kind::Map => self.map(depth - 1),
            },
        }
    }

    fn surprise(&mut self, depth: usize) -> String {
        match self.below(11) {
            8 => "[for x in terraform_data.x.output : x]".to_owned(),
            9 => "split(\",\", terraform_data.x.id)".to_owned(),
            10 => "\"pre-${terraform_data.x.id}\"".to_owned(),
            0 => "null".to_owned(),
            1 => "tostring(null)".to_owned(),
            2 => "terraform_data.x.id".to_owned(),
            3 => "terraform_data.x.output".to_owned(),
            4 => "tonumber(terraform_data.x.id)".to_owned(),
            5 => format!("sensitive({})", self.any(depth / 2)),
            _ => self.any(depth.saturating_sub(1)),
        }
    }

    fn name(&mut self, kind: Kind) -> Option<String> {
        let names: Vec<String> = self
            .names
            .iter()
            .filter(|it| it.1 == kind)
            .map(|it| it.0.clone())
            .collect();
        let index = self.below(names.len().max(1));
        names.get(index).cloned()
    }

    fn atom(&mut self, kind: Kind) -> String {
        if self.one_in(2)
            && let Some(name) = self.name(kind)
        {
            return name;
        }
        match kind {
            Kind::Number => self.choice(&NUMBERS).to_owned(),
            Kind::Text => self.choice(&TEXTS).to_owned(),
            Kind::Bool => self.choice(&["true", "false"]).to_owned(),
            Kind::List => self
                .choice(&[
                    "[]",
                    "[1, 2, 3]",
                    r#"["a", "b"]"#,
                    "tolist([])",
                    r#"toset(["b", "a"])"#,
                    "[[1], [2, 3]]",
                ])
                .to_owned(),
            Kind::Map => self
                .choice(&[
                    "{}",
                    "{ a = 1, b = 2 }",
                    r#"{ a = "x" }"#,
                    r#"tomap({ a = "1", b = "2" })"#,
                    "{ a = { b = [1] } }",
                ])
                .to_owned(),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if self.one_in(8) {
            return format!("-{}", self.parenthesized(Kind::Number, depth));
        }
        let operator = self.choice(&["+", "-", "*", "/", "%"]);
        let left = self.expression(Kind::Number, depth);
        let right = self.expression(Kind::Number, depth);
        match self.below(3) {
            0 => format!("{left} {operator} {right}"),
            _ => format!("({left} {operator} {right})"),
        }
    }

    fn parenthesized(&mut self, kind: Kind, depth: usize) -> String {
        format!("({})", self.expression(kind, depth))
    }

    fn bool(&mut self, depth: usize) -> String {
        match self.below(4) {
            0 => {
                let operator = self.choice(&["<", "<=", ">", ">="]);
                let (left, right) = (
                    self.expression(Kind::Number, depth),
                    self.expression(Kind::Number, depth),
                );
                format!("({left} {operator} {right})")
            }
            1 => {
                let kind = self.choice(&KINDS);
                let operator = self.choice(&["==", "!="]);
                let (left, right) = (self.expression(kind, depth), self.expression(kind, depth));
                format!("({left} {operator} {right})")
            }
            2 => {
                let operator = self.choice(&["&&", "||"]);
                let (left, right) = (
                    self.expression(Kind::Bool, depth),
                    self.expression(Kind::Bool, depth),
                );
                format!("({left} {operator} {right})")
            }
            _ => format!("!{}", self.parenthesized(Kind::Bool, depth)),
        }
    }

    fn conditional(&mut self, kind: Kind, depth: usize) -> String {
        let condition = self.expression(Kind::Bool, depth);
        let other = if self.one_in(6) {
            self.choice(&KINDS)
        } else {
            kind
        };
        let (one, two) = (self.expression(kind, depth), self.expression(other, depth));
        format!("({condition} ? {one} : {two})")
    }

    /// Attributes, indexes and splats.
    fn access(&mut self, kind: Kind, depth: usize) -> String {
        let key = self.choice(&KEYS[..5]);
        match self.below(7) {
            0 => format!(
                "{}[{}]",
                self.parenthesized(Kind::List, depth),
                self.expression(Kind::Number, depth)
            ),
            1 => format!("{}.{key}", self.parenthesized(Kind::Map, depth)),
            2 => format!("{}[\"{key}\"]", self.parenthesized(Kind::Map, depth)),
            3 => format!("{}[*]", self.parenthesized(kind, depth)),
            4 => format!(
                "[{}, {}][*].{key}",
                self.expression(Kind::Map, depth),
                self.expression(Kind::Map, depth)
            ),
            5 => format!("[{}].*.{key}[0]", self.expression(Kind::Map, depth)),
            _ => {
                let (index, element) = (self.below(3), self.expression(kind, depth));
                format!("[{element}, {}].{index}", self.atom(kind))
            }
        }
    }

    fn call(&mut self, depth: usize) -> String {
        match self.below(12) {
            0 => return format!("try({}, {})", self.any(depth), self.any(depth)),
            1 => return format!("can({})", self.any(depth)),
            _ => {}
        }
        let index = self.below(self.functions.len().max(1));
        let Some(function) = self.functions.get(index).copied() else {
            return self.any(depth);
        };
        let mut arguments: Vec<String> = Vec::new();
        for parameter in &function.parameters {
            arguments.push(self.argument(&parameter.of, depth));
        }
        if let Some(variadic) = &function.variadic {
            for _ in 0..self.below(4) {
                arguments.push(self.argument(&variadic.of, depth));
            }
            if self.one_in(8) {
                arguments.push(format!("[{}]...", self.argument(&variadic.of, depth)));
            }
        }
        let namespace = if self.one_in(20) { "core::" } else { "" };
        format!("{namespace}{}({})", function.name, arguments.join(", "))
    }

    fn argument(&mut self, of: &Type, depth: usize) -> String {
        match of {
            Type::Number if self.one_in(2) => self.below(5).to_string(),
            Type::Number => self.expression(Kind::Number, depth),
            Type::String => self.expression(Kind::Text, depth),
            Type::Bool => self.expression(Kind::Bool, depth),
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => self.expression(Kind::List, depth),
            Type::Map(_) | Type::Object(_) => self.expression(Kind::Map, depth),
            Type::Dynamic => self.any(depth),
        }
    }

    fn list(&mut self, depth: usize) -> String {
        if self.one_in(2) {
            return self.for_expression(false, depth);
        }
        let kind = self.choice(&KINDS);
        let count = self.below(4);
        let elements: Vec<String> = (0..count)
            .map(|_| match self.one_in(6) {
                true => self.any(depth),
                false => self.expression(kind, depth),
            })
            .collect();
        let list = format!("[{}]", elements.join(", "));
        match self.below(5) {
            0 => format!("tolist({list})"),
            1 => format!("toset({list})"),
            _ => list,
        }
    }

    fn map(&mut self, depth: usize) -> String {
        if self.one_in(3) {
            return self.for_expression(true, depth);
        }
        let kind = self.choice(&KINDS);
        let count = self.below(4);
        let entries: Vec<String> = (0..count)
            .map(|_| {
                let key = match self.below(6) {
                    0 => format!("({})", self.expression(Kind::Text, depth.min(1))),
                    1 => self.choice(&TEXTS).to_owned(),
                    _ => self.choice(&KEYS).to_owned(),
                };
                let separator = self.choice(&["=", ":"]);
                format!("{key} {separator} {}", self.expression(kind, depth))
            })
            .collect();
        let map = format!("{{{}}}", entries.join(", "));
        match self.one_in(4) {
            true => format!("tomap({map})"),
            false => map,
        }
    }

    fn for_expression(&mut self, is_object: bool, depth: usize) -> String {
        let source = if self.one_in(2) {
            Kind::List
        } else {
            Kind::Map
        };
        let collection = self.expression(source, depth);
        let count = self.names.len();
        let (key, value) = (format!("k{count}"), format!("v{count}"));
        let key_kind = if source == Kind::List {
            Kind::Number
        } else {
            Kind::Text
        };
        let value_kind = self.choice(&KINDS);
        self.names.push((key.clone(), key_kind));
        self.names.push((value.clone(), value_kind));
        let result = self.any(depth);
        let condition = match self.one_in(3) {
            true => format!(" if {}", self.expression(Kind::Bool, depth)),
            false => String::new(),
        };
        let text = match is_object {
            false => format!("[for {key}, {value} in {collection} : {result}{condition}]"),
            true => {
                let name = match self.below(3) {
                    0 => self.expression(Kind::Text, depth),
                    1 => format!("\"${{{key}}}\""),
                    _ => format!("\"x${{{key}}}\""),
                };
                let dots = if self.one_in(3) { "..." } else { "" };
                format!(
                    "{{for {key}, {value} in {collection} : {name} => {result}{dots}{condition}}}"
                )
            }
        };
        self.names.truncate(count);
        text
    }

    /// A quoted text with interpolations and directives.
    pub fn template(&mut self, depth: usize) -> String {
        let parts: Vec<String> = (0..1 + self.below(3))
            .map(|_| self.template_part(depth))
            .collect();
        format!("\"{}\"", parts.concat())
    }

    fn mark(&mut self) -> &'static str {
        if self.one_in(4) { "~" } else { "" }
    }

    fn template_text(&mut self) -> String {
        let text = self.choice(&TEXTS);
        text[1..text.len() - 1].to_owned()
    }

    pub fn template_part(&mut self, depth: usize) -> String {
        let (open, close) = (self.mark(), self.mark());
        match self.below(6) {
            0 | 1 => self.template_text(),
            2 => format!("{} ", self.template_text()),
            3 => {
                let condition = self.expression(Kind::Bool, depth);
                let (one, two) = (
                    self.template_part(depth.saturating_sub(1)),
                    self.template_text(),
                );
                let other = match self.one_in(2) {
                    true => format!("-%{{{open} else {close}}} {two}-"),
                    false => String::new(),
                };
                format!(" %{{{close} if {condition} {open}}} {one} {other} %{{ endif {close}}} ")
            }
            4 => {
                let name = format!("t{}", self.names.len());
                let collection = self.expression(Kind::List, depth);
                let kind = self.choice(&[Kind::Number, Kind::Text]);
                self.names.push((name.clone(), kind));
                let inner = self.template_part(depth.saturating_sub(1));
                self.names.pop();
                format!(
                    " %{{{open} for {name} in {collection} {close}}} {inner}-${{{name}}}%{{ endfor {open}}}"
                )
            }
            _ => {
                let kind = self.choice(&[Kind::Number, Kind::Text, Kind::Bool]);
                format!(" ${{{open}{}{close}}} ", self.expression(kind, depth))
            }
        }
    }
}
