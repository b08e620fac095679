//! Untrusted clients: noise, wrong tokens, too many connections.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::process::{Child, Stdio};

use lumi::rpc::lumirpc::language_runtime_client::LanguageRuntimeClient;
use lumi::rpc::lumirpc::{CancelRunRequest, GetPluginInfoRequest, RunRequest};
use lumi::rpc::{Connection, Token};

use crate::support::lumi::Lumi;

/// A language host at a port.
struct Host {
    child: Child,
    address: SocketAddr,
    token: Token,
}

impl Host {
    fn start(lumi: &Lumi) -> Self {
        let token = Token::random();
        let mut child = lumi
            .command(&["language-host"])
            .env(Token::VARIABLE, token.as_str())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let port: u16 = line.trim().parse().unwrap();
        Self {
            child,
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            token,
        }
    }

    async fn client(&self, token: Option<Token>) -> LanguageRuntimeClient<Connection> {
        let connection = Connection::open(self.address, token).await.unwrap();
        LanguageRuntimeClient::new(connection)
    }

    /// Whether it still serves its run.
    async fn is_well(&self) -> bool {
        let Ok(connection) = Connection::open(self.address, self.token.clone()).await else {
            return false;
        };
        let mut client = LanguageRuntimeClient::new(connection);
        let asked = client.get_plugin_info(GetPluginInfoRequest::default());
        asked.await.is_ok()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn noise(address: SocketAddr, bytes: &[u8]) {
    let mut stream = TcpStream::connect(address).unwrap();
    // The server may disconnect before everything is sent.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.read_to_end(&mut Vec::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_host_outlives_strangers() {
    let lumi = Lumi::program("throw new Error('it was run');\n");
    let mut host = Host::start(&lumi);
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    // A frame of settings, and then invalid ones.
    let settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];
    for bytes in [
        &b"GET / HTTP/1.1\r\n\r\n"[..],
        &[0; 1 << 16],
        &[0xff; 1 << 16],
        &[&preface[..], &[0xff; 100]].concat(),
        &[
            &preface[..],
            &settings,
            &[0xff, 0xff, 0xff, 1, 4, 0, 0, 0, 1],
        ]
        .concat(),
        &[
            &preface[..],
            &settings,
            &[0, 0, 4, 1, 4, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff],
        ]
        .concat(),
        &preface[..10],
    ] {
        noise(host.address, bytes);
    }
    let run = || RunRequest {
        project_folder: lumi.folder().display().to_string(),
        working_directory: lumi.folder().display().to_string(),
        program: lumi.folder().join("index.ts").display().to_string(),
        project: "demo".to_owned(),
        stack: "dev".to_owned(),
        monitor_address: host.address.to_string(),
        ..Default::default()
    };
    for token in [None, Some(Token::random())] {
        let mut stranger = host.client(token).await;
        for refused in [
            stranger.run(run()).await.err(),
            stranger.cancel(CancelRunRequest {}).await.err(),
        ] {
            let code = refused.unwrap().code();
            assert_eq!(code, tonic::Code::Unauthenticated);
        }
    }
    let many: Vec<_> = (0..300).map(|_| TcpStream::connect(host.address)).collect();
    drop(many);
    while !host.is_well().await {
        tokio::task::yield_now().await;
    }
    assert!(host.child.try_wait().unwrap().is_none());
    let mut left: Vec<_> = fs::read_dir(lumi.folder())
        .unwrap()
        .map(|it| it.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["Lumi.yaml", "index.ts"]);
    drop(host.child.stdin.take());
    assert!(host.child.wait().unwrap().success());
}
