//! Output that is written later or dropped.

use std::io;

use parking_lot::Mutex;

use super::screen;
use super::terminal::{Terminal, write_error, write_output};
use crate::ui::report::Report;

/// Pieces of output to both streams, in order.
#[derive(Default)]
pub struct CapturedOutput(Mutex<Vec<Piece>>);

enum Piece {
    /// For standard output.
    Output(String),
    /// For standard error.
    Error(String),
    /// For standard error, as separate lines.
    Lines(String),
    Report(Terminal, Box<Report>),
}

impl CapturedOutput {
    pub fn output(&self, text: String) {
        self.push(Piece::Output(text));
    }

    pub fn error(&self, text: String) {
        self.push(Piece::Error(text));
    }

    pub fn lines(&self, text: String) {
        self.push(Piece::Lines(text));
    }

    pub fn report(&self, terminal: Terminal, report: Report) {
        self.push(Piece::Report(terminal, Box::new(report)));
    }

    /// Writes all pieces, once.
    pub fn write(&self) -> io::Result<()> {
        let pieces = std::mem::take(&mut *self.0.lock());
        for piece in pieces {
            match piece {
                Piece::Output(text) => write_output(&text)?,
                Piece::Error(text) => write_error(&text),
                Piece::Lines(text) => screen::write_lines_above(&text),
                Piece::Report(terminal, report) => terminal.report(&report),
            }
        }
        Ok(())
    }

    fn push(&self, piece: Piece) {
        let mut pieces = self.0.lock();
        pieces.push(piece);
    }
}
