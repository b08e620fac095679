//! A stack on Kubernetes: streams of NATS, and buckets of a server of S3.
//!
//! | module | |
//! |---|---|
//! | `connection` | a connection to NATS |
//! | `imports` | how much of each import the cluster has |
//! | `messages` | messages of streams as those of the platform on this machine, and back |
//! | `nats_user` | the user that moves data |
//! | `protocol` | the protocol of NATS |
//! | `reader` | what streams hold |
//! | `subjects` | names of streams and subjects |
//! | `writer` | puts entries into streams |

mod connection;
mod imports;
mod messages;
mod nats_user;
pub mod protocol;
mod reader;
mod subjects;
mod writer;

use std::collections::BTreeSet;

use connection::{Connection, NatsError};
pub use nats_user::NatsUser;

use super::entry::{Entry, EntryKind};
use super::error::TransferError;
use super::target::{Moved, Target};

use imports::{Marker, StoredPositions};
use reader::{Consumers, Reader};
use subjects::Stream;

/// The codes of JetStream for a message that is not there.
const NO_MESSAGE: [u64; 3] = [10037, 10043, 10057];
/// The code for a stream that does not exist.
const NO_STREAM: u64 = 10059;

/// The streams of a stack.
pub struct Cluster {
    nats: Connection,
    reader: Option<Reader>,
    import: Import,
}

/// An import that runs.
#[derive(Default)]
struct Import {
    id: String,
    streams: BTreeSet<Stream>,
    /// The places in the file of messages that an earlier run has stored.
    stored: StoredPositions,
    /// The number of entries that the cluster has.
    position: u64,
}

impl Cluster {
    /// Connects to the server of NATS of a stack; `address` is host and port.
    pub async fn connect(address: &str, user: &NatsUser) -> Result<Self, TransferError> {
        Ok(Self {
            nats: Connection::open(address, user).await?,
            reader: None,
            import: Import::default(),
        })
    }

    /// Fails if functions take messages: what they have taken would be removed under them.
    async fn check_that_functions_rest(&mut self) -> Result<(), TransferError> {
        for stream in reader::streams(&mut self.nats).await? {
            let consumers = Consumers::of(&mut self.nats, &stream).await?;
            if consumers.are_taking {
                return Err(TransferError::Taken(stream.space(true)));
            }
        }
        Ok(())
    }
}

impl Target for Cluster {
    async fn next(&mut self) -> Result<Option<Entry>, TransferError> {
        if self.reader.is_none() {
            self.reader = Some(Reader::new(&mut self.nats).await?);
        }
        let reader = self.reader.as_mut().expect("BUG: it was just made");
        Ok(reader.next(&mut self.nats).await?)
    }

    async fn content(&mut self, _entry: &Entry) -> Result<Vec<u8>, TransferError> {
        let reader = self.reader.as_mut();
        let content = reader.and_then(Reader::take_content);
        content.ok_or_else(|| TransferError::Target("nothing was read".to_owned()))
    }

    async fn remove(&mut self, entries: Vec<Entry>) -> Result<u64, TransferError> {
        self.check_that_functions_rest().await?;
        let mut removed = 0;
        for entry in entries {
            removed += u64::from(reader::remove(&mut self.nats, &entry).await?);
        }
        Ok(removed)
    }

    async fn begin(
        &mut self,
        import: &str,
        needed: &[Entry],
    ) -> Result<Option<u64>, TransferError> {
        if let Some(bucket) = needed.iter().find(|it| it.kind == EntryKind::Object) {
            return Err(TransferError::NoBuckets(bucket.space.clone()));
        }
        let streams: BTreeSet<Stream> = needed.iter().map(writer::stream_of).collect();
        let marker = Marker::read(&mut self.nats, import).await?;
        self.import = Import {
            id: import.to_owned(),
            streams,
            stored: StoredPositions::default(),
            position: marker.as_ref().map_or(0, |it| it.position),
        };
        if marker.as_ref().is_some_and(|it| it.is_whole) {
            // A run may have ended before it let the functions go on.
            self.pause(false).await?;
            return Ok(None);
        }
        for stream in &self.import.streams {
            let subject = format!("STREAM.INFO.{}", stream.name());
            let known = self.nats.api(&subject, serde_json::json!({}));
            known.await.map_err(|error| match error.code() {
                Some(NO_STREAM) => TransferError::NotDeployed(stream.space(true)),
                _ => error.into(),
            })?;
        }
        // Functions take nothing until the whole file is there, so that the messages of an interrupted run can be found.
        self.pause(true).await?;
        match marker {
            Some(_) => {
                for stream in &self.import.streams {
                    self.import
                        .stored
                        .read(&mut self.nats, stream, import)
                        .await?;
                }
            }
            None => {
                imports::make_stream(&mut self.nats).await?;
                Marker::default().write(&mut self.nats, import).await?;
            }
        }
        Ok(Some(self.import.position))
    }

    async fn write(
        &mut self,
        entries: Vec<Moved>,
        replaces: bool,
        position: u64,
    ) -> Result<u64, TransferError> {
        let mut written = 0;
        for (entry, content) in entries {
            let at = self.import.position;
            if !self.import.stored.contains(at) {
                let place = (self.import.id.as_str(), at);
                let put = writer::put(&mut self.nats, &entry, &content, replaces, place);
                written += u64::from(put.await?);
            }
            self.import.position += 1;
        }
        debug_assert_eq!(self.import.position, position);
        let marker = Marker {
            position,
            is_whole: false,
        };
        marker.write(&mut self.nats, &self.import.id).await?;
        Ok(written)
    }

    async fn finish(&mut self) -> Result<(), TransferError> {
        let marker = Marker {
            position: self.import.position,
            is_whole: true,
        };
        marker.write(&mut self.nats, &self.import.id).await?;
        self.pause(false).await
    }
}

impl Cluster {
    /// Lets the functions of all streams of the import wait, or go on.
    async fn pause(&mut self, is_paused: bool) -> Result<(), TransferError> {
        for stream in &self.import.streams {
            for consumer in reader::consumer_names(&mut self.nats, stream).await? {
                reader::pause(&mut self.nats, stream, &consumer, is_paused).await?;
            }
        }
        Ok(())
    }
}

impl From<NatsError> for TransferError {
    fn from(error: NatsError) -> Self {
        Self::Target(error.to_string())
    }
}
