//! Limits of programs: reads, writes and requests without permission are refused.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;

use crate::functions::served::wait;
use crate::support::lumi::Lumi;

#[test]
fn errors_show_lines_of_readable_files_only() {
    let lumi = Lumi::new();
    let outside = lumi.file("outside.txt", "hidden line\n");
    lumi.file("p/Lumi.yaml", "name: p\n");
    lumi.file(
        "p/index.ts",
        format!(
            "const error = new Error('x');\n\
             Object.defineProperty(error, 'lumiPosition', {{ value: '{}:1:1' }});\n\
             Object.defineProperty(error, Symbol.for('errorAdditionalPropertyKeys'), {{ value: ['lumiPosition'] }});\n\
             throw error;\n",
            outside.display()
        ),
    );
    let answer = lumi.run(&["run", "p"]);
    assert_eq!(answer.code, 1);
    assert!(!answer.stderr.contains("hidden line"), "{}", answer.stderr);
}

/// A bundle is untrusted, and so is its source map.
#[test]
fn a_source_map_shows_no_line_of_another_file() {
    let lumi = Lumi::new();
    let outside = lumi.file("outside.txt", "hidden line\n");
    lumi.file(
        "f.ts",
        "import { FunctionAsset, CustomResource } from 'lumi';\n\
         new CustomResource('a:b:C', 'c', { f: () => { throw new Error('x'); } });\n",
    );
    let answer = lumi.run(&["closure", "bundle", "f.ts", "--out", "bundle"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    let mut folder = lumi.folder().join("bundle");
    // A single function may be in the folder itself.
    if !folder.join("index.mjs").is_file() {
        let mut entries = std::fs::read_dir(&folder).unwrap();
        folder = entries
            .find_map(|it| it.ok().filter(|it| it.path().is_dir()))
            .unwrap()
            .path();
    }
    let map = format!(
        r#"{{"version":3,"sources":["file://{}"],"names":[],"mappings":"{}"}}"#,
        outside.display(),
        "AAAA;".repeat(40)
    );
    std::fs::write(folder.join("index.mjs.map"), map).unwrap();
    let code = std::fs::read_to_string(folder.join("index.mjs")).unwrap();
    let code = match code.contains("sourceMappingURL") {
        true => code,
        false => format!("{code}\n//# sourceMappingURL=index.mjs.map\n"),
    };
    std::fs::write(folder.join("index.mjs"), code).unwrap();
    let answer = lumi.run(&["closure", "run", &folder.display().to_string()]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("outside.txt"),
        "{}",
        answer.transcript()
    );
    assert!(!answer.stderr.contains("hidden line"), "{}", answer.stderr);
}

/// A project next to a file that the program has no permission to read.
fn beside(program: &str) -> (Lumi, String) {
    let lumi = Lumi::new();
    let outside = lumi.file("outside.txt", "hidden").display().to_string();
    lumi.file("p/Lumi.yaml", "name: p\n");
    lumi.file("p/index.ts", program.replace("OUTSIDE", &outside));
    (lumi, outside)
}

#[test]
fn a_preview_looks_at_no_file_outside_of_the_project() {
    let (lumi, outside) = beside(
        "import { fs } from 'lumi/std';\n\
         fs.File.get('stolen', 'OUTSIDE').content.then((it) => console.log(it));\n",
    );
    let answer = lumi.run(&["preview", "p"]);
    assert_ne!(answer.code, 0, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("--allow-read=[folder]/outside.txt"),
        "{}",
        answer.transcript()
    );
    assert!(!answer.stderr.contains("hidden"), "{}", answer.transcript());
    let answer = lumi.run(&["preview", "p", &format!("--allow-read={outside}")]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    assert!(answer.stderr.contains("hidden"), "{}", answer.transcript());
}

#[test]
fn a_preview_sends_nothing_without_permission() {
    let program = |method: &str| {
        format!(
            "import {{ http }} from 'lumi/std';\n\
             new http.Resource('r', {{ create: {{ url: 'http://127.0.0.1:9/x' }}, \
             read: {{ method: '{method}', url: 'http://127.0.0.1:9/{{id}}' }} }}, {{ import: 'a' }});\n"
        )
    };
    let lumi = Lumi::program(&program("GET"));
    let answer = lumi.run(&["preview"]);
    assert_ne!(answer.code, 0, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("--allow-net=127.0.0.1:9"),
        "{}",
        answer.transcript()
    );
    for method in ["POST", "DELETE"] {
        lumi.file("index.ts", program(method));
        let answer = lumi.run(&["preview", "--allow-net"]);
        assert_ne!(answer.code, 0, "{}", answer.transcript());
        assert!(
            answer.stderr.contains("must be `GET` or `HEAD`"),
            "{}",
            answer.transcript()
        );
    }
}

/// Answers each request with a redirect to another address.
fn redirecting(to: &str) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let answer = format!(
        "HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    );
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    port
}

#[test]
fn assets_are_downloaded_with_permission_only() {
    let port = redirecting("http://127.0.0.2:9/other");
    let file = "new fs.File('f', { path: 'f', source: new lumi.RemoteAsset(URI) });\n";
    let folder = "new fs.Directory('d', { path: 'd', source: new lumi.RemoteArchive(URI) });\n";
    for resource in [file, folder] {
        let lumi = Lumi::program(&format!(
            "import * as lumi from 'lumi';\nimport {{ fs }} from 'lumi/std';\n\
             const URI = 'http://127.0.0.1:{port}/x.zip';\n{resource}"
        ));
        for command in [
            &["preview"][..],
            &["up", "-y"],
            &["up", "-y", "--skip-preview"],
        ] {
            let answer = lumi.run(command);
            assert_ne!(answer.code, 0, "{}", answer.transcript());
            let flag = format!("--allow-net=127.0.0.1:{port}");
            assert!(answer.stderr.contains(&flag), "{}", answer.transcript());
        }
        // A redirect needs the permission for where it leads.
        let allowed = format!("--allow-net=127.0.0.1:{port}");
        lumi.run(&["preview", &allowed]).ok();
        let answer = lumi.run(&["up", "-y", &allowed]);
        assert_ne!(answer.code, 0, "{}", answer.transcript());
        let flag = "--allow-net=127.0.0.2:9";
        assert!(answer.stderr.contains(flag), "{}", answer.transcript());
    }
}

#[test]
fn files_outside_of_the_project_are_written_with_permission_only() {
    let (lumi, outside) = beside(
        "import { fs } from 'lumi/std';\n\
         new fs.File('f', { path: 'OUTSIDE.new', content: 'x' });\n\
         new fs.File('inside', { path: 'out/x.txt', content: 'x' });\n",
    );
    let made = format!("{outside}.new");
    for command in [&["preview", "p"][..], &["up", "-y", "p"]] {
        let answer = lumi.run(command);
        assert_ne!(answer.code, 0, "{}", answer.transcript());
        assert!(
            answer
                .stderr
                .contains("--allow-write=[folder]/outside.txt.new"),
            "{}",
            answer.transcript()
        );
        assert!(!Path::new(&made).exists());
    }
    let allowed = format!("--allow-write={made}");
    lumi.run(&["up", "-y", "p", &allowed]).ok();
    assert_eq!(std::fs::read_to_string(&made).unwrap(), "x");
    // Deleting the object needs no permission.
    lumi.run(&["destroy", "-y", "p"]).ok();
    assert!(!Path::new(&made).exists());
}

/// A symlink in the project leads out of it.
#[test]
fn a_link_leads_no_file_resource_out_of_the_project() {
    let (lumi, outside) = beside(
        "import { fs } from 'lumi/std';\n\
         new fs.File('f', { path: 'way/made.txt', content: 'x' });\n",
    );
    let folder = Path::new(&outside).parent().unwrap();
    std::os::unix::fs::symlink(folder, folder.join("p/way")).unwrap();
    let answer = lumi.run(&["up", "-y", "p"]);
    assert_ne!(answer.code, 0, "{}", answer.transcript());
    assert!(!folder.join("made.txt").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn the_kernel_confines_the_thread_of_a_program() {
    use std::process::Stdio;

    let lumi = Lumi::program("await new Promise((go) => setTimeout(go, 600_000));");
    let own = limits_of(&std::fs::read_to_string("/proc/self/status").unwrap());
    for command in [&["run"][..], &["preview"], &["up", "-y"]] {
        let mut process = lumi
            .command(command)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let threads = format!("/proc/{}/task", process.id());
        let limits = |thread: &str| thread_limits(&threads, thread);
        wait(
            || limits("isolate") == Some((true, true)),
            || format!("{command:?}: {:?}", limits("isolate")),
        );
        // The process that starts plugins and writes files is not restricted.
        assert_eq!(limits("lumi"), Some(own), "{command:?}");
        process.kill().unwrap();
        process.wait().unwrap();
    }
}

/// Whether the thread of this name has no-new-privileges, and whether it has a seccomp filter.
#[cfg(target_os = "linux")]
fn thread_limits(threads: &str, name: &str) -> Option<(bool, bool)> {
    let threads = std::fs::read_dir(threads).into_iter().flatten().flatten();
    let mut statuses =
        threads.filter_map(|it| std::fs::read_to_string(it.path().join("status")).ok());
    let status = statuses.find(|it| it.starts_with(&format!("Name:\t{name}\n")))?;
    Some(limits_of(&status))
}

#[cfg(target_os = "linux")]
fn limits_of(status: &str) -> (bool, bool) {
    let has = |line: &str| status.lines().any(|it| it == line);
    (has("NoNewPrivs:\t1"), has("Seccomp:\t2"))
}

#[test]
fn keys_and_states_are_closed_to_programs() {
    let lumi = Lumi::with_sdk("export const a = lumi.secret(\"x\");\n");
    let up = lumi.run(&["up", "-y"]);
    assert_eq!(up.code, 0, "{}", up.transcript());
    lumi.file(
        "index.ts",
        "import * as fs from \"node:fs\";\nimport * as lumi from \"lumi\";\n\
         const tries: [string, () => unknown][] = [\n\
           [\"key\", () => fs.readFileSync(\".lumi/key\", \"utf8\").length],\n\
           [\"list\", () => fs.readdirSync(\".lumi\").length],\n\
           [\"up and down\", () => fs.readFileSync(\"./.lumi/../.lumi/key\", \"utf8\").length],\n\
           [\"write\", () => fs.writeFileSync(\".lumi/new\", \"\")],\n\
           [\"link\", () => fs.readFileSync(\"link/\", \"utf8\").length],\n\
           [\"folder of a link\", () => fs.statSync(\"link/.\").size],\n\
           [\"project\", () => fs.readdirSync(\".\", { recursive: true }).includes(\".lumi/key\")],\n\
         ];\n\
         for (const [name, attempt] of tries) {\n\
           try { console.log(name, attempt()); } catch (error: any) { console.log(name, error.message); }\n\
         }\n\
         await import(\"./.lumi/key\", { with: { type: \"text\" } }).catch((it) => console.log(\"import\", it.message));\n",
    );
    std::os::unix::fs::symlink(".lumi/key", lumi.folder().join("link")).unwrap();
    insta::assert_snapshot!(lumi.run(&["run"]).transcript());
    let opened = lumi.run(&["run", "--allow-read=.lumi"]);
    assert!(
        opened.stderr.contains("key 4") || opened.stdout.contains("key "),
        "{}",
        opened.transcript()
    );
    // Resources that a program declares cannot write there, either.
    for resource in [
        "new fs.File(\"made\", { path: \".lumi/stacks/new\", content: \"x\" });",
        "new fs.Directory(\"made\", { path: \".\", source: new AssetArchive({ \".lumi/new\": new StringAsset(\"x\") }) });",
    ] {
        lumi.file(
            "index.ts",
            format!("import {{ AssetArchive, StringAsset }} from \"lumi\";\nimport {{ fs }} from \"lumi/std\";\n{resource}\n"),
        );
        let answer = lumi.run(&["up", "-y"]);
        assert!(
            answer.code == 1 && answer.stderr.contains("keys and states"),
            "{}",
            answer.transcript()
        );
    }
}

/// Archives exclude keys and states; otherwise an archive of the project would change with every
/// run.
#[test]
fn an_archive_excludes_files_of_lumi() {
    let lumi = Lumi::program(
        "import { FileArchive } from \"lumi\";\nimport { fs } from \"lumi/std\";\n\
         new fs.Directory(\"d\", { path: \"out\", source: new FileArchive(\"source\") });\n",
    );
    lumi.file("source/a/page", "text");
    lumi.file("source/.lumi/key", "secret");
    lumi.file("source/a/.lumi/stacks/state", "secret");
    let first = lumi.run(&["up", "-y"]);
    assert_eq!(first.code, 0, "{}", first.transcript());
    let made = |path: &str| lumi.folder().join("out").join(path).exists();
    assert!(made("a/page") && !made(".lumi") && !made("a/.lumi"));
    lumi.file("source/.lumi/key", "another");
    let second = lumi.run(&["up", "-y"]);
    assert!(
        second.code == 0 && second.stdout.contains("unchanged"),
        "{}",
        second.transcript()
    );
}

/// A package that is linked into `node_modules`, as `npm link` does.
#[cfg(unix)]
#[test]
fn a_link_that_leads_out_of_the_project_is_named_with_its_target() {
    let lumi = Lumi::program("import pkg from 'pkg';\nconsole.log(pkg);\n");
    let elsewhere = Lumi::new();
    elsewhere.file(
        "pkg/package.json",
        r#"{ "name": "pkg", "main": "main.js" }"#,
    );
    elsewhere.file("pkg/main.js", "module.exports = 'linked';\n");
    std::fs::create_dir(lumi.folder().join("node_modules")).unwrap();
    let target = elsewhere.folder().join("pkg").canonicalize().unwrap();
    std::os::unix::fs::symlink(&target, lumi.folder().join("node_modules/pkg")).unwrap();
    let answer = lumi.run(&["run"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    let link = format!("a link that leads out of what may be accessed, to {target:?}");
    assert!(answer.stderr.contains(&link), "{}", answer.stderr);
    // The permission that the message names is enough.
    assert!(answer.stderr.contains("/node_modules/pkg to permit it"));
    let answer = lumi.run(&["run", "--allow-read=node_modules/pkg"]);
    assert!(answer.stderr.contains("linked"), "{}", answer.transcript());
    // Programs learn nothing of links elsewhere.
    let secret = elsewhere.folder().join("link");
    std::os::unix::fs::symlink(&target, &secret).unwrap();
    lumi.file(
        "index.ts",
        format!("import fs from 'node:fs';\nfs.readFileSync({secret:?});\n"),
    );
    let answer = lumi.run(&["run"]);
    assert!(!answer.stderr.contains("leads out"), "{}", answer.stderr);
}
