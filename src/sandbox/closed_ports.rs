//! The ports at which debuggers attach.
//!
//! Whatever reaches the port of a debugger runs code as the debugged program, with its permissions. The
//! sandbox therefore refuses these ports to all code, on every host: a name or another address of this
//! machine leads there as well.

use parking_lot::RwLock;

/// The ports of this process's servers, and of the platform that a worker belongs to.
static PORTS: RwLock<Vec<u16>> = RwLock::new(Vec::new());

/// Closes a port to the code that this process runs, until the process ends.
pub fn close(port: u16) {
    let mut ports = PORTS.write();
    if !ports.contains(&port) {
        ports.push(port);
    }
}

/// Whether debuggers attach at this port.
pub fn is_closed(port: u16) -> bool {
    PORTS.read().contains(&port)
}
