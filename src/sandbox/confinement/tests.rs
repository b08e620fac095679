//! Tests of a confined process, each in a separate process: limits cannot be lifted.

use fs::File;
use std::io;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::path::Path;
use std::process::Command;

use super::*;

const NAME: &str = "confinement::tests::an_escape_meets_the_limits_of_the_kernel";
/// Prefix of the argument that names the folder for the process that a test starts.
const ATTEMPT: &str = "confined:";

/// Attempts of code that escaped V8, one line of output each.
fn attempt(folder: &Path) -> String {
    let mut report = String::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = |it: &TcpListener| it.local_addr().unwrap().port();
    let free = || port(&TcpListener::bind("127.0.0.1:0").unwrap());
    let (own, foreign) = (free(), free());
    let active = Confinement {
        readable: Some(vec![folder.join("own")]),
        listable: Vec::new(),
        writable: Some(Vec::new()),
        remade: Vec::new(),
        network: Network::Ports(vec![port(&listener), own]),
        programs: false,
    }
    .apply();
    report.push_str(&format!(
        "landlock {:?} seccomp {}\n",
        active.landlock, active.seccomp
    ));
    let mut say = |what: &str, is_possible: bool| {
        report.push_str(&format!("{what}: {is_possible}\n"));
    };
    let reads = |path: &Path| File::open(path).is_ok();
    say("own file", reads(&folder.join("own/code")));
    say("other file", reads(&folder.join("secrets")));
    say("passwd", reads(Path::new("/etc/passwd")));
    say(
        "parent",
        reads(Path::new(&format!(
            "/proc/{}/environ",
            std::os::unix::process::parent_id()
        ))),
    );
    for (what, file) in [
        ("environment", "environ"),
        ("memory", "mem"),
        ("arguments", "cmdline"),
    ] {
        say(what, reads(&Path::new("/proc/self").join(file)));
    }
    say("status", reads(Path::new("/proc/self/status")));
    say("write", File::create(folder.join("own/new")).is_ok());
    say(
        "tmp",
        File::create(std::env::temp_dir().join("lumi-confined")).is_ok(),
    );
    say(
        "its port",
        TcpStream::connect(("127.0.0.1", port(&listener))).is_ok(),
    );
    say(
        "other port",
        TcpStream::connect(("127.0.0.1", port(&other))).is_ok(),
    );
    for (what, port) in [("server", own), ("other server", foreign)] {
        say(what, TcpListener::bind(("127.0.0.1", port)).is_ok());
    }
    say("udp", UdpSocket::bind("127.0.0.1:0").is_ok());
    say("unix", std::os::unix::net::UnixDatagram::unbound().is_ok());
    say("exec", Command::new("/bin/true").status().is_ok());
    // SAFETY: signal 0 only asks whether one could be sent; `fork` is refused or its child ends at once.
    unsafe {
        say("signal", libc::kill(libc::getppid(), 0) == 0);
        let child = libc::fork();
        if child == 0 {
            libc::_exit(0);
        }
        say("fork", child > 0);
        say("trace", libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) == 0);
        let path = c"/";
        say("chmod", libc::chmod(path.as_ptr(), 0o755) == 0);
        // The number of the x32 interface for `getpid`, and one that no kernel has.
        say("x32", libc::syscall(0x4000_0027) >= 0);
        libc::syscall(9999);
    }
    say(
        "unknown",
        io::Error::last_os_error().raw_os_error() != Some(libc::ENOSYS),
    );
    say("threads", std::thread::spawn(|| 1).join().is_ok());
    report
}

fn check(said: &str) {
    let has = |line: &str| assert!(said.lines().any(|it| it == line), "{line}\n{said}");
    for possible in ["own file", "its port", "server", "threads", "status"] {
        has(&format!("{possible}: true"));
    }
    // The kernel may lack a part; the parts that exist must hold.
    if !said.contains("landlock No") {
        for file in [
            "other file",
            "passwd",
            "parent",
            "environment",
            "memory",
            "arguments",
            "write",
            "tmp",
        ] {
            has(&format!("{file}: false"));
        }
    }
    if said.contains("landlock Fully") {
        has("other port: false");
        has("other server: false");
    }
    if said.contains("seccomp true") {
        for call in [
            "udp", "unix", "exec", "signal", "fork", "trace", "chmod", "x32", "unknown",
        ] {
            has(&format!("{call}: false"));
        }
    }
    #[cfg(target_arch = "x86_64")]
    assert!(said.contains("seccomp true"), "{said}");
}

