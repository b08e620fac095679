//! `fetch`: requests, and the bodies of their answers, which are read as they come.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use deno_core::url::Url;
use deno_core::{JsBuffer, OpState, ToJsBuffer, op2};
use reqwest::{Client, Method, Response};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::fetch_error::FetchError;
use super::fetch_exchange::{self, Answer, Exchange, Redirect};
use super::session::Session;

/// The running requests of a program.
#[derive(Default)]
pub struct Requests {
    /// Created on first use: reading the system's certificates takes time.
    client: Option<Client>,
    /// Of requests whose answers are not read to their end.
    aborts: HashMap<u32, oneshot::Sender<()>>,
    /// Answers whose bodies are not being read at the moment.
    bodies: HashMap<u32, Incoming>,
}

/// An answer whose body has not come to its end.
struct Incoming {
    response: Response,
    method: Method,
    url: Url,
    aborted: oneshot::Receiver<()>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FetchRequest {
    method: String,
    url: String,
    headers: Vec<String>,
    redirect: Redirect,
    has_body: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FetchResponse {
    status: u16,
    status_text: String,
    url: String,
    redirected: bool,
    headers: Vec<String>,
}

/// Makes a request and reads the head of the response. `id` is the number for the other ops.
#[op2]
#[serde]
pub async fn op_lumi_fetch(
    state: Rc<RefCell<OpState>>,
    #[smi] id: u32,
    #[serde] request: FetchRequest,
    #[buffer] body: JsBuffer,
) -> Result<FetchResponse, FetchError> {
    let exchange = exchange(&state.borrow(), &request, &body)?;
    exchange.check()?;
    let (abort, mut aborted) = oneshot::channel();
    let client = begin(&mut state.borrow_mut(), id, abort)?;
    let method = exchange.method.clone();
    let result = tokio::select! {
        result = exchange.run(&client) => result,
        Ok(()) = &mut aborted => Err(FetchError::Aborted),
    };
    let mut state = state.borrow_mut();
    let requests = state.borrow_mut::<Requests>();
    let answer = result.inspect_err(|_| drop(requests.aborts.remove(&id)))?;
    let head = head(&answer);
    let incoming = Incoming {
        response: answer.response,
        method,
        url: answer.url,
        aborted,
    };
    requests.bodies.insert(id, incoming);
    Ok(head)
}

/// The next bytes of a body; `None` at its end.
#[op2]
#[serde]
pub async fn op_lumi_fetch_read(
    state: Rc<RefCell<OpState>>,
    #[smi] id: u32,
) -> Result<Option<ToJsBuffer>, FetchError> {
    let mut incoming = take(&state, id)?;
    let chunk = tokio::select! {
        chunk = incoming.response.chunk() => chunk,
        Ok(()) = &mut incoming.aborted => return Err(FetchError::Aborted),
    };
    let chunk = chunk.map_err(|error| incoming.failed(error))?;
    let mut state = state.borrow_mut();
    let requests = state.borrow_mut::<Requests>();
    match &chunk {
        Some(_) => drop(requests.bodies.insert(id, incoming)),
        None => drop(requests.aborts.remove(&id)),
    }
    Ok(chunk.map(|it| it.to_vec().into()))
}

/// All bytes of a body that were not read yet.
#[op2]
#[serde]
pub async fn op_lumi_fetch_read_all(
    state: Rc<RefCell<OpState>>,
    #[smi] id: u32,
) -> Result<ToJsBuffer, FetchError> {
    let mut incoming = take(&state, id)?;
    let mut all = Vec::new();
    loop {
        let chunk = tokio::select! {
            chunk = incoming.response.chunk() => chunk,
            Ok(()) = &mut incoming.aborted => return Err(FetchError::Aborted),
        };
        match chunk.map_err(|error| incoming.failed(error))? {
            Some(chunk) => all.extend_from_slice(&chunk),
            None => break,
        }
    }
    let mut state = state.borrow_mut();
    state.borrow_mut::<Requests>().aborts.remove(&id);
    Ok(all.into())
}

/// Ends a request, or the reading of its answer, which closes the connection.
#[op2(fast)]
pub fn op_lumi_fetch_abort(state: &mut OpState, #[smi] id: u32) {
    let requests = state.borrow_mut::<Requests>();
    requests.bodies.remove(&id);
    if let Some(abort) = requests.aborts.remove(&id) {
        // The receiver is gone if the response came first.
        let _ = abort.send(());
    }
}

/// The body of an answer while it is read: nothing else reads it meanwhile.
fn take(state: &Rc<RefCell<OpState>>, id: u32) -> Result<Incoming, FetchError> {
    let mut state = state.borrow_mut();
    let requests = state.borrow_mut::<Requests>();
    requests.bodies.remove(&id).ok_or(FetchError::Aborted)
}

impl Incoming {
    fn failed(&self, error: reqwest::Error) -> FetchError {
        FetchError::network(&self.method, &self.url, error)
    }
}

fn exchange(state: &OpState, request: &FetchRequest, body: &[u8]) -> Result<Exchange, FetchError> {
    let permissions = Rc::clone(&Session::from_state(state).borrow().permissions);
    let url = Url::parse(&request.url).map_err(|_| FetchError::Url {
        url: request.url.clone(),
    })?;
    let method = Method::from_bytes(request.method.as_bytes()).map_err(|_| FetchError::Method {
        method: request.method.clone(),
    })?;
    Ok(Exchange {
        method,
        url,
        headers: fetch_exchange::headers(&request.headers)?,
        body: request.has_body.then(|| body.to_vec()),
        redirect: request.redirect,
        permissions,
    })
}

fn begin(state: &mut OpState, id: u32, abort: oneshot::Sender<()>) -> Result<Client, FetchError> {
    let environment = Rc::clone(&Session::from_state(state).borrow().environment);
    let requests = state.borrow_mut::<Requests>();
    requests.aborts.insert(id, abort);
    if let Some(client) = &requests.client {
        return Ok(client.clone());
    }
    let client = fetch_exchange::client(&environment)?;
    requests.client = Some(client.clone());
    Ok(client)
}

fn head(answer: &Answer) -> FetchResponse {
    let status = answer.response.status();
    let mut url = answer.url.clone();
    url.set_fragment(None);
    FetchResponse {
        status: status.as_u16(),
        status_text: status.canonical_reason().unwrap_or_default().to_owned(),
        url: url.into(),
        redirected: answer.redirected,
        headers: fetch_exchange::flat(answer.response.headers()),
    }
}
