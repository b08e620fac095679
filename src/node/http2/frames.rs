//! Frames that `h2` handles without telling its caller, and frames that it does not send.

use std::collections::VecDeque;

use super::event::Event;

const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const ACK: u8 = 1;
const HEAD: usize = 9;
/// Maximum number of bytes of a frame that are kept: the data of a GOAWAY may be long.
const KEPT: usize = 16 << 10;

/// Reads along what the server sends.
#[derive(Default)]
pub struct FrameObserver {
    head: Vec<u8>,
    payload: Vec<u8>,
    /// The number of bytes of the payload that are to come.
    missing: usize,
    events: VecDeque<Event>,
}

impl FrameObserver {
    pub fn observe(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.head.len() < HEAD {
                let (taken, rest) = bytes.split_at(bytes.len().min(HEAD - self.head.len()));
                self.head.extend_from_slice(taken);
                bytes = rest;
                if self.head.len() < HEAD {
                    return;
                }
                let length = [0, self.head[0], self.head[1], self.head[2]];
                self.missing = u32::from_be_bytes(length) as usize;
            }
            let (taken, rest) = bytes.split_at(bytes.len().min(self.missing));
            if matches!(self.head[3], SETTINGS | PING | GOAWAY) {
                let room = KEPT.saturating_sub(self.payload.len());
                self.payload
                    .extend_from_slice(&taken[..taken.len().min(room)]);
            }
            self.missing -= taken.len();
            bytes = rest;
            if self.missing == 0 {
                self.finish_frame();
            }
        }
    }

    /// The events since the last call.
    pub fn take(&mut self) -> VecDeque<Event> {
        std::mem::take(&mut self.events)
    }

    /// A frame is complete.
    fn finish_frame(&mut self) {
        let payload = std::mem::take(&mut self.payload);
        let is_answer = self.head[4] & ACK != 0;
        match self.head[3] {
            SETTINGS if is_answer => self.events.push_back(Event::SettingsAck),
            SETTINGS => {
                let values = payload.chunks_exact(6).map(|it| {
                    let number = u16::from_be_bytes([it[0], it[1]]);
                    (number, u32::from_be_bytes([it[2], it[3], it[4], it[5]]))
                });
                let values = values.collect();
                self.events.push_back(Event::Settings { values });
            }
            PING => {
                let payload = payload.into();
                self.events.push_back(match is_answer {
                    true => Event::Pong { payload },
                    false => Event::Ping { payload },
                });
            }
            GOAWAY if payload.len() >= 8 => {
                let number = |at: usize| {
                    let bytes = [
                        payload[at],
                        payload[at + 1],
                        payload[at + 2],
                        payload[at + 3],
                    ];
                    u32::from_be_bytes(bytes)
                };
                self.events.push_back(Event::Goaway {
                    // The first bit is reserved.
                    last_stream: number(0) & (u32::MAX >> 1),
                    code: number(4),
                    data: payload[8..].to_vec().into(),
                });
            }
            _ => {}
        }
        self.head.clear();
    }
}

pub fn ping(payload: &[u8]) -> Vec<u8> {
    frame(PING, payload)
}

pub fn goaway(code: u32, last_stream: u32, data: &[u8]) -> Vec<u8> {
    let numbers = [last_stream.to_be_bytes(), code.to_be_bytes()];
    frame(GOAWAY, &[&numbers.concat(), data].concat())
}

/// A frame of the connection. A payload that is longer than every server takes is cut.
fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    let payload = &payload[..payload.len().min(KEPT)];
    let length = u32::try_from(payload.len())
        .unwrap_or_default()
        .to_be_bytes();
    let head = [length[1], length[2], length[3], kind, 0, 0, 0, 0, 0];
    [&head[..], payload].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_observed_in_any_pieces() {
        let mut bytes = Vec::new();
        // SETTINGS with the maximum of streams, its answer, DATA, a ping and its answer, GOAWAY.
        bytes.extend([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100]);
        bytes.extend([0, 0, 0, 4, 1, 0, 0, 0, 0]);
        bytes.extend([0, 0, 2, 0, 0, 0, 0, 0, 1, 4, 4]);
        bytes.extend(ping(b"12345678"));
        bytes.extend([0, 0, 8, 6, 1, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
        bytes.extend(goaway(11, 7, b"calm"));
        let told = |size: usize| {
            let mut observer = FrameObserver::default();
            bytes.chunks(size).for_each(|it| observer.observe(it));
            let events = observer.take();
            events
                .iter()
                .map(|it| format!("{it:?}").replace(char::is_whitespace, ""))
                .collect::<Vec<_>>()
        };
        let whole = told(1000);
        assert_eq!(whole.len(), 5, "{whole:?}");
        assert!(whole[0].contains("(3,100)"), "{whole:?}");
        assert_eq!(whole[1], "SettingsAck");
        assert!(whole[2].starts_with("Ping") && whole[3].starts_with("Pong"));
        assert!(
            whole[4].starts_with("Goaway{code:11,last_stream:7"),
            "{whole:?}"
        );
        for size in 1..20 {
            assert_eq!(told(size).len(), 5);
        }
    }
}