#[test]
fn an_escape_meets_the_limits_of_the_kernel() {
    let mut arguments = std::env::args();
    if let Some(folder) = arguments.find_map(|it| Some(it.strip_prefix(ATTEMPT)?.to_owned())) {
        return check(&attempt(Path::new(&folder)));
    }
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("own")).unwrap();
    fs::write(folder.path().join("own/code"), "").unwrap();
    fs::write(folder.path().join("secrets"), "").unwrap();
    // The test's own binary, with this test alone: no test has the name of the folder.
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", NAME, "--nocapture", "--test-threads=1"])
        .arg(format!("{ATTEMPT}{}", folder.path().display()))
        .output()
        .unwrap();
    let output_text = String::from_utf8_lossy(&output.stdout).into_owned();
    let output_text = output_text + &*String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && output_text.contains("1 passed"),
        "{output_text}"
    );
}

#[test]
fn a_confined_thread_leaves_the_others_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (own, other) = (folder.path().join("own"), folder.path().join("other"));
    fs::write(&own, "").unwrap();
    fs::write(&other, "").unwrap();
    let outside = other.clone();
    let confined = std::thread::spawn(move || {
        let active = Confinement {
            readable: Some(vec![own.clone()]),
            listable: Vec::new(),
            writable: Some(Vec::new()),
            remade: Vec::new(),
            network: Network::Closed,
            programs: false,
        }
        .for_thread()
        .apply();
        assert!(File::open(&own).is_ok());
        if active.landlock != Enforced::No {
            assert!(File::open(&outside).is_err());
            let started = std::thread::spawn(move || File::open(&outside).is_err());
            assert!(started.join().unwrap());
        }
        if active.seccomp {
            assert!(Command::new("/bin/true").status().is_err());
            assert!(TcpListener::bind("127.0.0.1:0").is_err());
        }
    });
    confined.join().unwrap();
    assert!(File::open(&other).is_ok());
    assert!(Command::new("/bin/true").status().is_ok());
}

/// The kernel blocks keys and states only for a program that plans; the sandbox above blocks them
/// always.
#[test]
fn files_of_lumi_in_a_project_are_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in [".lumi", "src"] {
        fs::create_dir(at(name)).unwrap();
    }
    for name in [".lumi/key", "src/a.ts", "Lumi.yaml"] {
        fs::write(at(name), "").unwrap();
    }
    let project = folder.path().to_owned();
    let confined = std::thread::spawn(move || {
        let mut own = Confinement::from_permissions(&PermissionFlags::default(), &project);
        own.open_project(&project, true);
        let active = own.for_thread().apply();
        let reads = |name: &str| File::open(project.join(name)).is_ok();
        assert!(reads("src/a.ts") && reads("Lumi.yaml"));
        assert!(fs::read_dir(&project).is_ok());
        assert!(active.landlock == Enforced::No || !reads(".lumi/key"));
    });
    confined.join().unwrap();
}

#[test]
fn active_limits_are_listed() {
    let all = Active {
        landlock: Enforced::Fully,
        seccomp: true,
        rlimits: true,
    };
    assert_eq!(all.to_string(), "landlock, seccomp, rlimits");
    assert_eq!(Active::default().to_string(), "none");
}

/// A program that may write files may make sockets there, which need no port.
#[test]
fn sockets_of_the_file_system_need_a_writable_folder() {
    use std::os::unix::net::UnixListener;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let listens = move |writable: Vec<PathBuf>, path: PathBuf| {
        let confined = std::thread::spawn(move || {
            let active = Confinement {
                readable: Some(Vec::new()),
                listable: Vec::new(),
                writable: Some(writable),
                remade: Vec::new(),
                network: Network::Closed,
                programs: false,
            }
            .for_thread()
            .apply();
            let listener = UnixListener::bind(&path);
            assert!(TcpListener::bind("127.0.0.1:0").is_err() || !active.seccomp);
            (listener.is_ok(), active)
        });
        confined.join().unwrap()
    };
    let (is_open, active) = listens(Vec::new(), path.clone());
    assert!(!is_open || !active.seccomp);
    assert!(listens(vec![folder.path().to_owned()], path).0);
}

