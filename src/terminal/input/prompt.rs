//! Reads values that are not arguments: typed at a terminal, or from standard input.

use std::io::{self, BufRead as _, IsTerminal as _, Stdin};

use rustix::termios::{
    LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr,
};
use zeroize::Zeroizing;

use super::read_limit;
use super::typed_line::{BRACKETED_PASTE, Step, TypedLine};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::terminal::{write_error, write_escape};
use crate::ui::report::{Report, escaped};

/// Whether a typed value is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    Shown,
    Hidden,
}

pub trait ValueSource {
    /// Reads a value; `name` is shown in the question.
    fn value(&mut self, name: &str, echo: Echo) -> Result<Zeroizing<String>, Failure>;
}

/// One line from a terminal, after a question; everything from a file or a pipe.
pub struct StandardInput;

impl ValueSource for StandardInput {
    fn value(&mut self, name: &str, echo: Echo) -> Result<Zeroizing<String>, Failure> {
        if !io::stdin().is_terminal() {
            return piped(&mut io::stdin());
        }
        let text = asked(&format!("{}: ", escaped(name)), echo)?;
        if text.is_empty() {
            let report = Report::error("no value was typed");
            let report = report.help("for an empty value, give \"\" as the argument");
            return Err(Failure::new(Exit::Usage, report));
        }
        Ok(text)
    }
}

/// Reads a new passphrase. Asks twice at a terminal, because the input is hidden.
pub fn new_passphrase() -> Result<Zeroizing<String>, Failure> {
    let first = StandardInput.value("new passphrase", Echo::Hidden)?;
    if io::stdin().is_terminal() && asked("the same again: ", Echo::Hidden)? != first {
        let report = Report::error("the two passphrases differ; nothing was changed");
        return Err(Failure::new(Exit::Usage, report));
    }
    Ok(first)
}

/// Reads a file or a pipe to its end, without the line end that `echo` adds. Empty input is
/// refused: it is more likely an error in a script than an empty value.
pub fn piped(input: &mut dyn io::Read) -> Result<Zeroizing<String>, Failure> {
    let text = read_limit::secret(input).map_err(|error| unreadable(&error))?;
    if text.is_empty() {
        let report = Report::error("standard input is empty");
        let report = report.help("for an empty value, give \"\" as the argument");
        return Err(Failure::new(Exit::Usage, report));
    }
    let end = text.strip_suffix('\n').unwrap_or(&text);
    let end = end.strip_suffix('\r').unwrap_or(end);
    Ok(Zeroizing::new(end.to_owned()))
}

/// Reads one line after `question`.
fn asked(question: &str, echo: Echo) -> Result<Zeroizing<String>, Failure> {
    write_error(question);
    let line = match echo {
        Echo::Shown => shown_line(),
        Echo::Hidden => hidden_line(),
    };
    match line.map_err(|error| unreadable(&error))? {
        Typed::Line(text) => Ok(text),
        Typed::End => {
            write_error("\n");
            let report = Report::error("no value was typed");
            Err(Failure::new(Exit::Usage, report))
        }
        Typed::Interrupted => Err(Failure::stopped()),
    }
}

enum Typed {
    Line(Zeroizing<String>),
    End,
    Interrupted,
}

fn shown_line() -> io::Result<Typed> {
    let mut line = Zeroizing::new(String::new());
    if io::stdin().lock().read_line(&mut line)? == 0 {
        return Ok(Typed::End);
    }
    let text = line.trim_end_matches(['\r', '\n']);
    Ok(Typed::Line(Zeroizing::new(text.to_owned())))
}

/// Reads a hidden line in raw mode. A paste of several lines is one value, as keys are; without marks from
/// the terminal, its first line is. In canonical mode a line has at most 4096 bytes, less than some
/// pasted keys, and Ctrl-C would leave the echo off.
fn hidden_line() -> io::Result<Typed> {
    let input = io::stdin();
    let raw = RawMode::enter(&input)?;
    let mut line = TypedLine::default();
    let mut byte = [0];
    let step = loop {
        // The buffer of `Stdin` would also consume input after the line.
        if rustix::io::read(&input, &mut byte)? == 0 {
            break Step::End;
        }
        match line.push(byte[0]) {
            Step::More => {}
            step => break step,
        }
    };
    drop(raw);
    write_error("\n");
    match step {
        Step::Interrupted => Ok(Typed::Interrupted),
        Step::End => Ok(Typed::End),
        Step::More | Step::Done => {
            let text = line.into_text();
            let text = text.ok_or_else(|| io::Error::other("it is not UTF-8"))?;
            Ok(Typed::Line(text))
        }
    }
}

/// A terminal in raw mode without echo; restored on drop.
struct RawMode<'a> {
    input: &'a Stdin,
    before: Termios,
}

impl<'a> RawMode<'a> {
    fn enter(input: &'a Stdin) -> io::Result<Self> {
        let before = tcgetattr(input)?;
        let mut raw = before.clone();
        raw.local_modes -= LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG;
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        tcsetattr(input, OptionalActions::Drain, &raw)?;
        write_escape(BRACKETED_PASTE.0);
        Ok(Self { input, before })
    }
}

impl Drop for RawMode<'_> {
    fn drop(&mut self) {
        write_escape(BRACKETED_PASTE.1);
        // A missing terminal cannot be restored.
        let _ = tcsetattr(self.input, OptionalActions::Drain, &self.before);
    }
}

fn unreadable(error: &io::Error) -> Failure {
    let message = format!("cannot read the value from standard input: {error}");
    Failure::new(Exit::Failure, Report::error(message))
}
