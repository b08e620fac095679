//! The output of a provider after its start, which it passes on in a call.

use lumi_rpc::{Connection, PeerLine};

use crate::goplugin::grpc_stdio_client::GrpcStdioClient;
use crate::goplugin::stdio_data::Channel;

use super::log_filter::LogFilter;

/// The maximum length of a line in bytes; longer lines are split.
const MAX_LINE: usize = 64 << 10;

/// Reads until the process ends: an unread provider would block at its next print. Providers without
/// the service print where any process does.
pub async fn drain(connection: Connection, filter: LogFilter) {
    let Ok(answer) = GrpcStdioClient::new(connection).stream_stdio(()).await else {
        return;
    };
    let mut stream = answer.into_inner();
    let mut output = Lines::new(false);
    let mut errors = Lines::new(true);
    while let Ok(Some(part)) = stream.message().await {
        let lines = match Channel::try_from(part.channel) {
            Ok(Channel::Stderr) => &mut errors,
            _ => &mut output,
        };
        lines.add(&part.data, &filter);
    }
    output.end(&filter);
    errors.end(&filter);
}

/// Makes lines of pieces.
struct Lines {
    begun: Vec<u8>,
    is_error: bool,
}

impl Lines {
    fn new(is_error: bool) -> Self {
        let begun = Vec::new();
        Self { begun, is_error }
    }

    fn add(&mut self, data: &[u8], filter: &LogFilter) {
        for piece in data.split_inclusive(|it| *it == b'\n') {
            self.begun.extend_from_slice(piece);
            if piece.ends_with(b"\n") || self.begun.len() >= MAX_LINE {
                self.end(filter);
            }
        }
    }

    fn end(&mut self, filter: &LogFilter) {
        if self.begun.is_empty() {
            return;
        }
        let text = String::from_utf8_lossy(&self.begun);
        let text = text.trim_end_matches(['\n', '\r']).to_owned();
        let is_error = self.is_error;
        filter.add_line(&PeerLine { text, is_error });
        self.begun.clear();
    }
}
