//! The channel of a plugin that runs in this process.

use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use lumi_monitor::{ListeningPort, ProgramCall, ProgramServices, ServiceAnswer};

use super::loopback::Loopback;

/// The services of a plugin that is written with the SDK: it serves the engine, which is another process, and calls it at
/// the port that it gets as an argument.
pub struct PluginServices {
    loopback: Loopback,
    /// Keeps the line open.
    _line: UnboundedSender<ProgramCall>,
    /// Taken by the plugin.
    calls: Mutex<Option<UnboundedReceiver<ProgramCall>>>,
}

impl PluginServices {
    /// `runtime` has threads of its own.
    pub fn new(runtime: Handle) -> Self {
        let (line, calls) = mpsc::unbounded_channel();
        Self {
            loopback: Loopback::new(runtime, line.downgrade()),
            _line: line,
            calls: Mutex::new(Some(calls)),
        }
    }
}

impl ProgramServices for PluginServices {
    fn has_engine(&self) -> bool {
        false
    }

    fn call(&self, address: &str, path: &str, request: Vec<u8>) -> ServiceAnswer {
        self.loopback.call(address, path, request)
    }

    fn calls(&self) -> Option<UnboundedReceiver<ProgramCall>> {
        self.calls.lock().take()
    }

    fn listen(&self, streaming: Vec<String>) -> ListeningPort {
        self.loopback.listen(streaming)
    }

    fn close(&self, port: u16) {
        self.loopback.close(port);
    }
}

#[cfg(test)]
mod tests {
    use lumi_monitor::ServiceFailure;
    use lumi_rpc::Endpoint;
    use tonic::Request;
    use tonic::client::Grpc;
    use tonic::codegen::tokio_stream::wrappers::ReceiverStream;

    use super::super::connections::Connections;
    use super::super::encoded::Encoded;
    use super::*;

    /// A plugin calls a server, which is its own here.
    #[tokio::test]
    async fn requests_reach_the_plugin_and_failures_keep_their_details() {
        let services = PluginServices::new(Handle::current());
        let port = services.listen(Vec::new()).await.unwrap();
        let address = format!("127.0.0.1:{port}");
        let mut calls = services.calls().unwrap();
        let failed = ServiceFailure {
            code: 3,
            message: "it is empty".to_owned(),
            details: vec![1, 2, 3],
        };
        let failure = failed.clone();
        let plugin = tokio::spawn(async move {
            for answer in [Ok(b"hi".to_vec()), Err(failure)] {
                let call = calls.recv().await.unwrap();
                assert_eq!((call.port, &*call.path), (port.into(), "/a.B/C"));
                assert_eq!(call.request, b"hello");
                call.answer.send(answer).unwrap();
            }
        });
        let call = || services.call(&address, "/a.B/C", b"hello".to_vec());
        assert_eq!(call().await, Ok(b"hi".to_vec()));
        assert_eq!(call().await, Err(failed));
        plugin.await.unwrap();
        // The plugin takes no calls any more.
        assert_eq!(call().await.unwrap_err().code, 14);
        services.close(port);
        let other = services.call("127.0.0.1:1", "/a.B/C", Vec::new());
        assert_eq!(other.await.unwrap_err().code, 14);
        let elsewhere = services.call("10.0.0.1:80", "/a.B/C", Vec::new());
        assert_eq!(elsewhere.await.unwrap_err().code, 3);
    }

    #[tokio::test]
    async fn a_stream_of_requests_arrives_one_by_one() {
        let services = PluginServices::new(Handle::current());
        let path = "/a.B/Stream";
        let port = services.listen(vec![path.to_owned()]).await.unwrap();
        let mut calls = services.calls().unwrap();
        let address = format!("127.0.0.1:{port}").parse().unwrap();
        let connection = Connections::default()
            .to(&Endpoint::Tcp(address))
            .await
            .unwrap();
        let mut client = Grpc::new(connection);
        client.ready().await.unwrap();
        let (sender, requests) = mpsc::channel(1);
        let requests = Request::new(ReceiverStream::new(requests));
        let call = client.client_streaming(requests, path.parse().unwrap(), Encoded);
        let plugin = async {
            let call = calls.recv().await.unwrap();
            let mut stream = call.stream.unwrap();
            for request in [b"one".to_vec(), b"two".to_vec()] {
                sender.send(request.clone()).await.unwrap();
                assert_eq!(stream.recv().await, Some(Ok(request)));
            }
            drop(sender);
            assert_eq!(stream.recv().await, None);
            call.answer.send(Ok(b"both".to_vec())).unwrap();
        };
        let (answer, ()) = tokio::join!(call, plugin);
        assert_eq!(answer.unwrap().into_inner(), b"both");
    }
}