/// A path that may be written may be removed and made again, whatever other paths there are.
#[test]
fn a_writable_path_can_be_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("p/build/sub")).unwrap();
    for name in ["p/file", "p/build/file", "outside"] {
        fs::write(at(name), "").unwrap();
    }
    let paths = ["build", "file"].map(str::to_owned).to_vec();
    let flags = PermissionFlags {
        write: Allow::Only(paths),
        ..PermissionFlags::default()
    };
    let (base, working) = (folder.path().to_owned(), at("p"));
    let confined = std::thread::spawn(move || {
        let active = Confinement::of(&flags, &working).for_thread().apply();
        fs::remove_dir_all(working.join("build")).unwrap();
        fs::create_dir(working.join("build")).unwrap();
        fs::write(working.join("build/new"), "new").unwrap();
        assert_eq!(
            fs::read_to_string(working.join("build/new")).unwrap(),
            "new"
        );
        fs::remove_file(working.join("file")).unwrap();
        fs::write(working.join("file"), "new").unwrap();
        if active.landlock != Enforced::No {
            fs::write(base.join("outside"), "").unwrap_err();
            fs::remove_dir_all(&working).unwrap_err();
        }
    });
    confined.join().unwrap();
}

/// The folder around a path that may be made again stays closed to readers, and no other kinds of files are made there.
#[test]
fn the_folder_around_a_writable_path_is_not_read() {
    use std::os::unix::net::UnixListener;

    let written = ["../out/build", "../out/file", "../new/folder"];
    let flags = |read: &[&str]| PermissionFlags {
        read: Allow::Only(read.iter().copied().map(str::to_owned).collect()),
        write: Allow::Only(written.map(str::to_owned).to_vec()),
        ..PermissionFlags::default()
    };
    for (read, is_read) in [(&[][..], false), (&written[..], true)] {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["p", "out/build", "new"] {
            fs::create_dir_all(at(name)).unwrap();
        }
        for name in ["out/file", "out/secret", "new/secret"] {
            fs::write(at(name), "").unwrap();
        }
        let (flags, base) = (flags(read), folder.path().to_owned());
        let confined = std::thread::spawn(move || {
            let active = Confinement::of(&flags, &base.join("p"))
                .for_thread()
                .apply();
            for name in ["out/build", "new/folder"] {
                let folder_path = base.join(name);
                if folder_path.exists() {
                    fs::remove_dir_all(&folder_path).unwrap();
                }
                fs::create_dir(&folder_path).unwrap();
                fs::write(folder_path.join("in"), "new").unwrap();
                assert_eq!(
                    fs::read(folder_path.join("in")).is_ok(),
                    is_read || active.landlock == Enforced::No
                );
                fs::remove_dir_all(&folder_path).unwrap();
            }
            fs::remove_file(base.join("out/file")).unwrap();
            fs::write(base.join("out/file"), "new").unwrap();
            if active.landlock != Enforced::No {
                for name in ["out/secret", "new/secret"] {
                    assert_eq!(File::open(base.join(name)).is_ok(), is_read, "{name}");
                }
                UnixListener::bind(base.join("out/socket")).unwrap_err();
                for kind in [rustix::fs::FileType::Fifo, rustix::fs::FileType::Socket] {
                    let path = base.join("out/node");
                    rustix::fs::mknodat(rustix::fs::CWD, path, kind, 0o600.into(), 0).unwrap_err();
                }
            }
        });
        confined.join().unwrap();
    }
}

/// A path that is missing, or lies in `/`, opens nothing of the whole file system.
#[test]
fn no_path_opens_the_root_for_reading() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    fs::write(&secret, "").unwrap();
    fs::create_dir(folder.path().join("p")).unwrap();
    let flags = PermissionFlags {
        read: Allow::Only(vec!["/lumi-missing-folder/file".to_owned()]),
        write: Allow::Only(vec!["/lumi-missing-file".to_owned(), "/dev".to_owned()]),
        ..PermissionFlags::default()
    };
    let working = folder.path().join("p");
    let confined = std::thread::spawn(move || {
        let own = Confinement::of(&flags, &working);
        assert!(own.remade.is_empty());
        let active = own.for_thread().apply();
        assert!(active.landlock == Enforced::No || File::open(secret).is_err());
    });
    confined.join().unwrap();
}
