//! `std:http:…`: objects behind HTTP APIs.
//!
//! | module | |
//! |---|---|
//! | `resource` | `std:http:Resource`: the requests of each operation |
//! | `description` | its inputs: how an API creates, reads, updates and deletes an object |
//! | `request` | the description of one request |
//! | `collection` | the place of a list of objects, and its pages |
//! | `listing` | the objects of a collection |
//! | `search` | finds an object whose id is unknown |
//! | `call`, `retrying_client` | a complete request; sends and retries it |
//! | `credentials` | current credentials for objects created with older ones |
//! | `backoff` | the delay before a retry |
//! | `redaction` | removes secrets from messages |
//! | `answer` | a response |
//! | `drift` | compares the desired body with the actual one |
//! | `json`, `pointer` | values as JSON, and JSON pointers |

mod answer;
mod backoff;
mod call;
mod collection;
mod credentials;
mod description;
mod drift;
mod json;
mod listing;
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

pub use credentials::OriginHeaders;
pub use resource::Resource;
