//! The entries that the streams of a stack hold.

use std::collections::VecDeque;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::DateTime;
use serde::Serialize;
use serde_json::{Value, json};

use crate::queue::dead_key;
use crate::transfer::entry::{Entry, EntryKind};

use super::NO_MESSAGE;
use super::connection::{Connection, NatsError};
use super::messages::{dead_of, message_of, now};
use super::protocol::{Headers, parse_headers};
use super::subjects::{Stream, key_of_subject};
use super::writer::{EXPIRES, stream_of};

/// A time that does not come while anyone waits.
const FAR: &str = "2199-01-01T00:00:00Z";

/// A message as a stream keeps it.
#[derive(Clone, Debug)]
pub struct StreamMessage {
    pub subject: String,
    pub sequence: u64,
    pub headers: Headers,
    pub payload: Vec<u8>,
    /// Microseconds since the epoch.
    pub time: u64,
}

impl StreamMessage {
    /// Numbers begin anew in a stream that is made anew, and times do not.
    fn mark(&self) -> String {
        format!("{} {}", self.sequence, self.time)
    }
}

/// Those who take the messages of a stream.
#[derive(Default)]
pub struct Consumers {
    pub names: Vec<String>,
    /// The number of the last message up to which each has all, by its place in `names`.
    done: Vec<u64>,
    /// Whether a process asks for messages. Those that one has taken may be of a process that has ended.
    pub are_taking: bool,
}

impl Consumers {
    pub async fn of(nats: &mut Connection, stream: &Stream) -> Result<Self, NatsError> {
        let mut consumers = Self::default();
        for name in consumer_names(nats, stream).await? {
            let stream = stream.name();
            let info = nats
                .api(&format!("CONSUMER.INFO.{stream}.{name}"), json!({}))
                .await?;
            let number = |it: &Value| it.as_u64().unwrap_or_default();
            consumers.are_taking |= number(&info["num_waiting"]) > 0;
            consumers
                .done
                .push(number(&info["ack_floor"]["stream_seq"]));
            consumers.names.push(name);
        }
        Ok(consumers)
    }

    /// Those that have a message.
    fn done_with(&self, sequence: u64) -> Vec<String> {
        let done = self.names.iter().zip(&self.done);
        let done = done.filter(|(_, floor)| **floor >= sequence);
        done.map(|(name, _)| name.clone()).collect()
    }
}

/// Reads one stream after the other.
pub struct Reader {
    streams: VecDeque<Stream>,
    current: Option<Current>,
    content: Option<Vec<u8>>,
}

struct Current {
    stream: Stream,
    consumers: Consumers,
    /// The function that gave up the letters of a queue.
    giver: String,
    /// The subjects of a store that are to be read.
    subjects: VecDeque<String>,
    /// The number of the next message.
    from: u64,
    /// The time in the last id.
    last: u64,
}

impl Reader {
    pub async fn new(nats: &mut Connection) -> Result<Self, NatsError> {
        Ok(Self {
            streams: streams(nats).await?.into(),
            current: None,
            content: None,
        })
    }

    /// The content of the last entry.
    pub fn take_content(&mut self) -> Option<Vec<u8>> {
        self.content.take()
    }

    pub async fn next(&mut self, nats: &mut Connection) -> Result<Option<Entry>, NatsError> {
        loop {
            let current = match &mut self.current {
                Some(current) => current,
                None => match self.streams.pop_front() {
                    Some(stream) => self.current.insert(Current::begin(nats, stream).await?),
                    None => return Ok(None),
                },
            };
            match current.next(nats).await? {
                Some((entry, content)) => {
                    self.content = Some(content);
                    return Ok(Some(entry));
                }
                None => self.current = None,
            }
        }
    }
}

