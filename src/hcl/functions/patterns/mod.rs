//! Regular expressions as OpenTofu has them: the syntax and the matches of Go's package `regexp`.
//!
//! | module | |
//! |---|---|
//! | `class` | classes in brackets |
//! | `escape` | escapes, and the cursor over a pattern |
//! | `calls` | the functions `regex` and `regexall` |
//! | `replacement` | `$1` and `${name}` in replacements |
//! | `translate` | Go's syntax to that of `regex-automata` |
//! | `tests` | |

mod calls;
mod class;
mod escape;
mod replacement;
#[cfg(test)]
mod tests;
mod translate;

use regex_automata::util::captures::Captures;
use regex_automata::util::syntax;
use regex_automata::{Input, meta};
use thiserror::Error;

pub(super) use self::calls::functions;

/// The bytes that a compiled pattern may have.
const SIZE_LIMIT: usize = 64 << 20;
/// Groups may be nested 1000 deep, each of them in one of flags.
const NEST_LIMIT: u32 = 4000;

/// A pattern that is refused, and the part of it that is.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the regular expression is invalid: {kind}: `{part}`")]
pub struct PatternError {
    kind: PatternErrorKind,
    part: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PatternErrorKind {
    #[error("a class or its range is invalid")]
    InvalidClass,
    #[error("an escape is invalid")]
    InvalidEscape,
    #[error("a group's kind or flag is unknown")]
    InvalidGroup,
    #[error("the name of a group is invalid")]
    InvalidName,
    #[error("a repetition is repeated")]
    NestedRepetition,
    #[error("the bounds of a repetition are invalid")]
    InvalidRepetitionSize,
    #[error("a class has no `]`")]
    MissingBracket,
    #[error("a group has no `)`")]
    MissingParenthesis,
    #[error("there is nothing to repeat")]
    MissingRepetitionArgument,
    #[error("groups are nested too deeply")]
    NestingDepth,
    #[error("the pattern is too large")]
    TooLarge,
    #[error("a backslash is the end")]
    TrailingBackslash,
    #[error("a `)` closes no group")]
    UnexpectedParenthesis,
}

impl PatternErrorKind {
    fn of(self, part: &str) -> PatternError {
        PatternError {
            kind: self,
            part: part.to_owned(),
        }
    }
}

/// A compiled regular expression.
pub struct Pattern {
    regex: meta::Regex,
    /// The names of the groups.
    names: Vec<Option<String>>,
}

impl Pattern {
    /// Compiles a pattern of Go's syntax.
    ///
    /// # Errors
    ///
    /// Everything that Go refuses, and patterns that are too large.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        let translation = translate::translate(pattern)?;
        let regex = meta::Regex::builder()
            .syntax(syntax::Config::new().utf8(false).nest_limit(NEST_LIMIT))
            .configure(
                meta::Config::new()
                    .utf8_empty(true)
                    .nfa_size_limit(Some(SIZE_LIMIT)),
            )
            .build(&translation.pattern)
            .map_err(|_| PatternErrorKind::TooLarge.of(pattern))?;
        Ok(Self {
            regex,
            names: translation.names,
        })
    }

    /// The names of the groups in their order, `None` for groups without.
    #[must_use]
    pub fn groups(&self) -> &[Option<String>] {
        &self.names
    }

    /// The first match: the texts of the whole and of its groups.
    #[must_use]
    pub fn first<'t>(&self, text: &'t str) -> Option<Vec<Option<&'t str>>> {
        let mut captures = self.regex.create_captures();
        self.regex.captures(Input::new(text), &mut captures);
        captures.is_match().then(|| texts(&captures, text))
    }

    /// All matches that do not overlap.
    pub fn all<'t>(&self, text: &'t str) -> impl Iterator<Item = Vec<Option<&'t str>>> {
        self.regex
            .captures_iter(text)
            .map(move |captures| texts(&captures, text))
    }

    /// The text with all matches replaced by a template.
    #[must_use]
    pub fn replace_all(&self, text: &str, template: &str) -> String {
        let mut output = String::with_capacity(text.len());
        let mut end = 0;
        for captures in self.regex.captures_iter(text) {
            let Some(span) = captures.get_match() else {
                continue;
            };
            output.push_str(&text[end..span.start()]);
            replacement::expand(template, &self.names, &texts(&captures, text), &mut output);
            end = span.end();
        }
        output.push_str(&text[end..]);
        output
    }
}

fn texts<'t>(captures: &Captures, text: &'t str) -> Vec<Option<&'t str>> {
    captures
        .iter()
        .map(|span| span.map(|span| &text[span.range()]))
        .collect()
}
