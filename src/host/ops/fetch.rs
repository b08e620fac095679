//! `fetch`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use deno_core::url::Url;
use deno_core::{JsBuffer, OpState, ToJsBuffer, op2};
use reqwest::{Client, Method};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::fetch_error::FetchError;
use super::fetch_exchange::{self, Exchange, Redirect};
use super::session::Session;

/// The running requests of a program.
#[derive(Default)]
pub struct Requests {
    /// Created on first use: reading the system's certificates takes time.
    client: Option<Client>,
    aborts: HashMap<u32, oneshot::Sender<()>>,
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
    body: ToJsBuffer,
}

/// Makes a request and reads the whole response. `id` is the number for [`op_lumi_fetch_abort`].
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
    let (abort, aborted) = oneshot::channel();
    let client = begin(&mut state.borrow_mut(), id, abort)?;
    let result = tokio::select! {
        result = answer(exchange, &client) => result,
        Ok(()) = aborted => Err(FetchError::Aborted),
    };
    state
        .borrow_mut()
        .borrow_mut::<Requests>()
        .aborts
        .remove(&id);
    result
}

#[op2(fast)]
pub fn op_lumi_fetch_abort(state: &mut OpState, #[smi] id: u32) {
    if let Some(abort) = state.borrow_mut::<Requests>().aborts.remove(&id) {
        // The receiver is gone if the response came first.
        let _ = abort.send(());
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

async fn answer(exchange: Exchange, client: &Client) -> Result<FetchResponse, FetchError> {
    let method = exchange.method.clone();
    let answer = exchange.run(client).await?;
    let (status, headers) = (
        answer.response.status(),
        fetch_exchange::flat(answer.response.headers()),
    );
    let body = answer.response.bytes().await;
    let body = body.map_err(|error| FetchError::network(&method, &answer.url, error))?;
    let mut url = answer.url;
    url.set_fragment(None);
    Ok(FetchResponse {
        status: status.as_u16(),
        status_text: status.canonical_reason().unwrap_or_default().to_owned(),
        url: url.into(),
        redirected: answer.redirected,
        headers,
        body: body.to_vec().into(),
    })
}