impl Current {
    async fn begin(nats: &mut Connection, stream: Stream) -> Result<Self, NatsError> {
        let (mut subjects, mut giver) = (Vec::new(), String::new());
        match &stream {
            Stream::Store(_) => subjects = subjects_of(nats, &stream).await?,
            Stream::DeadOfQueue(name) => {
                let queue = Stream::Queue(name.clone());
                let takers = Consumers::of(nats, &queue).await?.names;
                // Those of an ordered queue end with their lane.
                let first = takers.first().map(String::as_str).unwrap_or_default();
                let is_lane = |it: &str| it.len() == 1 && it.as_bytes()[0].is_ascii_digit();
                let lane = first
                    .rsplit_once('-')
                    .filter(|(_, it)| takers.len() > 1 && is_lane(it));
                giver = lane.map_or(first, |(name, _)| name).to_owned();
            }
            _ => {}
        }
        subjects.sort();
        Ok(Self {
            consumers: Consumers::of(nats, &stream).await?,
            stream,
            giver,
            subjects: subjects.into(),
            from: 1,
            last: 0,
        })
    }

    async fn next(&mut self, nats: &mut Connection) -> Result<Option<(Entry, Vec<u8>)>, NatsError> {
        match self.stream.clone() {
            Stream::Store(name) => self.next_value(nats, &name).await,
            _ => self.next_message(nats).await,
        }
    }

    async fn next_value(
        &mut self,
        nats: &mut Connection,
        store: &str,
    ) -> Result<Option<(Entry, Vec<u8>)>, NatsError> {
        while let Some(subject) = self.subjects.pop_front() {
            let request = json!({ "last_by_subj": subject });
            let value = read(nats, &self.stream, request).await?;
            let Some((value, key)) = value.zip(key_of_subject(store, &subject)) else {
                continue;
            };
            let expires = value.headers.get(EXPIRES).and_then(|it| it.parse().ok());
            if expires.is_some_and(|it: u64| it <= now()) {
                continue;
            }
            let entry = Entry {
                kind: EntryKind::Value,
                space: store.to_owned(),
                key,
                expires,
                mark: value.mark(),
            };
            return Ok(Some((entry, value.payload)));
        }
        Ok(None)
    }

    async fn next_message(
        &mut self,
        nats: &mut Connection,
    ) -> Result<Option<(Entry, Vec<u8>)>, NatsError> {
        let Some(stored) = next_message(nats, &self.stream, self.from).await? else {
            return Ok(None);
        };
        self.from = stored.sequence + 1;
        // Ids are in the order of the stream, also if the clock of the server was set back.
        self.last = stored.time.max(self.last + 1);
        let id = format!("{:016}-{:08x}", self.last, stored.sequence & 0xffff_ffff);
        let are_letters_taken = !self.consumers.names.is_empty();
        let function = match &self.stream {
            Stream::DeadOfTopic(_) => stored.subject.rsplit('.').next().map(str::to_owned),
            Stream::DeadOfQueue(_) if !are_letters_taken => Some(self.giver.clone()),
            _ => None,
        };
        // A queue keeps nothing that its function has had. Its delayed messages are for no consumer yet, whatever those are done with.
        let done = match &self.stream {
            Stream::Topic(_) => self.consumers.done_with(stored.sequence),
            _ => Vec::new(),
        };
        let (kind, key, content) = match function {
            Some(function) => {
                let key = dead_key(&id, &function);
                (
                    EntryKind::DeadMessage,
                    key,
                    plain(&dead_of(&stored, function)),
                )
            }
            None => (EntryKind::Message, id, plain(&message_of(&stored, done))),
        };
        let entry = Entry {
            kind,
            space: self.stream.space(are_letters_taken),
            key,
            expires: None,
            mark: stored.mark(),
        };
        Ok(Some((entry, content)))
    }
}

fn plain(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("BUG: messages are plain data")
}

/// The streams of the stack, in order.
pub async fn streams(nats: &mut Connection) -> Result<Vec<Stream>, NatsError> {
    let names = listed(nats, "STREAM.NAMES", "streams").await?;
    let mut streams: Vec<Stream> = names.iter().filter_map(|it| Stream::parse(it)).collect();
    streams.sort();
    Ok(streams)
}

/// All names of a list that comes in pages.
async fn listed(
    nats: &mut Connection,
    subject: &str,
    member: &str,
) -> Result<Vec<String>, NatsError> {
    let mut names = Vec::new();
    loop {
        let answer = nats.api(subject, json!({ "offset": names.len() })).await?;
        let page = answer[member].as_array().cloned().unwrap_or_default();
        names.extend(page.iter().filter_map(|it| it.as_str().map(str::to_owned)));
        if page.is_empty() || names.len() as u64 >= answer["total"].as_u64().unwrap_or_default() {
            return Ok(names);
        }
    }
}

