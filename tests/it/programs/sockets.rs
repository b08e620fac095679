//! Sockets of `node:net` and `node:tls` open what the flags open, with the kernel's limits.

use crate::support::lumi::Lumi;

/// A port that is free at the moment.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// A program that listens, connects to itself, and says what came.
fn echo(listen: &str, connect: &str) -> Lumi {
    Lumi::program(&format!(
        "import net from 'node:net';\n\
         const server = net.createServer((s) => s.end('from the server'));\n\
         server.on('error', (error) => console.log('server', error.code, error.message));\n\
         server.listen({listen}, () => {{\n\
           const socket = net.connect({connect});\n\
           socket.on('data', (data) => console.log(String(data)));\n\
           socket.on('error', (error) => console.log('client', error.code, error.message));\n\
           socket.on('close', () => server.close());\n\
         }});\n"
    ))
}

#[test]
fn a_server_opens_with_permission_for_its_port_only() {
    let port = free_port();
    let lumi = echo(
        &format!("{port}, '127.0.0.1'"),
        &format!("{port}, '127.0.0.1'"),
    );
    let flag = format!("--allow-net=127.0.0.1:{port}");
    for command in ["run", "preview"] {
        let answer = lumi.run(&[command]);
        let said = format!("server ERR_ACCESS_DENIED net access to \"127.0.0.1:{port}\" is denied");
        assert!(answer.stderr.contains(&said), "{}", answer.transcript());
        assert!(answer.stderr.contains(&flag), "{}", answer.transcript());
        let other = lumi.run(&[command, "--allow-net=127.0.0.1:1"]);
        assert!(other.stderr.contains(&flag), "{}", other.transcript());
        let answer = lumi.run(&[command, &flag]);
        assert!(
            answer.stderr.contains("from the server"),
            "{}",
            answer.transcript()
        );
    }
}

/// A program that has a name alone cannot reach another address by its own answer for the name.
#[test]
fn a_name_opens_its_own_addresses_only() {
    let lumi = Lumi::program(
        "import net from 'node:net';\n\
         const lookup = (_host, _options, done) => done(null, [{ address: '127.0.0.2', family: 4 }]);\n\
         net.connect({ host: 'localhost', port: 9, lookup })\n\
           .on('error', (error) => console.log(error.code, error.message));\n\
         net.connect({ host: 'localhost', port: 1 }).on('error', (error) => console.log('own', error.code));\n",
    );
    let answer = lumi.run(&["run", "--allow-net=localhost"]);
    let said = "ERR_ACCESS_DENIED net access to \"127.0.0.2:9\" is denied";
    assert!(answer.stderr.contains(said), "{}", answer.transcript());
    assert!(
        answer.stderr.contains("own ECONNREFUSED"),
        "{}",
        answer.transcript()
    );
}

#[test]
fn a_socket_of_the_file_system_is_read_and_written() {
    let lumi = echo("'out/s'", "'out/s'");
    std::fs::create_dir(lumi.folder().join("out")).unwrap();
    let answer = lumi.run(&["run"]);
    assert!(
        answer
            .stderr
            .contains("server ERR_ACCESS_DENIED write access to"),
        "{}",
        answer.transcript()
    );
    let answer = lumi.run(&["run", "--allow-write=out"]);
    assert!(
        answer.stderr.contains("from the server"),
        "{}",
        answer.transcript()
    );
}

#[test]
fn a_closed_server_removes_its_own_socket_only() {
    let lumi = Lumi::new();
    lumi.file("outside/s", "kept");
    lumi.file("p/Lumi.yaml", "name: p\n");
    lumi.file(
        "p/index.ts",
        "import { createServer } from 'node:net';\n\
         import { mkdirSync, renameSync, symlinkSync, existsSync } from 'node:fs';\n\
         mkdirSync('out');\n\
         const server = createServer();\n\
         await new Promise<void>((resolve) => server.listen('out/s', resolve));\n\
         renameSync('out', 'moved');\n\
         symlinkSync('../outside', 'out');\n\
         await new Promise((resolve) => server.close(resolve));\n\
         console.log('left', existsSync('moved/s'));\n",
    );
    // Where programs may be started, the kernel does not confine the thread of the program.
    let answer = lumi.run(&["run", "p", "--allow-write=p", "--allow-run=none"]);
    assert!(
        answer.stderr.contains("left false"),
        "{}",
        answer.transcript()
    );
    assert_eq!(lumi.read("outside/s"), "kept");
}

/// The kernel limits the ports of TCP alone, so it refuses sockets of UDP where only ports are allowed.
#[cfg(target_os = "linux")]
#[test]
fn datagrams_need_a_permission_without_a_port() {
    let lumi = Lumi::program(
        "import dgram from 'node:dgram';\n\
         const socket = dgram.createSocket('udp4');\n\
         socket.on('error', () => {});\n\
         socket.send('a', 5353, '127.0.0.1', (error) => { console.log('sent', error?.code, error?.message); socket.close(); });\n",
    );
    let answer = lumi.run(&["run", "--allow-net=127.0.0.1:5353,127.0.0.1:5354"]);
    let said = "sent EPERM sockets of UDP need a permission without a port, as the kernel cannot limit their ports; \
                run again with --allow-net=127.0.0.1\n";
    assert!(answer.stderr.contains(said), "{}", answer.transcript());
    let answer = lumi.run(&["run", "--allow-net=127.0.0.1"]);
    assert_eq!(answer.stderr, "sent undefined undefined\n");
}
