//! The inputs of a `Resource`: how an API creates, reads, updates and deletes an object.

use std::time::Duration;

use reqwest::Method;

use crate::ProviderError;
use crate::builtin::input_reader::InputReader;
use crate::builtin::std_interface::HTTP;
use lumi_graph::{NumberText, Object, Value};

use super::answer::Answer;
use super::json::fault;
use super::pointer::Pointer;
use super::request::{Request, needs_id, read_headers, read_request};
use super::search::{Search, parsed, read_pointer};

/// A day, in seconds.
const MAX_TIMEOUT: i64 = 24 * 60 * 60;

/// The typed inputs.
pub struct Description {
    pub create: Request,
    pub read: Option<Request>,
    pub update: Option<Request>,
    pub delete: Option<Request>,
    pub find: Option<Search>,
    pub body: Option<Value>,
    /// The id, if the client chooses it.
    pub id: Option<String>,
    id_pointer: Option<Pointer>,
    id_header: Option<String>,
    outputs: Vec<(String, Pointer)>,
    pub ignored: Vec<Pointer>,
    pub timeout: Option<Duration>,
}

impl Description {
    /// Reads inputs that were validated.
    pub fn new(inputs: &Object) -> Result<Self, ProviderError> {
        let mut reader = InputReader::new(HTTP, inputs);
        let description = Self::read(&mut reader);
        reader.accept()?;
        description.ok_or_else(|| ProviderError::failed("an input is still unknown"))
    }

    /// `None` while an input is invalid or unknown.
    pub fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        let headers = read_headers(inputs);
        let create = read_request(inputs, "create", Method::POST, &headers);
        let requests = [
            ("read", Method::GET),
            ("update", Method::PUT),
            ("delete", Method::DELETE),
        ];
        let requests = requests.map(|(name, method)| read_request(inputs, name, method, &headers));
        let find = Search::read(inputs, &headers);
        let body = read_body(inputs);
        let id = read_id(inputs, create.as_ref());
        let (id_pointer, id_header) = read_id_place(inputs);
        let outputs = read_outputs(inputs);
        let ignored = read_ignored(inputs);
        let timeout = inputs.integer("timeout", 1..=MAX_TIMEOUT);
        let [read, update, delete] = requests;
        let description = Self {
            create: create?,
            read,
            update,
            delete,
            find,
            body,
            id,
            id_pointer,
            id_header,
            outputs,
            ignored,
            timeout: timeout
                .and_then(|it| u64::try_from(it).ok())
                .map(Duration::from_secs),
        };
        (!inputs.has_unknown()).then_some(description)
    }

    /// All requests with the names of their inputs.
    pub fn requests(&self) -> impl Iterator<Item = (&'static str, &Request)> {
        [
            ("create", Some(&self.create)),
            ("read", self.read.as_ref()),
            ("update", self.update.as_ref()),
            ("delete", self.delete.as_ref()),
            ("find", self.find.as_ref().map(|it| &it.request)),
        ]
        .into_iter()
        .filter_map(|(name, it)| Some((name, it?)))
    }

    pub fn requests_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut Request)> {
        [
            ("create", Some(&mut self.create)),
            ("read", self.read.as_mut()),
            ("update", self.update.as_mut()),
            ("delete", self.delete.as_mut()),
            ("find", self.find.as_mut().map(|it| &mut it.request)),
        ]
        .into_iter()
        .filter_map(|(name, it)| Some((name, it?)))
    }

    /// A key for the place of the object, if its id is known in advance: no two objects have all
    /// requests in common.
    pub fn place(&self) -> Option<String> {
        let id = self.id.as_ref()?;
        let requests = self.requests().filter(|(name, _)| *name != "find");
        let requests = requests.map(|(name, it)| {
            let body = it
                .body
                .as_ref()
                .filter(|_| name == "read" || name == "delete");
            format!("{name} {} {} {body:?}", it.method, it.url)
        });
        let requests: Vec<String> = requests.collect();
        Some(format!("{id}\n{}", requests.join("\n")))
    }

    /// The id in the response to the create; otherwise the error.
    pub fn id_from(&self, answer: &Answer) -> Result<String, String> {
        if let Some(id) = &self.id {
            return Ok(id.clone());
        }
        if let Some(name) = &self.id_header {
            let id = match name.eq_ignore_ascii_case("location") {
                true => answer.located(),
                false => answer.header(name).map(str::to_owned),
            };
            let id = id.filter(|it| !it.is_empty());
            return id.ok_or_else(|| format!("no id in the header `{name}`"));
        }
        let id = self.id_in(&answer.value());
        match &self.id_pointer {
            Some(_) => id.ok_or_else(|| "no id at `idPointer`".to_owned()),
            None => id.or_else(|| answer.located()).ok_or_else(|| {
                "no id at `/id`, nor a `Location` header; say where it is with `idPointer` or \
                 `idHeader`"
                    .to_owned()
            }),
        }
    }

    /// The id in the object's JSON.
    pub fn id_in(&self, object: &Value) -> Option<String> {
        let found = match &self.id_pointer {
            Some(pointer) => pointer.find(object),
            None => object.as_object().and_then(|it| it.get("id")),
        };
        match found? {
            Value::String(text) if !text.is_empty() => Some(text.clone()),
            Value::Number(number) => Some(NumberText(*number).to_string()),
            _ => None,
        }
    }

    /// The outputs selected from a response; null for missing parts.
    pub fn outputs(&self, response: Value) -> Object {
        let values = self.outputs.iter().map(|(name, pointer)| {
            let value = pointer.find(&response).cloned();
            (name.clone(), value.unwrap_or_default())
        });
        let values = Value::Object(values.collect());
        [
            ("values".to_owned(), values),
            ("response".to_owned(), response),
        ]
        .into_iter()
        .collect()
    }

    /// Whether a response has enough of the object, so that it need not be read.
    pub fn is_described_by(&self, response: &Value) -> bool {
        let is_document = matches!(response, Value::Object(_) | Value::Array(_));
        is_document
            && self
                .outputs
                .iter()
                .all(|(_, it)| it.find(response).is_some())
    }
}

