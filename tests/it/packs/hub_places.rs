//! Hubs behind a web server and in a bucket.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::thread;

use super::hub_machine::{Machine, files};
use crate::support::s3_server::S3Server;

/// Serves the files of a folder until the test is over.
fn web_server(folder: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut head = Vec::new();
            let mut byte = [0];
            while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|it| it == 1) {
                head.push(byte[0]);
            }
            let head = String::from_utf8_lossy(&head).into_owned();
            let mut words = head.split(' ');
            let (method, path) = (words.next().unwrap_or(""), words.next().unwrap_or("/"));
            let file = fs::read(folder.join(path.trim_start_matches('/')));
            let (status, body) = match file {
                Ok(body) => ("200 OK", body),
                Err(_) => ("404 Not Found", Vec::new()),
            };
            let answer = format!(
                "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all(answer.as_bytes());
            if method != "HEAD" {
                let _ = stream.write_all(&body);
            }
        }
    });
    format!("http://{address}")
}

#[test]
fn a_hub_may_be_behind_a_web_server() {
    let mut machine = Machine::new();
    machine.publish("1.2.0");
    machine.hub = web_server(machine.path("hub"));
    machine.app();
    machine.said(&["add", "hub:acme/web"]);
    assert_eq!(machine.used(), "1.2.0");
    let unknown = machine.refused(&["add", "hub:acme/net"]);
    assert!(unknown.contains("has no package acme/net"), "{unknown}");
    fs::write(files(&machine.path("hub")).remove(0), "damaged").unwrap();
    let refused = machine.refused(&["pack", "pull", "acme/web"]);
    assert!(
        refused.contains("is not the file that the index"),
        "{refused}"
    );
}

#[test]
fn a_hub_may_be_a_bucket() {
    let Some(server) = S3Server::start() else {
        return;
    };
    server.make_bucket("hub");
    let mut machine = Machine::new();
    machine.hub = "s3://hub/packages".to_owned();
    machine.environment = server.environment();
    machine.publish("1.2.0");
    machine.publish("1.3.0");
    machine.app();
    machine.said(&["add", "hub:acme/web@~> 1.2"]);
    assert_eq!(machine.used(), "1.3.0");
    assert!(machine.publish("1.3.0").contains("is published already"));
}
