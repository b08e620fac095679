//! A running `lumi` process.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStderr, Command, Stdio};

use crate::programs::signals;

pub struct Running {
    child: Child,
    messages: BufReader<ChildStderr>,
    /// The output so far.
    pub said: String,
}

impl Running {
    pub fn start(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let messages = BufReader::new(child.stderr.take().unwrap());
        Self {
            child,
            messages,
            said: String::new(),
        }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Reads the output until it contains `text`.
    pub fn until(&mut self, text: &str) {
        let mut line = String::new();
        while !line.contains(text) {
            line.clear();
            let count = self.messages.read_line(&mut line).unwrap();
            self.said.push_str(&line);
            assert!(count > 0, "{text:?} was not said:\n{}", self.said);
        }
    }

    pub fn interrupt(&self) {
        signals::interrupt(&self.child);
    }

    /// Interrupts a run that has said that it is stopping.
    pub fn interrupt_again(&self) {
        signals::interrupt_again(&self.child);
    }

    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for the end; returns the exit code and the whole output.
    pub fn end(mut self) -> (Option<i32>, String) {
        self.messages.read_to_string(&mut self.said).unwrap();
        let status = self.child.wait().unwrap();
        (status.code(), self.said)
    }
}
