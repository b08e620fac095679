//! Secrets in objects, and how they are masked in text.
//!
//! | module | |
//! |---|---|
//! | `secrets`, `secret_digests` | secrets on their way to a provider and back |
//! | `known_secrets` | secrets in outputs and names of resources that do not have them as inputs |
//! | `decoded_text` | text whose escapes are undone |
//! | `encoded_words` | words in base64 and base32 that stand for text |
//! | `folded_text` | text without line breaks, as tools break what they encode into lines |
//! | `json_quote` | what errors of V8 about JSON quote of a text |
//! | `redactor` | removes secrets from text |
//! | `search_groups` | searches that secrets are added to one by one |
//! | `secret_forms` | encodings of secrets by programs and tools |
//! | `secret_lines` | lines of secret texts that are masked by themselves |
//! | `secret_search` | searches for all encodings of many secrets at once |

pub mod decoded_text;
pub mod encoded_words;
pub mod folded_text;
pub mod json_quote;
pub mod known_secrets;
pub mod redactor;
pub mod search_groups;
pub mod secret_digests;
pub mod secret_forms;
pub mod secret_lines;
pub mod secret_search;
#[allow(clippy::module_inception)]
pub mod secrets;
