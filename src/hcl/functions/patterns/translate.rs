//! Translation of Go's regular expressions to those of `regex-automata`.
//!
//! Both are descendants of RE2 and match alike, but differ in what a pattern may say: Go's `\d`, `\w` and `\b` are
//! those of ASCII, its classes have no operators, `{` may be a literal, and a repetition is not repeated. The result
//! says everything explicitly, so that no default of the target matters.

use std::fmt::Write;

use super::class;
use super::escape::{Cursor, Escape, escape};
use super::{PatternError, PatternErrorKind};

/// The greatest number in `{n,m}`, and the greatest product of nested ones.
const MAX_REPETITIONS: u32 = 1000;
/// The depth of groups that Go refuses.
const MAX_DEPTH: usize = 1000;

/// The flags that `(?imsU)` sets.
#[derive(Clone, Copy, Default)]
pub struct Flags {
    pub ignores_case: bool,
    multiline: bool,
    dot_all: bool,
    ungreedy: bool,
}

/// A pattern in the syntax of `regex-syntax`, and the names of its groups (`None` for those without).
pub struct Translation {
    pub pattern: String,
    pub names: Vec<Option<String>>,
}

/// The last thing that a repetition can follow.
#[derive(Clone, Copy)]
struct Atom {
    /// The product of the repetitions in it.
    repetitions: u32,
}

struct Group {
    flags: Flags,
    /// The greatest product of repetitions of the atoms before.
    repetitions: u32,
}

struct Translator<'p> {
    cursor: Cursor<'p>,
    output: String,
    names: Vec<Option<String>>,
    groups: Vec<Group>,
    flags: Flags,
    /// The greatest product of repetitions in the open group.
    repetitions: u32,
    atom: Option<Atom>,
    /// The start of the repetition that the last step has read.
    last_repetition: Option<usize>,
}

/// Translates a pattern.
///
/// # Errors
///
/// Everything that Go refuses.
pub fn translate(pattern: &str) -> Result<Translation, PatternError> {
    let mut translator = Translator {
        cursor: Cursor::new(pattern),
        output: String::with_capacity(pattern.len() * 2),
        names: Vec::new(),
        groups: Vec::new(),
        flags: Flags::default(),
        repetitions: 1,
        atom: None,
        last_repetition: None,
    };
    while !translator.cursor.is_at_end() {
        translator.step()?;
    }
    if !translator.groups.is_empty() {
        return Err(PatternErrorKind::MissingParenthesis.of(pattern));
    }
    Ok(Translation {
        pattern: translator.output,
        names: translator.names,
    })
}