/// The subjects of a store.
async fn subjects_of(nats: &mut Connection, stream: &Stream) -> Result<Vec<String>, NatsError> {
    let mut subjects = Vec::new();
    loop {
        let request = json!({ "subjects_filter": ">", "offset": subjects.len() });
        let answer = nats
            .api(&format!("STREAM.INFO.{}", stream.name()), request)
            .await?;
        let page = answer["state"]["subjects"]
            .as_object()
            .cloned()
            .unwrap_or_default();
        let is_last = page.is_empty();
        subjects.extend(page.into_iter().map(|(name, _)| name));
        if is_last || subjects.len() as u64 >= answer["total"].as_u64().unwrap_or_default() {
            return Ok(subjects);
        }
    }
}

/// The first message of a stream from a number on.
pub async fn next_message(
    nats: &mut Connection,
    stream: &Stream,
    from: u64,
) -> Result<Option<StreamMessage>, NatsError> {
    read(nats, stream, json!({ "seq": from, "next_by_subj": ">" })).await
}

async fn read(
    nats: &mut Connection,
    stream: &Stream,
    request: Value,
) -> Result<Option<StreamMessage>, NatsError> {
    let name = stream.name();
    match nats.api(&format!("STREAM.MSG.GET.{name}"), request).await {
        Err(error) if error.code().is_some_and(|it| NO_MESSAGE.contains(&it)) => Ok(None),
        answer => {
            let message = stored_message(&answer?);
            message.map(Some).ok_or(NatsError::NoJson(name))
        }
    }
}

/// The message of an answer; `None` for an answer of another form.
pub fn stored_message(answer: &Value) -> Option<StreamMessage> {
    let message = answer.get("message")?;
    let bytes = |name: &str| {
        let text = message
            .get(name)
            .and_then(Value::as_str)
            .unwrap_or_default();
        STANDARD.decode(text).ok()
    };
    let time = DateTime::parse_from_rfc3339(message.get("time")?.as_str()?).ok()?;
    Some(StreamMessage {
        subject: message.get("subject")?.as_str()?.to_owned(),
        sequence: message.get("seq")?.as_u64()?,
        headers: parse_headers(&bytes("hdrs")?).1,
        payload: bytes("data")?,
        time: u64::try_from(time.timestamp_micros()).ok()?,
    })
}

/// The names of those who take the messages of a stream.
pub async fn consumer_names(
    nats: &mut Connection,
    stream: &Stream,
) -> Result<Vec<String>, NatsError> {
    listed(
        nats,
        &format!("CONSUMER.NAMES.{}", stream.name()),
        "consumers",
    )
    .await
}

/// Lets a consumer wait, or go on.
pub async fn pause(
    nats: &mut Connection,
    stream: &Stream,
    consumer: &str,
    is_paused: bool,
) -> Result<(), NatsError> {
    let request = match is_paused {
        true => json!({ "pause_until": FAR }),
        false => json!({}),
    };
    let subject = format!("CONSUMER.PAUSE.{}.{consumer}", stream.name());
    nats.api(&subject, request).await.map(drop)
}

/// Removes an entry of a stream that is still the one with its mark.
pub async fn remove(nats: &mut Connection, entry: &Entry) -> Result<bool, NatsError> {
    let sequence = entry.mark.split(' ').next().map(str::parse::<u64>);
    let Some(Ok(sequence)) = sequence else {
        return Ok(false);
    };
    let stream = stream_of(entry);
    let stored = read(nats, &stream, json!({ "seq": sequence })).await?;
    if stored.is_none_or(|it| it.mark() != entry.mark) {
        return Ok(false);
    }
    let subject = format!("STREAM.MSG.DELETE.{}", stream.name());
    match nats
        .api(&subject, json!({ "seq": sequence, "no_erase": true }))
        .await
    {
        Err(error) if error.code().is_some_and(|it| NO_MESSAGE.contains(&it)) => Ok(false),
        removed => removed.map(|_| true),
    }
}
