//! Ctrl-C: the first stops gracefully, the second aborts running work, the third ends the process.
//! During a question, the first ends Lumi. One request may arrive as several signals: `timeout`
//! signals the process and then its group.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::Notify;

use lumi_host::{StopHandle, StopReason};

use super::exit::Exit;
use super::failure::Failure;
use super::output::terminal::{is_output_full, write_error};
use super::ui::report::Report;

/// Grace period for aborted work: longer than commands have between SIGTERM and SIGKILL.
const GRACE: Duration = Duration::from_secs(4);

/// Signals within this time after one that counts belong to the same request.
const SAME_REQUEST: Duration = Duration::from_millis(100);

const WAITING_FOR_READER: &str =
    "stopping; the reader of standard output is slow: interrupt again to abort\n";

/// Makes writes beyond the file size limit (`ulimit -f`) fail instead of ending the process.
pub fn ignore_file_size_signal() {
    // A handler instead of SIG_IGN, which child processes would inherit.
    extern "C" fn nothing(_signal: libc::c_int) {}
    // SAFETY: the handler does nothing.
    unsafe { libc::signal(libc::SIGXFSZ, nothing as *const () as libc::sighandler_t) };
}

/// The number of interrupts by the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterruptCount {
    First,
    /// Running work is to be aborted; the process ends soon in any case.
    Second,
}

/// Passes Ctrl-C, SIGTERM and SIGHUP to the running program.
#[derive(Clone, Default)]
pub struct Interrupts {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    interruptions: u32,
    /// The time of the last signal that counted.
    last: Option<Instant>,
    running: Option<StopHandle>,
    /// Called on interrupts, besides the program.
    hook: Option<Hook>,
    /// Receives an error when a question is interrupted.
    question: Option<Sender<Line>>,
}

/// A line of standard input with its line end; empty at the end of the input.
type Line = io::Result<String>;

type Hook = Arc<dyn Fn(InterruptCount) + Send + Sync>;

impl Interrupts {
    /// Installs the signal handlers once; all calls return the same instance.
    pub fn install() -> Self {
        static INSTALLED: OnceLock<Interrupts> = OnceLock::new();
        let install = || {
            let interrupts = Self::default();
            let state = Arc::clone(&interrupts.state);
            if let Err(error) = ctrlc::set_handler(move || interrupt(&state, Instant::now())) {
                // The signal keeps its default action.
                write_error(&format!("warning: Ctrl-C cannot be handled: {error}\n"));
            }
            interrupts
        };
        INSTALLED.get_or_init(install).clone()
    }

    /// The input of the user.
    pub fn answers(&self) -> InterruptibleInput {
        InterruptibleInput {
            state: Arc::clone(&self.state),
            line: Vec::new(),
            taken: 0,
        }
    }

    /// Stops `program` on interrupts from now on; an earlier interrupt stops it at once.
    pub fn pass_to(&self, program: &StopHandle) {
        let mut state = self.state.lock();
        if state.interruptions > 0 {
            program.stop(StopReason::Interrupted);
        }
        state.running = Some(program.clone());
    }

    /// Calls `hook` on interrupts from now on; an earlier interrupt calls it at once.
    pub fn notify(&self, hook: impl Fn(InterruptCount) + Send + Sync + 'static) {
        let mut state = self.state.lock();
        if state.interruptions > 0 {
            hook(InterruptCount::First);
        }
        state.hook = Some(Arc::new(hook));
    }

    /// Waits for work that may be abandoned at any time: an interrupt ends it, also an earlier one.
    pub async fn interruptible<T>(
        &self,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let interrupted = Arc::new(Notify::new());
        let notified = Arc::clone(&interrupted);
        self.notify(move |_| notified.notify_one());
        let result = tokio::select! {
            biased;
            () = interrupted.notified() => {
                Err(Failure::new(Exit::Stopped, Report::error("interrupted")))
            }
            result = work => result,
        };
        self.state.lock().hook = None;
        result
    }
}

impl State {
    /// Counts a signal; `false` if it belongs to the request of an earlier one.
    fn count(&mut self, now: Instant) -> bool {
        let since = self.last.map(|last| now.saturating_duration_since(last));
        if since.is_some_and(|it| it < SAME_REQUEST) {
            return false;
        }
        self.last = Some(now);
        self.interruptions += 1;
        true
    }
}