impl Translator<'_> {
    fn step(&mut self) -> Result<(), PatternError> {
        let last_repetition = self.last_repetition.take();
        let start = self.cursor.offset();
        let Some(character) = self.cursor.next() else {
            return Ok(());
        };
        match character {
            '(' => self.open(start)?,
            ')' => self.close()?,
            '|' => {
                self.output.push('|');
                self.atom = None;
            }
            '^' if self.flags.multiline => self.push("(?m:^)"),
            '^' => self.push(r"\A"),
            '$' if self.flags.multiline => self.push("(?m:$)"),
            '$' => self.push(r"\z"),
            '.' if self.flags.dot_all => self.push("(?s:.)"),
            '.' => self.push(r"[^\n]"),
            '[' => {
                let text = class::bracket(&mut self.cursor, start, self.flags.ignores_case)?;
                self.push(&text);
            }
            '*' | '+' | '?' => {
                self.output_repetition(start, last_repetition, None, &character.to_string())?;
            }
            '{' => match self.cursor.bounds() {
                Some((low, high)) => self.bounded(start, last_repetition, low, high)?,
                None => self.literal('{'),
            },
            '\\' => self.escaped(start)?,
            other => self.literal(other),
        }
        Ok(())
    }

    /// Appends what a repetition can follow.
    fn push(&mut self, text: &str) {
        self.output.push_str(text);
        self.atom = Some(Atom { repetitions: 1 });
    }

    fn literal(&mut self, character: char) {
        let mut text = String::new();
        if self.flags.ignores_case && character.is_alphabetic() {
            let _ = write!(text, "(?i:{})", Literal(character));
        } else {
            let _ = write!(text, "{}", Literal(character));
        }
        self.push(&text);
    }

    fn escaped(&mut self, start: usize) -> Result<(), PatternError> {
        match self.cursor.peek() {
            Some('A') => self.push_escape(r"\A"),
            Some('z') => self.push_escape(r"\z"),
            Some('b') => self.push_escape(r"(?-u:\b)"),
            Some('B') => self.push_escape(r"(?-u:\B)"),
            Some('Q') => {
                self.cursor.next();
                let text = self.cursor.until_end_of_quote();
                text.chars().for_each(|character| self.literal(character));
            }
            _ => match escape(&mut self.cursor, start)? {
                Escape::Literal(character) => self.literal(character),
                Escape::Class(text) if self.flags.ignores_case => {
                    self.push(&format!("(?i:[{text}])"))
                }
                Escape::Class(text) => self.push(&format!("[{text}]")),
            },
        }
        Ok(())
    }

    fn push_escape(&mut self, text: &str) {
        self.cursor.next();
        self.push(text);
    }

    fn open(&mut self, start: usize) -> Result<(), PatternError> {
        if self.groups.len() >= MAX_DEPTH {
            return Err(PatternErrorKind::NestingDepth.of(self.cursor.text()));
        }
        if !self.cursor.eat('?') {
            self.names.push(None);
            self.enter(self.flags, "(");
            return Ok(());
        }
        if self.cursor.eat_all("P<") || self.cursor.eat('<') {
            let name = self.cursor.group_name(start)?;
            self.names.push(Some(name));
            self.enter(self.flags, "(");
            return Ok(());
        }
        self.read_flags(start)
    }

    /// Reads `i-s:` or `i-s)`.
    fn read_flags(&mut self, start: usize) -> Result<(), PatternError> {
        let mut flags = self.flags;
        let mut sets = true;
        let mut is_empty = true;
        loop {
            match self.cursor.next() {
                Some('i') => flags.ignores_case = sets,
                Some('m') => flags.multiline = sets,
                Some('s') => flags.dot_all = sets,
                Some('U') => flags.ungreedy = sets,
                Some('-') if sets => {
                    sets = false;
                    is_empty = true;
                    continue;
                }
                Some(end @ (':' | ')')) if sets || !is_empty => {
                    if end == ':' {
                        self.enter(self.flags, "(?:");
                    }
                    self.flags = flags;
                    return Ok(());
                }
                None => return Err(PatternErrorKind::MissingParenthesis.of(self.cursor.text())),
                Some(_) => return Err(PatternErrorKind::InvalidGroup.of(self.cursor.since(start))),
            }
            is_empty = false;
        }
    }

    fn enter(&mut self, flags: Flags, text: &str) {
        self.output.push_str(text);
        self.groups.push(Group {
            flags,
            repetitions: self.repetitions,
        });
        self.repetitions = 1;
        self.atom = None;
    }

    fn close(&mut self) -> Result<(), PatternError> {
        let Some(group) = self.groups.pop() else {
            return Err(PatternErrorKind::UnexpectedParenthesis.of(self.cursor.text()));
        };
        self.output.push(')');
        self.flags = group.flags;
        self.atom = Some(Atom {
            repetitions: self.repetitions,
        });
        self.repetitions = group.repetitions.max(self.repetitions);
        Ok(())
    }

    fn bounded(
        &mut self,
        start: usize,
        last: Option<usize>,
        low: u32,
        high: Option<u32>,
    ) -> Result<(), PatternError> {
        if low > MAX_REPETITIONS || high.is_some_and(|high| high > MAX_REPETITIONS || high < low) {
            return Err(PatternErrorKind::InvalidRepetitionSize.of(self.cursor.since(start)));
        }
        let text = match high {
            Some(high) => format!("{{{low},{high}}}"),
            None => format!("{{{low},}}"),
        };
        self.output_repetition(start, last, Some(high.unwrap_or(low)), &text)
    }

    fn output_repetition(
        &mut self,
        start: usize,
        last: Option<usize>,
        times: Option<u32>,
        text: &str,
    ) -> Result<(), PatternError> {
        let is_lazy = self.cursor.eat('?') ^ self.flags.ungreedy;
        if let Some(last) = last {
            return Err(PatternErrorKind::NestedRepetition.of(self.cursor.since(last)));
        }
        let Some(atom) = &mut self.atom else {
            return Err(PatternErrorKind::MissingRepetitionArgument.of(self.cursor.since(start)));
        };
        if let Some(times) = times {
            let product = atom.repetitions.saturating_mul(times.max(1));
            if product > MAX_REPETITIONS {
                return Err(PatternErrorKind::InvalidRepetitionSize.of(self.cursor.since(start)));
            }
            atom.repetitions = product;
        }
        self.repetitions = self.repetitions.max(atom.repetitions);
        self.output.push_str(text);
        if is_lazy {
            self.output.push('?');
        }
        self.last_repetition = Some(start);
        Ok(())
    }
}

/// A character that means itself, in a class and outside.
pub struct Literal(pub char);

impl std::fmt::Display for Literal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.is_ascii_alphanumeric() {
            formatter.write_char(self.0)
        } else {
            write!(formatter, r"\x{{{:X}}}", u32::from(self.0))
        }
    }
}
