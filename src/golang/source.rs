//! The files of a program, and positions in them.

use lumi_closure::analysis::line_starts;
use lumi_pack::SourceProblem;
use lumi_pack::il::At;

use super::refusal::Refusal;
use super::syntax::Pos;

pub struct Source {
    /// The file relative to the project folder, with `/`.
    pub file: String,
    pub text: String,
    /// The position of its first byte among all files.
    pub base: Pos,
    /// Whether it is a part of the library.
    pub is_library: bool,
    line_starts: Vec<usize>,
}

/// All files of a program.
#[derive(Default)]
pub struct Sources {
    pub files: Vec<Source>,
}

impl Sources {
    /// Adds a file, and returns its index.
    pub fn add(&mut self, file: &str, text: &str, is_library: bool) -> usize {
        let last = self.files.last();
        let base = last.map_or(1, |it| it.base + length(&it.text) + 1);
        self.files.push(Source {
            file: file.to_owned(),
            text: text.to_owned(),
            base,
            is_library,
            line_starts: line_starts(text),
        });
        self.files.len() - 1
    }

    pub fn index_of(&self, at: Pos) -> usize {
        self.files
            .partition_point(|it| it.base <= at)
            .saturating_sub(1)
    }

    /// The file, line and column of a position.
    pub fn place(&self, at: Pos) -> (&str, At) {
        let Some(source) = self.files.get(self.index_of(at)) else {
            return ("", At::default());
        };
        let offset = usize::try_from(at.saturating_sub(source.base)).unwrap_or_default();
        let at = At::of(&source.text, &source.line_starts, offset);
        (&source.file, at)
    }

    pub fn problem(&self, at: Pos, refusal: Refusal, message: &str, help: &str) -> SourceProblem {
        let (file, position) = self.place(at);
        SourceProblem {
            file: file.to_owned(),
            line: position.line,
            column: position.column,
            message: format!("{message} ({})", refusal.code()),
            help: Some(help.to_owned()).filter(|it| !it.is_empty()),
        }
    }
}

fn length(text: &str) -> Pos {
    Pos::try_from(text.len()).unwrap_or(Pos::MAX / 4)
}
