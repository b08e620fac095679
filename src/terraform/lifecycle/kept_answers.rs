//! Answers to the preview of a command, for the run after it.

use std::collections::HashMap;

use parking_lot::Mutex;
use prost::Message;
use sha2::{Digest as _, Sha256};

use lumi_graph::Urn;

/// The maximum number of answers. The provider is asked again for those beyond it.
const MOST: usize = 20_000;

/// Answers about single resources, each for one more request that is the same in all parts. They are in memory only, and
/// shared by all providers of a process: the run may have another process of a provider than the preview.
#[derive(Debug, Default)]
pub struct KeptAnswers(Mutex<HashMap<AnswerKey, Vec<u8>>>);

/// The digest of a request, with all that its answer depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnswerKey([u8; 32]);

impl KeptAnswers {
    /// Removes the answer and returns it.
    pub fn take<A: Message + Default>(&self, key: &AnswerKey) -> Option<A> {
        let answer = self.0.lock().remove(key)?;
        A::decode(answer.as_slice()).ok()
    }

    pub fn keep(&self, key: AnswerKey, answer: &impl Message) {
        let mut kept = self.0.lock();
        if kept.len() < MOST {
            kept.insert(key, answer.encode_to_vec());
        }
    }
}

impl AnswerKey {
    /// `provider` is the digest of the provider and its configuration.
    pub fn new(provider: &[u8; 32], urn: &Urn, method: &str, request: &impl Message) -> Self {
        let parts = [urn.as_str().as_bytes(), method.as_bytes()];
        Self(digest(provider, &parts, &request.encode_to_vec()))
    }
}

pub fn provider_digest(address: &str, configuration: &[u8]) -> [u8; 32] {
    digest(&[0; 32], &[address.as_bytes()], configuration)
}

/// The lengths of the parts keep them apart.
fn digest(start: &[u8; 32], parts: &[&[u8]], last: &[u8]) -> [u8; 32] {
    let mut hasher = Sha256::new_with_prefix(start);
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.update(last);
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tfplugin6::validate_resource_config::{Request, Response};

    #[test]
    fn an_answer_is_for_one_more_request_that_is_the_same() {
        let urn =
            |name: &str| Urn::parse(&format!("urn:lumi:dev::demo::index::a:b:C::{name}")).unwrap();
        let request = |name: &str| Request {
            type_name: name.to_owned(),
            ..Request::default()
        };
        let provider = provider_digest("lumi.test/a/b", b"1");
        let key = AnswerKey::new(&provider, &urn("a"), "M", &request("t"));
        let others = [
            AnswerKey::new(&provider, &urn("b"), "M", &request("t")),
            AnswerKey::new(&provider, &urn("a"), "N", &request("t")),
            AnswerKey::new(&provider, &urn("a"), "M", &request("u")),
            AnswerKey::new(
                &provider_digest("lumi.test/a/b", b"2"),
                &urn("a"),
                "M",
                &request("t"),
            ),
            AnswerKey::new(
                &provider_digest("lumi.test/a/c", b"1"),
                &urn("a"),
                "M",
                &request("t"),
            ),
        ];
        let answers = KeptAnswers::default();
        answers.keep(key, &Response::default());
        let has = |key: &AnswerKey| answers.take::<Response>(key).is_some();
        assert!(!others.iter().any(has));
        assert!(has(&key));
        assert!(!has(&key));
    }
}
