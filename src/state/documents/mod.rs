//! The JSON of states, read and written by one struct each.
//!
//! | module | |
//! |---|---|
//! | `secret_id`, `provider_data_member` | ids that contain a secret, and the private data of providers: encrypted members |
//! | `resource_document`, `action_document`, `record_document`, `state_document` | one struct each, which reads and writes |
//! | `document_members`, `document_error`, `format_version` | objects in these documents, their errors, their version |
//! | `masking_sealer` | reads documents without the key of their secrets |

pub mod action_document;
pub mod document_error;
pub mod document_members;
pub mod format_version;
pub mod masking_sealer;
pub mod provider_data_member;
pub mod record_document;
pub mod resource_document;
pub mod secret_id;
pub mod state_document;
