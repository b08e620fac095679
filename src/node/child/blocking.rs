//! Child processes that a program waits for, behind the synchronous functions of
//! `node:child_process`. A stop of the program kills them.

use std::io::{self, Read, Write as _};
use std::net::Shutdown;
use std::process::Child;
use std::sync::Arc;
use std::thread::{self, Builder, JoinHandle};
use std::time::{Duration, Instant};

use deno_core::{OpState, ToJsBuffer, op2};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::limits::limits::StopHandle;
use lumi_rpc::{GroupSignal, ProcessGroup};

use super::exit::{Exit, has_ended};
use super::launch::{Launch, LaunchOptions, Launched, PipeEnd};
use crate::surroundings::Surroundings;
use crate::system_error::SystemError;

/// Minimum and maximum interval between polls of a running process.
const POLL: (Duration, Duration) = (Duration::from_micros(200), Duration::from_millis(20));

/// Number of polls of the pipes of a killed process.
const DRAIN_POLLS: u32 = 10;

/// Bytes read from a pipe at a time.
const CHUNK: usize = 64 << 10;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Milliseconds; 0 means no limit.
    timeout: f64,
    /// Bytes of each output; infinite means no limit.
    max_buffer: f64,
    /// The number of the signal that ends a process beyond a limit.
    kill_signal: i32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CommandResult {
    pid: u32,
    /// The exit code; null if a signal ended the process.
    status: Option<i32>,
    /// The number of the signal.
    signal: Option<i32>,
    timed_out: bool,
    overflowed: bool,
    /// The output of each stream, indexed by its number; null for a stream without a pipe.
    output: Vec<Option<ToJsBuffer>>,
}

/// Runs a program to completion. `input` becomes its standard input.
#[op2]
#[serde]
pub fn op_lumi_command(
    state: &mut OpState,
    #[string] program: &str,
    #[serde] arguments: Vec<String>,
    #[serde] options: LaunchOptions,
    #[serde] limits: Limits,
    #[buffer] input: &[u8],
) -> Result<CommandResult, SystemError> {
    let launch = Launch::prepare(state, program, &arguments, &options)?;
    let stop = Surroundings::of(state).stop.clone();
    let deadline = (limits.timeout > 0.0)
        .then(|| Duration::try_from_secs_f64(limits.timeout / 1000.0).ok())
        .flatten()
        .and_then(|it| Instant::now().checked_add(it));
    let failed = |error: io::Error| SystemError::new(&error, "spawn", program);
    let started = launch.start().and_then(|it| RunningCommand::new(it, input));
    started
        .and_then(|it| it.finish(&stop, deadline, &limits))
        .map_err(failed)
}

struct RunningCommand {
    child: Child,
    pipes: Vec<(u32, Pipe)>,
}

/// The limit that a process has exceeded, and for which it was ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ExceededLimit {
    Time,
    Buffer,
}

impl RunningCommand {
    fn new(launched: Launched, input: &[u8]) -> io::Result<Self> {
        let mut child = launched.child;
        match Self::open(launched.ends, input) {
            Ok(pipes) => Ok(Self { child, pipes }),
            Err(error) => {
                // Nothing would end it.
                let _ = child.kill();
                let _ = child.wait();
                Err(error)
            }
        }
    }

    /// Starts the threads that read and write.
    fn open(ends: Vec<(u32, PipeEnd)>, input: &[u8]) -> io::Result<Vec<(u32, Pipe)>> {
        let mut pipes = Vec::new();
        for (number, end) in ends {
            match end {
                PipeEnd::Reader(reader) | PipeEnd::Console(reader, _) => {
                    pipes.push((number, Pipe::read(reader)?));
                }
                PipeEnd::Both(stream) => {
                    stream.shutdown(Shutdown::Write)?;
                    pipes.push((number, Pipe::read(stream)?));
                }
                PipeEnd::Writer(mut writer) => {
                    let input = input.to_vec();
                    // A process may close the pipe without reading its input.
                    let write = move || drop(writer.write_all(&input));
                    Builder::new().spawn(write)?;
                }
            }
        }
        Ok(pipes)
    }

