//! Ctrl-C: once stops in good order, twice aborts what is under way, three times ends the process.
//! While a question is open, once ends lumi.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use lumi_host::{StopHandle, StopReason};

use super::exit::Exit;
use super::terminal::write_error;

/// How long what is aborted has to end: more than commands have between SIGTERM and SIGKILL.
const GRACE: Duration = Duration::from_secs(4);

/// Has a write beyond the limit of file sizes (`ulimit -f`) fail instead of ending the process.
pub fn outlive_file_limits() {
    #[cfg(unix)]
    {
        // A handler, as commands would inherit that a signal is ignored.
        extern "C" fn nothing(_signal: libc::c_int) {}
        // SAFETY: the handler does nothing.
        unsafe { libc::signal(libc::SIGXFSZ, nothing as *const () as libc::sighandler_t) };
    }
}

/// How often the user has interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    First,
    /// What is under way is to be aborted; the process ends soon, whatever comes of that.
    Second,
}

/// Passes Ctrl-C, SIGTERM and SIGHUP on to the program that is running.
#[derive(Clone, Default)]
pub struct Interrupts {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    interruptions: u32,
    running: Option<StopHandle>,
    /// What else is to learn of it.
    hook: Option<Hook>,
    /// Where an answer is waited for.
    question: Option<Sender<Line>>,
}

/// A line of standard input, with its end; empty at the end of the input.
type Line = io::Result<String>;

type Hook = Arc<dyn Fn(Interruption) + Send + Sync>;

impl Interrupts {
    /// Takes the signals over. There is one process, so all calls answer the same.
    pub fn install() -> Self {
        static INSTALLED: OnceLock<Interrupts> = OnceLock::new();
        let install = || {
            let interrupts = Self::default();
            let state = Arc::clone(&interrupts.state);
            if let Err(error) = ctrlc::set_handler(move || interrupt(&state)) {
                // The default action of the signal remains.
                write_error(&format!("warning: Ctrl-C cannot be handled: {error}\n"));
            }
            interrupts
        };
        INSTALLED.get_or_init(install).clone()
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
        if state.interruptions > 0 {
            program.stop(StopReason::Interrupted);
        }
        state.running = Some(program.clone());
    }

    /// From here on an interrupt calls `hook`; one that came before calls it now.
    pub fn notify(&self, hook: impl Fn(Interruption) + Send + Sync + 'static) {
        let mut state = lock(&self.state);
        if state.interruptions > 0 {
            hook(Interruption::First);
        }
        state.hook = Some(Arc::new(hook));
    }
}

fn interrupt(state: &Mutex<State>) {
    let mut state = lock(state);
    state.interruptions += 1;
    if state.interruptions > 1 {
        return again(&state);
    }
    if let Some(question) = state.question.take() {
        // Nothing is under way; the asking command gives up what it holds, such as a lock.
        let _ = question.send(Err(io::Error::other(Interrupted)));
        return;
    }
    if let Some(hook) = &state.hook {
        hook(Interruption::First);
    }
    if let Some(program) = &state.running {
        program.stop(StopReason::Interrupted);
    }
}

fn again(state: &State) {
    match &state.hook {
        Some(hook) if state.interruptions == 2 => {
            hook(Interruption::Second);
            thread::spawn(|| {
                thread::sleep(GRACE);
                end();
            });
        }
        _ => end(),
    }
}

fn end() -> ! {
    Exit::Stopped.leave()
}

/// The user pressed Ctrl-C instead of answering.
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
    /// A read cannot be interrupted, so a separate thread reads. After an interrupt the command goes
    /// on without that thread, which ends with the process.
    fn next_line(&self) -> Line {
        let (sender, lines) = mpsc::channel();
        {
            let mut state = lock(&self.state);
            if state.interruptions > 0 {
                return Err(io::Error::other(Interrupted));
            }
            state.question = Some(sender.clone());
        }
        thread::Builder::new()
            .name("interrupt-prompt".to_owned())
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
        interrupts.notify(move |it| hook.send(it).unwrap());
        interrupt(&interrupts.state);
        assert!(Interrupted::is(&lines.recv().unwrap().unwrap_err()));
        // There is nothing to stop.
        assert!(hooked.try_recv().is_err());
        // No question is asked after that.
        let error = interrupts.answers().fill_buf().unwrap_err();
        assert!(Interrupted::is(&error));
        assert!(!Interrupted::is(&io::Error::other("else")));
    }
}