fn interrupt(state: &Mutex<State>, now: Instant) {
    let mut state = state.lock();
    if !state.count(now) {
        return;
    }
    if state.interruptions > 1 {
        return again(&state);
    }
    if let Some(question) = state.question.take() {
        // No work is running; the asking command releases its locks.
        let _ = question.send(Err(io::Error::other(Interrupted)));
        return;
    }
    if let Some(hook) = &state.hook {
        hook(InterruptCount::First);
    }
    if let Some(program) = &state.running {
        program.stop(StopReason::Interrupted);
    }
    // Standard error may have a slow reader, too, and the next signal is not to wait for it.
    if is_output_full() {
        // Where no thread can be had, the interrupt counts without a word.
        let _ = Builder::new().spawn(|| write_error(WAITING_FOR_READER));
    }
}

fn again(state: &State) {
    match &state.hook {
        Some(hook) if state.interruptions == 2 => {
            hook(InterruptCount::Second);
            let end_later = || {
                thread::sleep(GRACE);
                end();
            };
            if Builder::new().spawn(end_later).is_err() {
                end();
            }
        }
        _ => end(),
    }
}

fn end() -> ! {
    Exit::Stopped.leave()
}

/// The error for Ctrl-C during a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

impl Interrupted {
    /// Whether an error of [`InterruptibleInput`] is an interrupt.
    pub fn is(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|it| it.is::<Self>())
    }
}

/// Standard input by lines. An interrupt makes a pending read fail with [`Interrupted`].
pub struct InterruptibleInput {
    state: Arc<Mutex<State>>,
    line: Vec<u8>,
    /// The number of bytes consumed from the current line.
    taken: usize,
}

impl InterruptibleInput {
    /// Reads on a separate thread, because a read cannot be interrupted. After an interrupt, that
    /// thread is abandoned and ends with the process.
    fn next_line(&self) -> Line {
        let (sender, lines) = mpsc::channel();
        {
            let mut state = self.state.lock();
            if state.interruptions > 0 {
                return Err(io::Error::other(Interrupted));
            }
            state.question = Some(sender.clone());
        }
        Builder::new()
            .name("interrupt-prompt".to_owned())
            .spawn(move || {
                let mut line = String::new();
                let read = io::stdin().lock().read_line(&mut line);
                let _ = sender.send(read.map(|_| line));
            })?;
        let line = lines.recv();
        self.state.lock().question = None;
        line.unwrap_or_else(|_| Ok(String::new()))
    }
}

impl BufRead for InterruptibleInput {
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

impl Read for InterruptibleInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_answers_an_open_question() {
        let interrupts = Interrupts::default();
        let (sender, lines) = mpsc::channel();
        interrupts.state.lock().question = Some(sender);
        let (hook, hooked) = mpsc::channel();
        interrupts.notify(move |it| hook.send(it).unwrap());
        interrupt(&interrupts.state, Instant::now());
        assert!(Interrupted::is(&lines.recv().unwrap().unwrap_err()));
        // The question ends before a program starts, so no stop request is sent.
        assert!(hooked.try_recv().is_err());
        // Later questions fail at once.
        let error = interrupts.answers().fill_buf().unwrap_err();
        assert!(Interrupted::is(&error));
        assert!(!Interrupted::is(&io::Error::other("else")));
    }

    #[tokio::test]
    async fn an_interrupt_ends_work_that_waits() {
        let interrupts = Interrupts::default();
        let done = interrupts.interruptible(async { Ok(7) }).await;
        assert_eq!(done.unwrap(), 7);
        let state = Arc::clone(&interrupts.state);
        let interrupted = interrupts.interruptible(async move {
            interrupt(&state, Instant::now());
            std::future::pending::<Result<(), Failure>>().await
        });
        assert_eq!(interrupted.await.unwrap_err().exit, Exit::Stopped);
        // Later work is not begun.
        let later = interrupts.interruptible(async { Ok(7) }).await;
        assert_eq!(later.unwrap_err().exit, Exit::Stopped);
    }

    #[test]
    fn signals_at_the_same_time_are_one_interrupt() {
        let mut state = State::default();
        let begin = Instant::now();
        let counts = [0, 1, 99, 100, 150, 200]
            .map(|milliseconds| state.count(begin + Duration::from_millis(milliseconds)));
        assert_eq!(counts, [true, false, false, true, false, true]);
        assert_eq!(state.interruptions, 3);
    }
}
