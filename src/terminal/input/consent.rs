//! Asks for consent before a change: yes, no, or details first.

use std::io::{self, BufRead};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::{Interrupted, Interrupts};
use crate::output::terminal::{Terminal, write_error};
use crate::ui::report::Report;

/// The parties of the question.
pub struct Consent<'a> {
    /// Whether the user has agreed in advance, with `-y`.
    pub yes: bool,
    /// Whether a user at a terminal can answer.
    pub can_ask: bool,
    pub input: &'a mut dyn BufRead,
    /// Shows the question and the details.
    pub say: &'a mut dyn FnMut(&str),
}

/// The error of a question that needs an answer while standard input is not a terminal.
pub fn no_terminal() -> Report {
    let report = Report::error("cannot ask for confirmation: standard input is not a terminal");
    report.help("pass -y to agree in advance")
}

/// Asks a user at a terminal. Without consent, the command has nothing left to do, and ends.
pub fn require(
    question: &str,
    details: impl Fn() -> String,
    terminal: Terminal,
) -> Result<(), Failure> {
    let mut consent = Consent {
        yes: false,
        can_ask: true,
        input: &mut Interrupts::install().answers(),
        say: &mut |text| write_error(text),
    };
    if consent.get(question, details)? {
        return Ok(());
    }
    terminal.print_line("nothing was done");
    Err(Failure::stopped())
}

/// The failure of a question whose answer cannot be read.
pub fn unanswered(error: &io::Error, say: &mut dyn FnMut(&str)) -> Failure {
    if Interrupted::is(error) {
        // The terminal shows `^C` after the question.
        say("\n");
        return Failure::stopped();
    }
    let report = Report::error(format!("the answer cannot be read: {error}"));
    Failure::new(Exit::Failure, report)
}

impl Consent<'_> {
    /// Asks `question` until it is answered; the end of the input means no. Fails without a
    /// terminal, and with [`Exit::Stopped`] if the user presses Ctrl-C.
    pub fn get(&mut self, question: &str, details: impl Fn() -> String) -> Result<bool, Failure> {
        if self.yes {
            return Ok(true);
        }
        if !self.can_ask {
            return Err(Failure::new(Exit::Usage, no_terminal()));
        }
        self.ask(question, details)
            .map_err(|error| unanswered(&error, self.say))
    }

    fn ask(&mut self, question: &str, details: impl Fn() -> String) -> io::Result<bool> {
        loop {
            (self.say)(&format!("{question} yes / no / details: "));
            let mut answer = String::new();
            if self.input.read_line(&mut answer)? == 0 {
                (self.say)("\n");
                return Ok(false);
            }
            match answer.trim().to_lowercase().as_str() {
                "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                "d" | "details" => (self.say)(&format!("\n{}\n", details())),
                _ => (self.say)("Answer yes, no or details.\n"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::report::RenderReport as _;

    fn asked(yes: bool, can_ask: bool, input: &str) -> (Result<bool, Failure>, String) {
        let mut question = String::new();
        let answer = Consent {
            yes,
            can_ask,
            input: &mut input.as_bytes(),
            say: &mut |text| question.push_str(text),
        }
        .get("Do this?", || "+ create a".to_owned());
        (answer, question)
    }

    #[test]
    fn asks_until_it_is_answered() {
        let (answer, said) = asked(false, true, "maybe\n d\nYES\nno\n");
        assert!(answer.unwrap());
        insta::assert_snapshot!(said, @r"
        Do this? yes / no / details: Answer yes, no or details.
        Do this? yes / no / details: 
        + create a
        Do this? yes / no / details:
        ");
        for (input, expected) in [("y\n", true), ("n\n", false), ("no", false), ("yes", true)] {
            assert_eq!(asked(false, true, input).0.unwrap(), expected, "{input}");
        }
    }

    #[test]
    fn the_end_is_a_no() {
        let (answer, said) = asked(false, true, "");
        assert!(!answer.unwrap());
        assert!(said.ends_with(": \n"), "{said}");
    }

    #[test]
    fn ctrl_c_stops_a_question() {
        struct Pressed;
        impl io::Read for Pressed {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other(Interrupted))
            }
        }
        let failure = Consent {
            yes: false,
            can_ask: true,
            input: &mut io::BufReader::new(Pressed),
            say: &mut |_| {},
        }
        .get("Do this?", String::new)
        .unwrap_err();
        assert_eq!((failure.exit, failure.report), (Exit::Stopped, None));
    }

    #[test]
    fn a_question_needs_a_terminal() {
        let (answer, said) = asked(false, false, "yes\n");
        let failure = answer.unwrap_err();
        assert_eq!((failure.exit, said.as_str()), (Exit::Usage, ""));
        insta::assert_snapshot!(failure.report.unwrap().render(false), @r"
        error: cannot ask for confirmation: standard input is not a terminal
        help: pass -y to agree in advance
        ");
        assert!(asked(true, false, "").0.unwrap());
    }
}
