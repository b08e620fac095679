//! `std:http:…`: objects behind HTTP APIs.
//!
//! | module | |
//! |---|---|
//! | `resource` | `std:http:Resource`: what is asked of the API, and when |
//! | `description` | its inputs: how an API makes, reads, changes and deletes such an object |
//! | `request` | the description of one request |
//! | `search` | how to find an object whose id is unknown |
//! | `call`, `retrying_client` | a request with everything filled in; sending it, again if that is safe |
//! | `credentials` | headers of today for objects of yesterday |
//! | `backoff` | how long to wait before that |
//! | `redaction` | messages without secrets |
//! | `answer` | what came back |
//! | `drift` | the wanted body compared with the world |
//! | `json`, `pointer` | values as JSON, and places in it |

mod answer;
mod backoff;
mod call;
mod credentials;
mod description;
mod drift;
mod json;
mod pointer;
mod redaction;
mod request;
mod resource;
mod retrying_client;
mod search;
#[cfg(test)]
mod test_server;
#[cfg(test)]
mod tests;

pub(super) use credentials::OriginHeaders;
pub(super) use resource::Resource;
