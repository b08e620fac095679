//! The open streams and listeners of a program.

use std::collections::HashMap;
use std::rc::Rc;

use deno_core::OpState;

use super::datagrams::Datagrams;
use super::listener::Listener;
use super::socket_options::SocketOption;
use super::stream::Stream;

#[derive(Default)]
pub struct Sockets {
    last: u32,
    streams: HashMap<u32, Rc<Stream>>,
    listeners: HashMap<u32, Rc<Listener>>,
    datagrams: HashMap<u32, Rc<Datagrams>>,
}

impl Sockets {
    pub fn of(state: &mut OpState) -> &mut Self {
        state.borrow_mut()
    }

    /// Numbers fit into the small integers of V8, and begin again after the largest.
    fn next(&mut self) -> u32 {
        const LARGEST: u32 = (1 << 30) - 1;
        loop {
            self.last = self.last % LARGEST + 1;
            let is_used = self.streams.contains_key(&self.last)
                || self.listeners.contains_key(&self.last)
                || self.datagrams.contains_key(&self.last);
            if !is_used {
                return self.last;
            }
        }
    }

    pub fn add_stream(&mut self, stream: Stream) -> u32 {
        let id = self.next();
        self.streams.insert(id, Rc::new(stream));
        id
    }

    pub fn add_listener(&mut self, listener: Listener) -> u32 {
        let id = self.next();
        self.listeners.insert(id, Rc::new(listener));
        id
    }

    pub fn add_datagrams(&mut self, datagrams: Datagrams) -> u32 {
        let id = self.next();
        self.datagrams.insert(id, Rc::new(datagrams));
        id
    }

    pub fn datagrams(&self, id: u32) -> Option<Rc<Datagrams>> {
        self.datagrams.get(&id).cloned()
    }

    pub fn stream(&self, id: u32) -> Option<Rc<Stream>> {
        self.streams.get(&id).cloned()
    }

    pub fn listener(&self, id: u32) -> Option<Rc<Listener>> {
        self.listeners.get(&id).cloned()
    }

    /// Ends what waits for the socket; the kernel closes it once that has ended.
    pub fn close(&mut self, id: u32, is_reset: bool) {
        if let Some(stream) = self.streams.remove(&id) {
            if is_reset {
                // A socket of the file system has no such option.
                let _ = stream.set(SocketOption::Reset);
            }
            stream.cancel();
        }
        if let Some(listener) = self.listeners.remove(&id) {
            listener.cancel();
        }
        if let Some(datagrams) = self.datagrams.remove(&id) {
            datagrams.cancel();
        }
    }
}
