//! Why the state of a stack cannot be read or written.

use std::io;
use std::sync::Arc;

use super::keys::key_error::KeyError;
use super::lock::lock_info::LockInfo;
use super::stores::bucket_fault::reason;

/// Cloneable, because several tasks may wait for the same write.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StateError {
    #[error("cannot {action} `{place}`: {source}")]
    Io {
        action: &'static str,
        place: String,
        source: Arc<io::Error>,
    },
    #[error("cannot {action} `{place}`: {}{}", without_credentials(place, &source.to_string()), reason(source))]
    Cloud {
        action: &'static str,
        place: String,
        source: Arc<object_store::Error>,
    },
    #[error(
        "`{url}` cannot hold states: {problem}; write a folder such as `file:///srv/state`, or \
         `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix`"
    )]
    Url { url: String, problem: String },
    #[error("`{url}` cannot be used: {problem}")]
    Access { url: String, problem: String },
    #[error("`{name}` cannot be the name of a {what}: {problem}")]
    Name {
        what: &'static str,
        name: String,
        problem: &'static str,
    },
    /// The bytes are not those that lumi wrote.
    #[error(
        "the state in `{place}` is damaged or was edited: {problem}; nothing was changed. Take it \
         from a backup, or put what `lumi stack export` wrote in its place with `lumi stack import \
         --force`; to change state on purpose, edit such a document"
    )]
    Damaged { place: String, problem: String },
    #[error(
        "record {number} of the journal `{place}` is damaged: {problem}; nothing was changed. Take \
         the stack's folder from a backup, or put what `lumi stack export` wrote in its place with \
         `lumi stack import --force`"
    )]
    Record {
        place: String,
        /// Counted from 1; 0 is the header line.
        number: u64,
        problem: String,
    },
    #[error(
        "`{place}` has version {found} of the state format, and this lumi (version {}) knows \
         versions up to {newest}; use the lumi that wrote it{}, or a newer one",
        env!("CARGO_PKG_VERSION"),
        .writer.as_ref().map(|it| format!(" (version {it})")).unwrap_or_default()
    )]
    Version {
        place: String,
        found: u64,
        newest: u64,
        /// The version of Lumi that wrote it.
        writer: Option<String>,
    },
    #[error("{0} cannot be written as JSON: {1}")]
    Unwritable(&'static str, String),
    #[error(
        "the stack `{stack}` was moved to `{to}`; write `backend: {to}` into Lumi.yaml, `backend: {{ url: {to} }}` into \
         Pulumi.yaml, or set LUMI_BACKEND"
    )]
    Moved { stack: String, to: String },
    #[error(
        "the stack `{stack}` is now called `{to}`; use that name, or run `lumi stack init \
         {stack}` to create a new stack with the old name"
    )]
    Renamed { stack: String, to: String },
    #[error(
        "the stack `{stack}` is now called `{next}`, and a part of it is left under the old name; \
         `lumi stack rename {stack} {next}` completes the renaming"
    )]
    RenamedInPart { stack: String, next: String },
    #[error(
        "the stack `{stack}` is an unfinished copy of `{old}`; `lumi stack rename {old} {stack}` \
         completes the renaming, `lumi stack rm {stack}` drops the copy"
    )]
    UnfinishedRename { stack: String, old: String },
    #[error(
        "the stack `{stack}` is an unfinished copy of that in `{place}`; `lumi stack migrate`, \
         run again with the original backend, completes the move, `lumi stack rm {stack}` drops \
         the copy"
    )]
    UnfinishedMove { stack: String, place: String },
    #[error("the document cannot be imported: {0}")]
    Import(String),
    #[error(
        "the stack `{stack}` is locked: {note}. Wait until it is done; if that process no longer \
         exists, run `lumi stack unlock`"
    )]
    Locked { stack: String, note: Box<LockInfo> },
    #[error("the stack `{stack}` is watched already: {note}")]
    Watched { stack: String, note: Box<LockInfo> },
    #[error("the lock `{place}` cannot be read: {problem}; `lumi stack unlock --force` removes it")]
    UnreadableLock { place: String, problem: String },
    #[error("the lock of the stack `{stack}` was lost: {problem}; nothing more is written")]
    LockLost { stack: String, problem: String },
    #[error("the state in `{place}` was changed by another run meanwhile; run the command again")]
    Changed { place: String },
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error("the journal is closed")]
    Closed,
    #[error("state is read and written inside of a tokio runtime only")]
    NoRuntime,
}

impl StateError {
    /// Whether the state exists but is damaged.
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Damaged { .. } | Self::Record { .. })
    }

    pub(super) fn io(action: &'static str, place: impl ToString, source: io::Error) -> Self {
        Self::Io {
            action,
            place: place.to_string(),
            source: Arc::new(source),
        }
    }
}

/// Help for missing credentials: the client falls back to those of the machine, which only cloud
/// machines have.
fn without_credentials(place: &str, source: &str) -> String {
    let metadata = ["169.254.169.254", "metadata.google.internal"];
    if !metadata.iter().any(|it| source.contains(it)) {
        return String::new();
    }
    let variables = match place.split_once(':') {
        Some(("s3", _)) => "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
        Some(("gs", _)) => "GOOGLE_SERVICE_ACCOUNT",
        _ => "AZURE_STORAGE_ACCOUNT_NAME and AZURE_STORAGE_ACCOUNT_KEY",
    };
    format!("no credentials were found; set {variables}. The machine itself has none: ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_credentials_are_named() {
        let error = |source: &str| StateError::Cloud {
            action: "read",
            place: "s3://bucket/a".to_owned(),
            source: Arc::new(object_store::Error::Generic {
                store: "S3",
                source: source.into(),
            }),
        };
        insta::assert_snapshot!(
            error("PUT http://169.254.169.254/latest/api/token failed"),
            @"cannot read `s3://bucket/a`: no credentials were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. The machine itself has none: the request to http://169.254.169.254 failed: PUT http://169.254.169.254/latest/api/token failed"
        );
        insta::assert_snapshot!(
            error("the connection was lost"),
            @"cannot read `s3://bucket/a`: the connection was lost"
        );
    }
}
