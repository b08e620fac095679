//! The objects of a collection, with the requests that APIs of this kind usually have.

use std::time::Duration;

use reqwest::Method;
use reqwest::header::HeaderMap;
use tokio::time::Instant;

use crate::builtin::provider_context::ProviderContext;
use crate::{ListedObject, ProviderError, ReadState};
use lumi_graph::{Object, Value};

use super::answer::Answer;
use super::call::Call;
use super::collection::{Collection, Item, Pages};
use super::credentials::OriginHeaders;
use super::pointer::Pointer;
use super::request::Request;
use super::retrying_client::RetryingClient;

/// The time limit of all requests of a listing together.
const TIMEOUT: Duration = Duration::from_secs(300);

/// The input that tells objects of different collections apart.
const IDENTIFYING: &[&str] = &["create.url"];

pub struct CollectionListing<'r> {
    pub client: &'r RetryingClient,
    pub context: &'r ProviderContext,
    pub configured: &'r OriginHeaders,
}

impl CollectionListing<'_> {
    /// All objects of the collection at a place.
    pub async fn objects(&self, place: Option<&str>) -> Result<Vec<ListedObject>, ProviderError> {
        let collection = Collection::parse(place).map_err(ProviderError::failed)?;
        self.context.check_net(&collection.url)?;
        let deadline = Instant::now() + TIMEOUT;
        let items = self.items(&collection, deadline).await?;
        let base = collection.base();
        let url = format!("{base}/{{id}}");
        // One request shows whether objects are at their own URLs.
        let is_readable = match items.iter().find(|it| it.object.is_some()) {
            Some(first) => self.is_at(&url, first, deadline).await,
            None => true,
        };
        let described = Described {
            url: is_readable.then_some(url.as_str()),
            base: &base,
            id_pointer: collection.id_pointer.as_deref(),
        };
        let mut objects = Vec::with_capacity(items.len());
        for item in items {
            let state = match item.object {
                Some(object) => described.state(item.id, object),
                None => {
                    let answer = self.read(&url, &item.id, deadline).await?;
                    if answer.is_gone() {
                        continue;
                    }
                    described.named_state(item.id, answer.value())
                }
            };
            objects.push(ListedObject {
                identifying: IDENTIFYING,
                ..ListedObject::with_state(item.name, state)
            });
        }
        Ok(objects)
    }

    async fn items(
        &self,
        collection: &Collection,
        deadline: Instant,
    ) -> Result<Vec<Item>, ProviderError> {
        let mut pages = Pages::new(collection);
        while let Some(request) = pages.request() {
            let number = pages.number + 1;
            let call = Call::new(&request, None, None, self.configured)?;
            let answer = self.client.send(&call, deadline).await;
            let answer = answer.map_err(|error| match number {
                1 => error,
                _ => ProviderError::failed(format!("page {number} of the list: {error}")),
            })?;
            pages.take(&answer).map_err(|problem| {
                ProviderError::failed(match number {
                    1 => problem,
                    _ => format!("page {number} of the list: {problem}"),
                })
            })?;
        }
        Ok(pages.items)
    }

    async fn read(&self, url: &str, id: &str, deadline: Instant) -> Result<Answer, ProviderError> {
        let request = Request {
            method: Method::GET,
            url: url.to_owned(),
            headers: HeaderMap::new(),
            body: None,
            expected: Vec::new(),
        };
        let call = Call::new(&request, Some(id), None, self.configured)?.accepting_missing();
        self.client.send(&call, deadline).await
    }

    /// Whether the answer at the URL of an object is that object: it has a member of it.
    async fn is_at(&self, url: &str, item: &Item, deadline: Instant) -> bool {
        let Ok(answer) = self.read(url, &item.id, deadline).await else {
            return false;
        };
        let (Value::Object(read), Some(Value::Object(listed))) = (answer.value(), &item.object)
        else {
            return false;
        };
        !answer.is_gone()
            && listed
                .iter()
                .any(|(name, value)| read.get(name) == Some(value))
    }
}

/// The requests of a collection's objects.
struct Described<'a> {
    /// The URL of an object, with `{id}`; `None` if it cannot be read there.
    url: Option<&'a str>,
    base: &'a str,
    id_pointer: Option<&'a str>,
}

impl Described<'_> {
    /// An object whose id the API has chosen. The body is all of it without the id, and without links to itself: texts that
    /// end with the id as a segment, which no request may set.
    fn state(&self, id: String, object: Value) -> ReadState {
        let mut inputs = vec![("create", request(&[("url", self.base)]))];
        inputs.extend(self.requests(["read", "update", "delete"]));
        if let Some(pointer) = self.id_pointer {
            inputs.push(("idPointer", pointer.into()));
        }
        inputs.push(("body", self.without_id(&id, &object)));
        state(id, inputs, object)
    }

    /// An object that is written at its own URL.
    fn named_state(&self, id: String, object: Value) -> ReadState {
        let url = format!("{}/{{id}}", self.base);
        let create = request(&[("method", "PUT"), ("url", &url)]);
        let mut inputs = vec![("id", Value::from(id.as_str())), ("create", create)];
        inputs.extend(self.requests(["read", "update", "delete"]));
        inputs.push(("body", object.clone()));
        state(id, inputs, object)
    }

    fn requests<'n>(&self, names: [&'n str; 3]) -> impl Iterator<Item = (&'n str, Value)> {
        let request = self.url.map(|url| request(&[("url", url)]));
        names
            .into_iter()
            .filter_map(move |name| Some((name, request.clone()?)))
    }

    fn without_id(&self, id: &str, object: &Value) -> Value {
        let pointer: Option<Pointer> = self.id_pointer.unwrap_or("/id").parse().ok();
        let is_id = |name: &String| {
            let keys = std::slice::from_ref(name);
            pointer.as_ref().is_some_and(|it| it.is_at(keys))
        };
        let link = format!("/{id}");
        let is_link = |value: &Value| value.as_str().is_some_and(|it| it.ends_with(&link));
        match object {
            Value::Object(members) => {
                let others = members.iter();
                let others = others.filter(|(name, value)| !is_id(name) && !is_link(value));
                Value::Object(
                    others
                        .map(|(name, it)| (name.clone(), it.clone()))
                        .collect(),
                )
            }
            other => other.clone(),
        }
    }
}

fn request(members: &[(&str, &str)]) -> Value {
    let members = members.iter();
    let members = members.map(|(name, text)| ((*name).to_owned(), Value::from(*text)));
    Value::Object(members.collect())
}

fn state(id: String, inputs: Vec<(&str, Value)>, response: Value) -> ReadState {
    let inputs = inputs.into_iter();
    let outputs = [
        ("values".to_owned(), Value::Object(Object::default())),
        ("response".to_owned(), response),
    ];
    ReadState {
        id,
        inputs: inputs.map(|(name, it)| (name.to_owned(), it)).collect(),
        outputs: outputs.into_iter().collect(),
        data: None,
    }
}
