//! `fetch`: requests, and the bodies of their answers, which are read as they come.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use deno_core::url::Url;
use deno_core::{JsBuffer, OpState, ToJsBuffer, op2};
use reqwest::{Client, Method, Response};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};

use super::fetch_body;
use super::fetch_body::Outgoing;
use super::fetch_body::Part;
use super::fetch_decoding::Decoding;
use super::fetch_error::FetchError;
use super::fetch_exchange;
use super::fetch_exchange::Answer;
use super::fetch_exchange::Exchange;
use super::fetch_exchange::Redirect;
use crate::surroundings::Surroundings;

/// The most bytes of a compressed body that are read at once.
const MAX_DECODED: usize = 1 << 30;

/// The running requests of a program.
#[derive(Default)]
pub struct Requests {
    /// Created on first use: reading the system's certificates takes time.
    client: Option<Client>,
    /// Of requests whose answers are not read to their end.
    aborts: HashMap<u32, oneshot::Sender<Abort>>,
    /// Answers whose bodies are not being read at the moment.
    bodies: HashMap<u32, IncomingBody>,
    /// Of requests whose bodies are being sent in parts.
    uploads: HashMap<u32, mpsc::Sender<Part>>,
}

/// An answer whose body has not come to its end.
struct IncomingBody {
    response: Response,
    method: Method,
    url: Url,
    aborted: oneshot::Receiver<Abort>,
    decoding: Decoding,
}

/// Ends a request. The body that is being sent stays open until then, so that it does not look complete.
struct Abort {
    _upload: Option<mpsc::Sender<Part>>,
}

/// How the body of a request comes.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum BodyKind {
    None,
    Whole,
    Parts,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FetchRequest {
    method: String,
    url: String,
    headers: Vec<String>,
    redirect: Redirect,
    body: BodyKind,
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
    let mut exchange = exchange(&state.borrow(), &request, &body)?;
    exchange.check()?;
    if request.body == BodyKind::Parts {
        let (sender, parts) = fetch_body::parts();
        exchange.body = parts;
        let mut state = state.borrow_mut();
        state.borrow_mut::<Requests>().uploads.insert(id, sender);
    }
    let (abort, mut aborted) = oneshot::channel();
    let client = begin(&mut state.borrow_mut(), id, abort)?;
    let method = exchange.method.clone();
    let result = tokio::select! {
        result = exchange.run(&client) => result,
        Ok(_abort) = &mut aborted => Err(FetchError::Aborted),
    };
    let mut state = state.borrow_mut();
    let requests = state.borrow_mut::<Requests>();
    let answer = result.inspect_err(|_| requests.remove_request(id))?;
    let head = head(&answer);
    // The body of an answer to HEAD is empty, whatever its head says.
    let decoding = match method {
        Method::HEAD => Decoding::default(),
        _ => Decoding::of(answer.response.headers()),
    };
    let incoming = IncomingBody {
        decoding,
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
    let bytes = incoming.next().await;
    let mut state = state.borrow_mut();
    let requests = state.borrow_mut::<Requests>();
    match &bytes {
        Ok(Some(_)) => drop(requests.bodies.insert(id, incoming)),
        Ok(None) | Err(_) => requests.remove_request(id),
    }
    Ok(bytes?.map(Into::into))
}

/// All bytes of a body that were not read yet.
#[op2]
#[serde]
pub async fn op_lumi_fetch_read_all(
    state: Rc<RefCell<OpState>>,
    #[smi] id: u32,
) -> Result<ToJsBuffer, FetchError> {
    let mut incoming = take(&state, id)?;
    let all = incoming.rest().await;
    let mut state = state.borrow_mut();
    state.borrow_mut::<Requests>().remove_request(id);
    Ok(all?.into())
}

/// Sends a part of a body. Answers whether more is wanted.
#[op2]
pub async fn op_lumi_fetch_send(
    state: Rc<RefCell<OpState>>,
    #[smi] id: u32,
    #[buffer] bytes: JsBuffer,
) -> bool {
    let sender = {
        let state = state.borrow();
        let uploads = &state.borrow::<Requests>().uploads;
        uploads.get(&id).cloned()
    };
    let Some(sender) = sender else {
        return false;
    };
    sender.send(Ok(bytes.to_vec())).await.is_ok()
}

/// Ends a body that is sent in parts.
#[op2(fast)]
pub fn op_lumi_fetch_sent(state: &mut OpState, #[smi] id: u32) {
    state.borrow_mut::<Requests>().uploads.remove(&id);
}

/// Ends a request, or the reading of its answer, which closes the connection.
#[op2(fast)]
pub fn op_lumi_fetch_abort(state: &mut OpState, #[smi] id: u32) {
    let requests = state.borrow_mut::<Requests>();
    requests.bodies.remove(&id);
    let upload = requests.uploads.remove(&id);
    if let Some(abort) = requests.aborts.remove(&id) {
        // The receiver is gone if the response came first.
        let _ = abort.send(Abort { _upload: upload });
    }
}

/// The body of an answer while it is read: nothing else reads it meanwhile.
fn take(state: &Rc<RefCell<OpState>>, id: u32) -> Result<IncomingBody, FetchError> {
    let mut state = state.borrow_mut();
    let requests = state.borrow_mut::<Requests>();
    requests.bodies.remove(&id).ok_or(FetchError::Aborted)
}

impl Requests {
    /// Drops the state of a request. Its body may still be in transit.
    fn remove_request(&mut self, id: u32) {
        self.aborts.remove(&id);
        self.bodies.remove(&id);
    }
}

impl IncomingBody {
    /// The next bytes, decoded; `None` at the end.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, FetchError> {
        loop {
            if let Some(bytes) = self.decoding.next()? {
                return Ok(Some(bytes));
            }
            let chunk = tokio::select! {
                chunk = self.response.chunk() => chunk,
                Ok(_abort) = &mut self.aborted => return Err(FetchError::Aborted),
            };
            match chunk.map_err(|error| self.failed(error))? {
                Some(bytes) if self.decoding.is_none() => return Ok(Some(bytes.to_vec())),
                Some(bytes) => self.decoding.feed(&bytes),
                None => return Ok(None),
            }
        }
    }

    async fn rest(&mut self) -> Result<Vec<u8>, FetchError> {
        let mut all = Vec::new();
        while let Some(bytes) = self.next().await? {
            all.extend_from_slice(&bytes);
            if !self.decoding.is_none() && all.len() > MAX_DECODED {
                return Err(FetchError::TooLarge {
                    url: self.url.to_string(),
                    limit: MAX_DECODED,
                });
            }
        }
        Ok(all)
    }

    fn failed(&self, error: reqwest::Error) -> FetchError {
        FetchError::network(&self.method, &self.url, error)
    }
}

fn exchange(state: &OpState, request: &FetchRequest, body: &[u8]) -> Result<Exchange, FetchError> {
    let permissions = Rc::clone(&Surroundings::of(state).permissions);
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
        body: match request.body {
            BodyKind::Whole => Outgoing::Whole(body.to_vec()),
            // The parts are connected once the permissions have been asked.
            BodyKind::None | BodyKind::Parts => Outgoing::None,
        },
        redirect: request.redirect,
        permissions,
    })
}

fn begin(
    state: &mut OpState,
    id: u32,
    abort: oneshot::Sender<Abort>,
) -> Result<Client, FetchError> {
    let environment = Rc::clone(&Surroundings::of(state).environment);
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
