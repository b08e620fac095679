//! The processes that a program has started and does not wait for.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::future::pending;
use std::io;
use std::rc::Rc;
use std::thread;

use deno_core::futures::future::join_all;
use tokio::sync::oneshot;

use lumi_rpc::{GroupSignal, ProcessGroup};

use super::exit::{Exit, wait_for};
use super::launch::Launched;
use super::pipes::{ConsolePipe, OpenPipe, Opened, open};
use crate::surroundings::Console;

/// Bytes of stack for a thread that waits for a process.
const WAITER_STACK: usize = 64 << 10;

/// The running processes of a program, by their ids. Those that are left are killed when this is
/// dropped.
#[derive(Default)]
pub struct Children(HashMap<u32, Rc<Child>>);

pub struct Child {
    process: RefCell<std::process::Child>,
    id: u32,
    exit: Cell<Option<oneshot::Receiver<io::Result<Exit>>>>,
    pipes: RefCell<HashMap<u32, Rc<OpenPipe>>>,
    consoles: Vec<ConsolePipe>,
}

impl Children {
    /// Returns the id of the process.
    pub fn add(&mut self, launched: Launched) -> io::Result<u32> {
        let id = launched.child.id();
        let mut child = Child {
            process: RefCell::new(launched.child),
            id,
            exit: Cell::default(),
            pipes: RefCell::default(),
            consoles: Vec::new(),
        };
        let opened = child.open(launched.ends);
        let child = Rc::new(child);
        self.0.insert(id, Rc::clone(&child));
        if let Err(error) = opened {
            self.end(id);
            return Err(error);
        }
        Ok(id)
    }

    pub fn get(&self, id: u32) -> io::Result<Rc<Child>> {
        let missing = || io::Error::from_raw_os_error(libc::ESRCH);
        self.0.get(&id).map(Rc::clone).ok_or_else(missing)
    }

    /// Forgets a process that has ended and whose pipes are closed.
    pub fn release(&mut self, id: u32) {
        if let Some(child) = self.0.remove(&id) {
            child.reap();
        }
    }

    /// Kills the processes that are left, with their descendants.
    pub fn end_all(&mut self) {
        for child in self.0.values() {
            child.kill_group();
        }
        for (_, child) in self.0.drain() {
            child.reap();
        }
    }

    fn end(&mut self, id: u32) {
        if let Some(child) = self.0.remove(&id) {
            child.kill_group();
            child.reap();
        }
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        self.end_all();
    }
}

impl Child {
    fn open(&mut self, ends: Vec<(u32, super::launch::PipeEnd)>) -> io::Result<()> {
        for (number, end) in ends {
            match open(end)? {
                Opened::Pipe(pipe) => {
                    self.pipes.get_mut().insert(number, Rc::new(pipe));
                }
                Opened::Console(pipe) => self.consoles.push(pipe),
            }
        }
        let (sender, receiver) = oneshot::channel();
        self.exit.set(Some(receiver));
        let id = self.id;
        let waiter = thread::Builder::new().stack_size(WAITER_STACK);
        // The receiver is gone if the program has ended.
        waiter.spawn(move || drop(sender.send(wait_for(id))))?;
        Ok(())
    }

    /// Waits until the process has ended; its console output until then has arrived.
    pub async fn wait(&self, console: &Console) -> io::Result<Exit> {
        let gone = || io::Error::from_raw_os_error(libc::ECHILD);
        let mut exit = self.exit.take().ok_or_else(gone)?;
        let printing = async {
            self.print_all(console).await;
            pending().await
        };
        let ended = tokio::select! {
            biased;
            ended = &mut exit => ended,
            ended = printing => ended,
        };
        for pipe in &self.consoles {
            pipe.print_rest(console);
        }
        ended.map_err(|_| gone())?
    }

    /// Prints what descendants of the process say on the console, until its end.
    pub async fn print_all(&self, console: &Console) {
        join_all(self.consoles.iter().map(|it| it.print(console))).await;
    }

    pub fn pipe(&self, number: u32) -> io::Result<Rc<OpenPipe>> {
        let missing = || io::Error::from_raw_os_error(libc::EBADF);
        self.pipes
            .borrow()
            .get(&number)
            .map(Rc::clone)
            .ok_or_else(missing)
    }

    pub fn close_pipe(&self, number: u32) {
        if let Some(pipe) = self.pipes.borrow_mut().remove(&number) {
            pipe.close();
        }
    }

    /// Sends a signal to the process alone, as Node does. The process was not reaped, so its id is
    /// not that of another one.
    pub fn signal(&self, signal: i32) -> io::Result<()> {
        let id = libc::pid_t::try_from(self.id).map_err(io::Error::other)?;
        // SAFETY: a plain system call without pointers.
        match unsafe { libc::kill(id, signal) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }

    fn kill_group(&self) {
        if let Some(group) = ProcessGroup::led_by(self.id) {
            group.signal(GroupSignal::Kill);
        }
    }

    fn reap(&self) {
        // A process that cannot be waited for is gone.
        let _ = self.process.borrow_mut().wait();
    }
}
