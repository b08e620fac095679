//! The messages of all queues on disk: `QUEUE/ID.json`, and `QUEUE/dead/ID-FUNCTION.json`.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::storage::{decode, encode, remove, write};

use super::message::{DeadMessage, Message};

const DEAD: &str = "dead";
const EXTENSION: &str = "json";

pub struct QueueFolder {
    root: PathBuf,
}

/// A message file, or a file that cannot be read as one.
pub struct Found {
    pub queue: String,
    pub id: String,
    pub message: Result<Message, String>,
}

impl QueueFolder {
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    /// Writes a message; it is on disk when this returns.
    pub fn put(&self, queue: &str, id: &str, message: &Message) -> io::Result<()> {
        write_json(&self.file(queue, id)?, message)
    }

    pub fn remove(&self, queue: &str, id: &str) -> io::Result<()> {
        remove(&self.file(queue, id)?)
    }

    /// Whether the message still exists. Removing the folder of a queue removes the queue.
    pub fn has(&self, queue: &str, id: &str) -> bool {
        self.file(queue, id).is_ok_and(|it| it.exists())
    }

    pub fn dead_letter(&self, queue: &str, id: &str, message: &DeadMessage) -> io::Result<()> {
        let function = encode(&message.function).map_err(io::Error::other)?;
        // A long name is stored in folders; the last part cannot be the name of a message.
        let name = function.to_string_lossy().replace(['/', '\\'], "");
        let folder = self.folder(queue)?.join(DEAD);
        write_json(&folder.join(format!("{id}-{name}.{EXTENSION}")), message)
    }

    /// All messages on disk, in order of arrival.
    pub fn load(&self) -> io::Result<Vec<Found>> {
        let mut all = Vec::new();
        for folder in entries(&self.root)? {
            let queue = folder.file_name().and_then(|it| decode(Path::new(it)));
            if let Some(queue) = queue.filter(|_| folder.is_dir()) {
                load_queue(&folder, &queue, &mut all)?;
            }
        }
        Ok(all)
    }

    fn folder(&self, queue: &str) -> io::Result<PathBuf> {
        let invalid = |problem: String| io::Error::new(io::ErrorKind::InvalidInput, problem);
        let name = encode(queue).map_err(|it| invalid(it.to_string()))?;
        match name.components().count() {
            1 => Ok(self.root.join(name)),
            _ => Err(invalid(format!("the name {queue:?} is too long"))),
        }
    }

    fn file(&self, queue: &str, id: &str) -> io::Result<PathBuf> {
        Ok(self.folder(queue)?.join(format!("{id}.{EXTENSION}")))
    }
}

fn load_queue(folder: &Path, queue: &str, all: &mut Vec<Found>) -> io::Result<()> {
    for path in entries(folder)? {
        let is_message = path.is_file() && path.extension().is_some_and(|it| it == EXTENSION);
        let id = path.file_stem().and_then(|it| it.to_str());
        let Some(id) = id.filter(|it| is_message && !it.starts_with('.')) else {
            continue;
        };
        let text = std::fs::read(&path)?;
        let message = serde_json::from_slice(&text);
        all.push(Found {
            queue: queue.to_owned(),
            id: id.to_owned(),
            message: message.map_err(|error| {
                format!(
                    "the message {} cannot be read and is left alone: {error}",
                    path.display()
                )
            }),
        });
    }
    Ok(())
}

/// Sorted by name; empty if the folder does not exist.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match folder.read_dir() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

fn write_json(path: &Path, value: &impl Serialize) -> io::Result<()> {
    write(path, &serde_json::to_vec(value)?)
}
