//! Lines of the log, without the secrets that are known when they are written.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::sync::Arc;

use tracing_subscriber::fmt::MakeWriter;

use lumi_graph::environment_variables::LOG_FILE;

use crate::failure::Failure;
use crate::output::redaction;

/// Standard error, or a file.
pub struct LogOutput {
    file: Option<Arc<File>>,
}

impl LogOutput {
    /// Lines are appended, as other processes of the same run may have the same file. Only its owner can read it.
    pub fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(Self { file: None });
        };
        let opened = OpenOptions::new()
            .append(true)
            .create(true)
            .mode(0o600)
            .open(path);
        match opened {
            Ok(file) => Ok(Self {
                file: Some(Arc::new(file)),
            }),
            Err(error) => {
                let path = path.display();
                Err(Failure::error(format!(
                    "{LOG_FILE}: cannot write {path}: {error}"
                )))
            }
        }
    }
}

impl<'a> MakeWriter<'a> for LogOutput {
    type Writer = LineWriter;

    fn make_writer(&'a self) -> LineWriter {
        LineWriter {
            file: self.file.clone(),
        }
    }
}

/// Takes a whole line in each write.
pub struct LineWriter {
    file: Option<Arc<File>>,
}

impl Write for LineWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        let redacted = redaction::redact(&text);
        let shown = redacted.as_deref().unwrap_or(&text).as_bytes();
        match &self.file {
            Some(file) => (&**file).write_all(shown)?,
            None => io::stderr().write_all(shown)?,
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