fn read_body(inputs: &mut InputReader<'_>) -> Option<Value> {
    let body = inputs.value("body");
    if let Some(kind) = body.and_then(fault) {
        let reason = format!("`body` must be JSON; there is {kind} in it");
        inputs.fail("body", reason);
    }
    body.cloned()
}

fn read_id(inputs: &mut InputReader<'_>, create: Option<&Request>) -> Option<String> {
    let id = inputs.text("id");
    if id == Some("") {
        inputs.fail("id", "`id` must not be empty");
    }
    if create.is_some_and(|it| needs_id(&it.url)) && !inputs.has("id") {
        let reason = "`create.url` has `{id}` in it, so the `id` must be given as an input";
        inputs.fail("create.url", reason);
    }
    id.map(str::to_owned)
}

fn read_id_place(inputs: &mut InputReader<'_>) -> (Option<Pointer>, Option<String>) {
    let pointer = read_pointer(inputs, "idPointer");
    let header = inputs.text("idHeader").map(str::to_owned);
    if pointer.as_ref().is_some_and(Pointer::is_whole) {
        let reason = "`idPointer` must point to a part of the answer, as `/id` does";
        inputs.fail("idPointer", reason);
    }
    let places = ["id", "idPointer", "idHeader"];
    let given: Vec<&str> = places.into_iter().filter(|name| inputs.has(name)).collect();
    if let [first, second, ..] = given[..]
        && second == "idHeader"
    {
        let reason = format!("either `{first}` or `{second}` may be given, not both");
        inputs.fail(second, reason);
    }
    (pointer, header)
}

fn read_outputs(inputs: &mut InputReader<'_>) -> Vec<(String, Pointer)> {
    let members = inputs.text_map("outputs").unwrap_or_default();
    let outputs = members
        .into_iter()
        .filter_map(|(name, text)| Some((name.to_owned(), parsed(inputs, "outputs", text)?)));
    outputs.collect()
}

fn read_ignored(inputs: &mut InputReader<'_>) -> Vec<Pointer> {
    let texts = inputs.texts("ignore").unwrap_or_default();
    let pointers = texts
        .into_iter()
        .filter_map(|text| parsed(inputs, "ignore", text));
    pointers.collect()
}
