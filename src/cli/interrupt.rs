//! Ctrl-C: once stops the program in good order, twice at once. While a question is open, once
//! ends lumi.

use std::io::{self, BufRead, Read};
use std::process;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::host::{StopHandle, StopReason};

use super::exit::Exit;
use super::terminal::write_error;

/// Passes Ctrl-C, SIGTERM and SIGHUP on to the program that is running.
#[derive(Clone, Default)]
pub struct Interrupts {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    is_interrupted: bool,
    running: Option<StopHandle>,
    /// What else is to learn of it.
    hook: Option<Hook>,
    /// Where an answer is waited for.
    question: Option<Sender<Line>>,
}

/// A line of standard input, with its end; empty at the end of the input.
type Line = io::Result<String>;

type Hook = Arc<dyn Fn() + Send + Sync>;

impl Interrupts {
    /// Takes the signals over; to be called once.
    pub fn install() -> Self {
        let interrupts = Self::default();
        let state = Arc::clone(&interrupts.state);
        if let Err(error) = ctrlc::set_handler(move || interrupt(&state)) {
            // The system's own way of stopping a process is left.
            write_error(&format!("warning: Ctrl-C cannot be handled: {error}\n"));
        }
        interrupts
    }

    /// What the user types.
    pub fn answers(&self) -> Answers {
        Answers {
            state: Arc::clone(&self.state),
            line: Vec::new(),
            taken: 0,
        }
    }

    /// From here on an interrupt stops `program`; one that came before stops it now.
    pub fn pass_to(&self, program: &StopHandle) {
        let mut state = lock(&self.state);
        if state.is_interrupted {
            program.stop(StopReason::Interrupted);
        }
        state.running = Some(program.clone());
    }

    /// From here on an interrupt calls `hook`; one that came before calls it now.
    pub fn tell(&self, hook: impl Fn() + Send + Sync + 'static) {
        let mut state = lock(&self.state);
        if state.is_interrupted {
            hook();
        }
        state.hook = Some(Arc::new(hook));
    }
}

fn interrupt(state: &Mutex<State>) {
    let mut state = lock(state);
    if state.is_interrupted {
        process::exit(Exit::Stopped.code().into());
    }
    state.is_interrupted = true;
    if let Some(question) = state.question.take() {
        // Nothing is under way; whoever asked gives up what it holds, such as a lock.
        let _ = question.send(Err(io::Error::other(Interrupted)));
        return;
    }
    if let Some(hook) = &state.hook {
        hook();
    }
    if let Some(program) = &state.running {
        program.stop(StopReason::Interrupted);
    }
}

/// Why there is no answer: the user pressed Ctrl-C instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

impl Interrupted {
    /// Whether an error of [`Answers`] is this.
    pub fn is(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|it| it.is::<Self>())
    }
}

/// Standard input, line by line. While it is read, an interrupt makes reading fail with
/// [`Interrupted`].
pub struct Answers {
    state: Arc<Mutex<State>>,
    line: Vec<u8>,
    /// How much of it was taken.
    taken: usize,
}

impl Answers {
    /// Reading cannot be broken off, so it is done beside; a thread that nobody waits for any more
    /// ends with the process.
    fn next_line(&self) -> Line {
        let (sender, lines) = mpsc::channel();
        {
            let mut state = lock(&self.state);
            if state.is_interrupted {
                return Err(io::Error::other(Interrupted));
            }
            state.question = Some(sender.clone());
        }
        thread::Builder::new()
            .name("answers".to_owned())
            .spawn(move || {
                let mut line = String::new();
                let read = io::stdin().lock().read_line(&mut line);
                let _ = sender.send(read.map(|_| line));
            })?;
        let line = lines.recv();
        lock(&self.state).question = None;
        line.unwrap_or_else(|_| Ok(String::new()))
    }
}

impl BufRead for Answers {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.line.len() {
            self.line = self.next_line()?.into_bytes();
            self.taken = 0;
        }
        Ok(&self.line[self.taken..])
    }

    fn consume(&mut self, amount: usize) {
        self.taken = (self.taken + amount).min(self.line.len());
    }
}

impl Read for Answers {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_answers_an_open_question() {
        let interrupts = Interrupts::default();
        let (sender, lines) = mpsc::channel();
        lock(&interrupts.state).question = Some(sender);
        let (hook, hooked) = mpsc::channel();
        interrupts.tell(move || hook.send(()).unwrap());
        interrupt(&interrupts.state);
        assert!(Interrupted::is(&lines.recv().unwrap().unwrap_err()));
        // There is nothing to stop.
        assert!(hooked.try_recv().is_err());
        // Nobody is asked after that.
        let error = interrupts.answers().fill_buf().unwrap_err();
        assert!(Interrupted::is(&error));
        assert!(!Interrupted::is(&io::Error::other("else")));
    }
}
