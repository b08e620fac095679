//! Names of streams and subjects of NATS, as `js/lumi/cloud/kubernetes` makes them, and the names of the platform on this machine.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use sha2::{Digest as _, Sha256};

/// Letters, digits, `-` and `_` of a key stay in a subject.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_');
/// The lanes of an ordered queue (`js/lumi/cloud/kubernetes/nats/queue_client.ts`).
const LANES: u8 = 8;
/// The ends of names of topics and queues of dead letters on this machine.
const TOPIC: &str = ".topic";
const LETTERS: &str = ".dead";

/// A stream of a stack, in the order in which streams are exported.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stream {
    Store(String),
    Queue(String),
    Topic(String),
    /// The dead letters of a queue, and of a topic.
    DeadOfQueue(String),
    DeadOfTopic(String),
}

impl Stream {
    /// `None` for a stream of others.
    pub fn parse(name: &str) -> Option<Self> {
        type Make = fn(String) -> Stream;
        let kinds: [(&str, Make); 5] = [
            ("kv-", Self::Store),
            ("queue-", Self::Queue),
            ("topic-", Self::Topic),
            ("dead-queue-", Self::DeadOfQueue),
            ("dead-topic-", Self::DeadOfTopic),
        ];
        let parsed = kinds.into_iter().find_map(|(start, make)| {
            let rest = name.strip_prefix(start)?;
            Some(make(rest.to_owned()))
        });
        parsed.filter(|it| it.name() == name)
    }

    pub fn name(&self) -> String {
        match self {
            Self::Store(name) => format!("kv-{name}"),
            Self::Queue(name) => format!("queue-{name}"),
            Self::Topic(name) => format!("topic-{name}"),
            Self::DeadOfQueue(name) => format!("dead-queue-{name}"),
            Self::DeadOfTopic(name) => format!("dead-topic-{name}"),
        }
    }

    /// The subject of letters without the name of a function, which those of topics have behind it.
    pub fn letters(&self) -> String {
        match self {
            Self::DeadOfTopic(name) => format!("dead.topic.{name}"),
            Self::Store(name) | Self::Queue(name) | Self::Topic(name) | Self::DeadOfQueue(name) => {
                format!("dead.queue.{name}")
            }
        }
    }

    /// The stream for the messages of a queue with a name of the platform on this machine.
    pub fn of_messages(queue: &str) -> Self {
        if let Some(name) = queue.strip_suffix(TOPIC) {
            return Self::Topic(name.to_owned());
        }
        match queue.strip_suffix(LETTERS) {
            Some(name) => Self::DeadOfQueue(name.to_owned()),
            None => Self::Queue(queue.to_owned()),
        }
    }

    /// The stream for the messages of such a queue that were given up.
    pub fn of_dead(queue: &str) -> Self {
        match queue.strip_suffix(TOPIC) {
            Some(name) => Self::DeadOfTopic(name.to_owned()),
            None => Self::DeadOfQueue(queue.to_owned()),
        }
    }

    /// The name of the store or queue on this machine. Letters that a function gets are messages of a queue of their own.
    pub fn space(&self, are_letters_taken: bool) -> String {
        match self {
            Self::Store(name) | Self::Queue(name) => name.clone(),
            Self::Topic(name) | Self::DeadOfTopic(name) => format!("{name}{TOPIC}"),
            Self::DeadOfQueue(name) if are_letters_taken => format!("{name}{LETTERS}"),
            Self::DeadOfQueue(name) => name.clone(),
        }
    }
}

/// The subject of a key of a store: its parts between slashes are those of the subject.
pub fn subject_of_key(store: &str, key: &str) -> String {
    let parts: Vec<String> = key.split('/').map(encoded).collect();
    format!("kv.{store}.{}", parts.join("."))
}

/// The key of a subject; `None` for a subject of others.
pub fn key_of_subject(store: &str, subject: &str) -> Option<String> {
    let parts = subject.strip_prefix(&format!("kv.{store}."))?;
    let parts: Option<Vec<String>> = parts.split('.').map(decoded).collect();
    parts.map(|it| it.join("/"))
}

fn encoded(part: &str) -> String {
    match part {
        "" => "=".to_owned(),
        part => utf8_percent_encode(part, ENCODED)
            .to_string()
            .replace('%', "="),
    }
}

fn decoded(part: &str) -> Option<String> {
    if part == "=" {
        return Some(String::new());
    }
    let text = part.replace('=', "%");
    let text = percent_decode_str(&text).decode_utf8().ok()?;
    Some(text.into_owned())
}

/// The subject of a message of an ordered queue.
pub fn lane_subject(queue: &str, key: &str) -> String {
    let lane = Sha256::digest(key.as_bytes())[0] % LANES;
    format!("queue.{queue}.lane.{lane}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn streams_have_their_names() {
        for (name, here) in [
            ("kv-a", "a"),
            ("queue-a-b", "a-b"),
            ("topic-a", "a.topic"),
            ("dead-queue-a", "a.dead"),
            ("dead-topic-a", "a.topic"),
        ] {
            let stream = Stream::parse(name).unwrap();
            assert_eq!(
                (stream.name(), stream.space(true)),
                (name.to_owned(), here.to_owned())
            );
        }
        assert_eq!(Stream::parse("lumi-imports"), None);
        assert_eq!(
            Stream::of_messages("a.topic"),
            Stream::Topic("a".to_owned())
        );
        assert_eq!(
            Stream::of_messages("a.dead"),
            Stream::DeadOfQueue("a".to_owned())
        );
        assert_eq!(
            Stream::of_dead("a.topic"),
            Stream::DeadOfTopic("a".to_owned())
        );
    }

    #[test]
    fn subjects_are_those_of_functions() {
        // As js/lumi/cloud/kubernetes/nats/kv_keys.ts encodes them.
        for (key, subject) in [
            ("a/b", "kv.s.a.b"),
            ("", "kv.s.="),
            ("a//", "kv.s.a.=.="),
            ("ä.*~!'()", "kv.s.=C3=A4=2E=2A=7E=21=27=28=29"),
        ] {
            assert_eq!(subject_of_key("s", key), subject);
        }
    }

    proptest! {
        #[test]
        fn a_key_is_that_of_its_subject(key: String) {
            prop_assert_eq!(key_of_subject("s", &subject_of_key("s", &key)), Some(key));
        }
    }
}
