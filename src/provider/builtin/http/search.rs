//! Finds an object whose id is unknown.

use reqwest::Method;
use reqwest::header::HeaderMap;

use crate::builtin::input_reader::InputReader;
use lumi_graph::Value;

use super::pointer::Pointer;
use super::request::Request;

/// `find: { method, url, headers, body, expectStatus, items, match }`: a request, the place of the
/// objects in its response, and the criteria.
pub struct Search {
    pub request: Request,
    items: Pointer,
    /// The value that a matching object has at each pointer.
    criteria: Vec<(Pointer, Value)>,
}

impl Search {
    pub fn read(inputs: &mut InputReader<'_>, common: &HeaderMap) -> Option<Self> {
        inputs.members("find", |inputs| {
            let items = read_pointer(inputs, "items");
            let criteria = read_criteria(inputs);
            Some(Self {
                request: Request::read(inputs, Method::GET, common)?,
                items: items.unwrap_or_default(),
                criteria: criteria?,
            })
        })?
    }

    /// The objects that match. A response that is a single object counts as a list of one.
    pub fn matches<'a>(&self, answer: &'a Value) -> Vec<&'a Value> {
        let candidates = match self.items.find(answer) {
            Some(Value::Array(items)) => items.iter().collect(),
            Some(item @ Value::Object(_)) => vec![item],
            _ => Vec::new(),
        };
        let is_match = |item: &&Value| {
            let mut criteria = self.criteria.iter();
            criteria.all(|(pointer, value)| pointer.find(item) == Some(value))
        };
        candidates.into_iter().filter(is_match).collect()
    }
}

fn read_criteria(inputs: &mut InputReader<'_>) -> Option<Vec<(Pointer, Value)>> {
    let Value::Object(members) = inputs.value("match")? else {
        return None;
    };
    if members.is_empty() {
        inputs.fail(
            "match",
            "`match` must not be empty: every object would match",
        );
        return None;
    }
    let is_open = inputs.is_unknown("match");
    let criteria = members
        .iter()
        .map(|(text, value)| Some((parsed(inputs, "match", text)?, value.clone())));
    let criteria: Option<Vec<_>> = criteria.collect();
    criteria.filter(|_| !is_open)
}

/// Reads an input that is a JSON pointer.
pub fn read_pointer(inputs: &mut InputReader<'_>, name: &'static str) -> Option<Pointer> {
    let text = inputs.text(name)?;
    parsed(inputs, name, text)
}

pub fn parsed(inputs: &mut InputReader<'_>, name: &str, text: &str) -> Option<Pointer> {
    let pointer = text.parse();
    if let Err(error) = &pointer {
        inputs.fail(
            name,
            format!("`{text}` in `{name}` is not a JSON pointer: {error}"),
        );
    }
    pointer.ok()
}
