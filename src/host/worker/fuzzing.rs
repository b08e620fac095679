//! Entry point of `make fuzz`: messages between the platform and the process of a function.

use super::frame::{Decoder, Frame};
use super::message::{Report, WorkerRequest};

/// Reads frames as either side does. Each is refused, or is read again as it was written.
pub fn worker_messages(bytes: &[u8]) {
    for frame in frames(bytes) {
        let mut written = Vec::new();
        if let Ok(request) = WorkerRequest::read(frame.clone()) {
            let sent = request.write(&mut written);
            sent.expect("BUG: what was read is written");
        }
        for again in frames(&written) {
            WorkerRequest::read(again).expect("BUG: what was written is read");
        }
        written.clear();
        if let Ok(report) = Report::read(frame) {
            let sent = report.write(&mut written);
            sent.expect("BUG: what was read is written");
        }
        for again in frames(&written) {
            Report::read(again).expect("BUG: what was written is read");
        }
    }
}

/// The frames up to the first that is refused.
fn frames(bytes: &[u8]) -> Vec<Frame> {
    let mut decoder = Decoder::default();
    decoder.feed(bytes);
    std::iter::from_fn(|| decoder.take().ok().flatten()).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn saved_messages_pass() {
        crate::saved_inputs::replay("worker_messages", super::worker_messages);
    }
}
