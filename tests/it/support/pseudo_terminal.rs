//! `lumi` at a terminal: its output, and typed keys.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// A generous time limit for slow machines.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(60);

/// A process whose standard streams are a terminal.
pub struct PseudoTerminal {
    child: Child,
    keyboard: File,
    /// The process's side, for reading its modes.
    inner: File,
    output: Receiver<Vec<u8>>,
    seen: String,
}

impl PseudoTerminal {
    pub fn start(command: &mut Command, columns: u16, rows: u16) -> Self {
        let outer = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&outer).unwrap();
        unlockpt(&outer).unwrap();
        let name = ptsname(&outer, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY;
        let inner = File::from(rustix::fs::open(name, flags, Mode::empty()).unwrap());
        let size = Winsize {
            ws_row: rows,
            ws_col: columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&inner, size).unwrap();
        let child = command
            .stdin(inner.try_clone().unwrap())
            .stdout(inner.try_clone().unwrap())
            .stderr(inner.try_clone().unwrap())
            .env("TERM", "xterm")
            .spawn()
            .unwrap();
        let keyboard = File::from(outer);
        let mut screen = keyboard.try_clone().unwrap();
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            keyboard,
            inner,
            output,
            seen: String::new(),
        }
    }

    /// Waits until the output contains `text`.
    pub fn expect(&mut self, text: &str) {
        let deadline = Instant::now() + STARTUP_TIMEOUT;
        while !self.seen.contains(text) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(_) => panic!("{text:?} is not shown: {:?}", self.seen),
            }
        }
    }

    /// Waits until the terminal does not echo.
    pub fn expect_hidden(&mut self) {
        let deadline = Instant::now() + STARTUP_TIMEOUT;
        while tcgetattr(&self.inner)
            .unwrap()
            .local_modes
            .contains(LocalModes::ECHO)
        {
            assert!(Instant::now() < deadline, "it is shown: {:?}", self.seen);
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn type_keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for the end; returns the exit code and the whole output. The terminal's modes must be
    /// restored.
    pub fn end(mut self) -> (i32, String) {
        let deadline = Instant::now() + STARTUP_TIMEOUT;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > deadline {
                let _ = self.child.kill();
                panic!("it does not end: {:?}", self.seen);
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let modes = tcgetattr(&self.inner).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG));
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
            self.seen.push_str(&String::from_utf8_lossy(&bytes));
        }
        (status.code().unwrap_or(-1), self.seen)
    }
}
