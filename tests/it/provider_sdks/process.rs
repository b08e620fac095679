//! A provider as a process without lumi.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Stdio};

use lumi::graph::Value;
use lumi::rpc::lumirpc::resource_provider_client::ResourceProviderClient;
use lumi::rpc::lumirpc::{ConfigureRequest, HandshakeRequest};
use lumi::rpc::{Connection, Token, from_object};

use super::project::SdkProject;

pub struct ProviderProcess {
    child: Child,
    address: SocketAddr,
    token: Token,
}

impl ProviderProcess {
    pub fn start(project: &SdkProject) -> Self {
        let token = Token::random();
        let mut child = project
            .provider(&[])
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

    pub fn token(&self) -> Token {
        self.token.clone()
    }

    pub async fn client(
        &self,
        token: impl Into<Option<Token>>,
    ) -> ResourceProviderClient<Connection> {
        let connection = Connection::open(self.address, token).await.unwrap();
        ResourceProviderClient::new(connection)
    }

    /// Calls up to the configuration, after which the provider has a folder.
    pub async fn configure(&self) {
        let mut client = self.client(self.token()).await;
        client.handshake(handshake(1)).await.unwrap();
        let config = r#"{"folder": "objects", "prefix": "c-"}"#;
        let Ok(Value::Object(config)) = Value::from_json(config) else {
            panic!("{config}");
        };
        let config = Some(from_object(config));
        client.configure(ConfigureRequest { config }).await.unwrap();
    }

    /// Closes standard input, which is how lumi ends a provider, and waits for the exit code.
    pub fn close_input(&mut self) -> Option<i32> {
        drop(self.child.stdin.take());
        self.child.wait().unwrap().code()
    }

    /// Sends a signal, and waits for the exit code.
    pub fn signal(&mut self, number: libc::c_int) -> Option<i32> {
        let id = libc::pid_t::try_from(self.child.id()).unwrap();
        // SAFETY: a plain system call; the process is not reaped before `wait`.
        assert_eq!(unsafe { libc::kill(id, number) }, 0);
        // `wait` would close standard input first.
        let _input = self.child.stdin.take();
        self.child.wait().unwrap().code()
    }
}

impl Drop for ProviderProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn handshake(protocol: u32) -> HandshakeRequest {
    HandshakeRequest {
        protocol,
        engine_version: "0.0.0".to_owned(),
        project_folder: "/".to_owned(),
    }
}

/// Runs a future of a test.
pub fn wait<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(future)
}
