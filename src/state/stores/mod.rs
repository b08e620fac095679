//! Folders and buckets that hold states.
//!
//! | module | |
//! |---|---|
//! | `store`, `path_segment` | what a backend stores, and the paths of it |
//! | `folder_store` | a folder |
//! | `cloud_store`, `cloud_client`, `bucket_requests`, `bucket_fault` | a bucket: its requests and its errors |
//! | `cloud_url`, `cloud_access` | the URL of a bucket, and the credentials for it |
//! | `failpoint`, `failpoint_store` | ends the process at a write, for tests; not in optimised builds |

pub mod bucket_fault;
pub mod bucket_requests;
pub mod cloud_access;
pub mod cloud_client;
pub mod cloud_store;
pub mod cloud_url;
#[cfg(debug_assertions)]
pub mod failpoint;
#[cfg(debug_assertions)]
pub mod failpoint_store;
pub mod folder_store;
pub mod path_segment;
pub mod store;