    /// Waits until the process has ended and its pipes are closed: descendants may outlive the
    /// process and hold the pipes. Once a limit is exceeded, all of them get the signal.
    fn finish(
        mut self,
        stop: &StopHandle,
        deadline: Option<Instant>,
        limits: &Limits,
    ) -> io::Result<CommandResult> {
        let mut pause = POLL.0;
        let mut is_over = false;
        let mut exceeded = None;
        loop {
            if !is_over && has_ended(self.child.id())? {
                is_over = true;
                pause = POLL.0;
            }
            if is_over && self.is_drained() {
                break;
            }
            if stop.reason().is_some() {
                self.send(libc::SIGKILL);
                break;
            }
            if is_over && exceeded.is_some() {
                self.drain();
                break;
            }
            if exceeded.is_none() {
                exceeded = self.exceeded_limit(deadline, limits);
                if exceeded.is_some() {
                    self.send(limits.kill_signal);
                }
            }
            thread::sleep(pause);
            pause = (pause * 2).min(POLL.1);
        }
        let exit = Exit::from(self.child.wait()?);
        Ok(self.result(exit, exceeded))
    }

    fn result(&self, exit: Exit, exceeded: Option<ExceededLimit>) -> CommandResult {
        let slots = self.pipes.iter().map(|it| it.0 as usize + 1).max();
        let mut output: Vec<Option<ToJsBuffer>> = Vec::new();
        output.resize_with(slots.unwrap_or_default(), || None);
        for (number, pipe) in &self.pipes {
            output[*number as usize] = Some(pipe.take().into());
        }
        CommandResult {
            pid: self.child.id(),
            status: exit.status,
            signal: exit.signal,
            timed_out: exceeded == Some(ExceededLimit::Time),
            overflowed: exceeded == Some(ExceededLimit::Buffer),
            output,
        }
    }

    fn exceeded_limit(&self, deadline: Option<Instant>, limits: &Limits) -> Option<ExceededLimit> {
        if deadline.is_some_and(|it| Instant::now() >= it) {
            return Some(ExceededLimit::Time);
        }
        let mut pipes = self.pipes.iter();
        pipes
            .any(|(_, it)| it.length() as f64 > limits.max_buffer)
            .then_some(ExceededLimit::Buffer)
    }

    fn is_drained(&self) -> bool {
        self.pipes.iter().all(|(_, it)| it.is_closed())
    }

    /// Waits briefly for the pipes of killed processes; a process that left the group may hold
    /// them.
    fn drain(&self) {
        for _ in 0..DRAIN_POLLS {
            if self.is_drained() {
                return;
            }
            thread::sleep(POLL.1);
        }
    }

    /// Sends a signal to the process group. Its id cannot be reused yet, because the process was not
    /// reaped.
    fn send(&self, signal: i32) {
        if let Some(group) = ProcessGroup::led_by(self.child.id()) {
            group.signal(GroupSignal::Other(signal));
        }
    }
}

/// Output of a process, read while it runs.
struct Pipe {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Pipe {
    fn read(mut pipe: impl Read + Send + 'static) -> io::Result<Self> {
        let bytes = Arc::<Mutex<Vec<u8>>>::default();
        let shared = Arc::clone(&bytes);
        let read = move || {
            let mut chunk = vec![0; CHUNK];
            loop {
                match pipe.read(&mut chunk) {
                    Ok(0) => return,
                    Ok(length) => shared.lock().extend_from_slice(&chunk[..length]),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => return,
                }
            }
        };
        let reader = Builder::new().spawn(read)?;
        Ok(Self { bytes, reader })
    }

    fn is_closed(&self) -> bool {
        self.reader.is_finished()
    }

    fn length(&self) -> usize {
        self.bytes.lock().len()
    }

    /// Takes the bytes read so far.
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.bytes.lock())
    }
}
