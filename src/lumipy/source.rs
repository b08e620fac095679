//! A module of a program: its text and its syntax.

use lumi_closure::analysis::line_starts;
use lumi_pack::SourceProblem;
use lumi_pack::il::At;
use ruff_python_ast::ModModule;
use ruff_python_parser::{LexicalErrorType, ParseErrorType, parse_module};
use ruff_text_size::{Ranged, TextSize};

use super::depth::too_deep;
use super::refusal::Refusal;

/// A module of a program.
pub struct Source {
    /// The file relative to the project folder, with `/`.
    pub file: String,
    pub text: String,
    line_starts: Vec<usize>,
}

impl Source {
    pub fn new(file: &str, text: &str) -> Self {
        Self {
            file: file.to_owned(),
            line_starts: line_starts(text),
            text: text.to_owned(),
        }
    }

    /// The syntax of the module.
    pub fn parse(&self) -> Result<ModModule, SourceProblem> {
        if let Some(offset) = too_deep(&self.text) {
            let message = "the code is nested too deeply";
            let help = "name a part of it, and use the name";
            return Err(self.problem(offset, Refusal::Nesting, message, help));
        }
        let parsed = parse_module(&self.text);
        parsed.map(|it| it.into_syntax()).map_err(|error| {
            let start = error.location.start();
            if let ParseErrorType::Lexical(LexicalErrorType::UnicodeError) = error.error {
                let message = "the escape sequence is not a character";
                let help =
                    "write the character itself: names, as in \\N{BULLET}, are not part of LumiPy";
                return self.problem(start, Refusal::Syntax, message, help);
            }
            self.problem(start, Refusal::Syntax, &error.error.to_string(), "")
        })
    }

    pub fn at(&self, offset: TextSize) -> At {
        At::of(&self.text, &self.line_starts, offset.to_usize())
    }

    pub fn position(&self, node: &impl Ranged) -> At {
        self.at(node.start())
    }

    pub fn problem(
        &self,
        offset: TextSize,
        refusal: Refusal,
        message: &str,
        help: &str,
    ) -> SourceProblem {
        let at = self.at(offset);
        SourceProblem {
            file: self.file.clone(),
            line: at.line,
            column: at.column,
            message: format!("{message} ({})", refusal.code()),
            help: Some(help.to_owned()).filter(|it| !it.is_empty()),
        }
    }
}
