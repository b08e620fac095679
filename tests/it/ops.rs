//! Access of programs to the system: files, assets, processes.

use crate::support::lumi::{Lumi, tool};

/// Makes a pipe without a writer.
fn pipe(path: &std::path::Path) {
    let made = tool("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

#[test]
fn special_files_are_not_read() {
    let lumi = Lumi::program(
        "import { copyFileSync, readFileSync } from 'node:fs';\n\
         import { CustomResource, FileArchive, FileAsset } from 'lumi';\n\
         const asset = (name: string, it: unknown) => new CustomResource('a:b:C', name, { it });\n\
         const actions = [\n\
           () => readFileSync('pipe'),\n\
           () => readFileSync('pipe', 'utf8'),\n\
           () => readFileSync('/dev/zero'),\n\
           () => copyFileSync('pipe', 'copy'),\n\
         ];\n\
         for (const action of actions) {\n\
           try { action(); } catch (error) { console.log((error as { code: string }).code); }\n\
         }\n\
         console.log(readFileSync('/dev/null').length);\n\
         export const assets = [new FileAsset('pipe'), new FileArchive('.')].map((it, index) => {\n\
           try { asset(String(index), it); } catch (error) { return (error as Error).message; }\n\
         });\n\
         console.log(assets.map((it) => it!.includes('not a regular file')).join());\n",
    );
    pipe(&lumi.folder().join("pipe"));
    let answer = lumi.run(&[
        "run",
        "--timeout",
        "20s",
        "--allow-read=/dev",
        "--allow-write=copy",
    ]);
    let text = answer.transcript();
    for line in ["EINVAL\nEINVAL\nEINVAL\nEINVAL\n0\n", "true,true"] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn hashing_a_large_file_is_stopped_after_a_time() {
    let lumi = Lumi::program(
        "import { CustomResource, FileAsset } from 'lumi';\n\
         new CustomResource('a:b:C', 'c', { it: new FileAsset('large') });\n",
    );
    let file = std::fs::File::create(lumi.folder().join("large")).unwrap();
    file.set_len(1 << 40).unwrap();
    let answer = lumi.run(&["run", "--timeout", "500ms"]);
    assert_eq!(answer.code, 1);
    assert!(answer.stderr.contains("500ms"), "{}", answer.stderr);
}

#[test]
fn a_link_to_a_folder_in_an_archive_is_followed_once() {
    let lumi = Lumi::program(
        "import { CustomResource, FileArchive } from 'lumi';\n\
         for (const name of ['linked', 'plain']) {\n\
           new CustomResource('a:b:C', name, { it: new FileArchive(name) });\n\
         }\n",
    );
    let folder = lumi.folder();
    for name in ["linked/own", "other", "plain/own", "plain/link"] {
        std::fs::create_dir_all(folder.join(name)).unwrap();
    }
    for name in ["other/file", "plain/link/file"] {
        std::fs::write(folder.join(name), "content").unwrap();
    }
    std::os::unix::fs::symlink("../other", folder.join("linked/link")).unwrap();
    std::os::unix::fs::symlink("..", folder.join("linked/own/around")).unwrap();
    assert_eq!(lumi.run(&["run", "--out", "graph.json"]).ok(), "");
    let graph = lumi.read("graph.json");
    let hashes: Vec<_> = graph
        .lines()
        .filter(|line| line.contains("\"hash\""))
        .collect();
    // As input and as output of both.
    assert_eq!(hashes.len(), 4, "{graph}");
    assert!(hashes.iter().all(|it| it == &hashes[0]), "{graph}");
}

#[test]
fn stopping_a_program_ends_what_it_has_started() {
    let lumi = Lumi::program(
        "import { execSync } from 'node:child_process';\n\
         execSync('sleep 30 & echo $! > child; wait');\n",
    );
    let answer = lumi.run(&["run", "--timeout", "1s", "--allow-run=sh"]);
    assert_eq!(answer.code, 1);
    let child = lumi.read("child");
    // A zombie is still listed.
    for _ in 0..100 {
        let state = tool("ps")
            .args(["-o", "stat=", "-p", child.trim()])
            .output()
            .unwrap();
        let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
        if state.is_empty() || state.starts_with('Z') {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("process {child} is still there");
}

#[test]
fn bytes_become_an_asset_that_says_so() {
    let lumi = Lumi::program(
        "import { CustomResource } from 'lumi';\n\
         new CustomResource('a:b:C', 'c', { it: new Uint8Array([97, 98, 99]) });\n",
    );
    assert_eq!(lumi.run(&["run", "--out", "graph.json"]).ok(), "");
    let graph = lumi.read("graph.json");
    // The digest of "abc".
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    for line in ["\"base64\": \"YWJj\"", hash] {
        assert!(graph.contains(line), "{graph}");
    }
}

#[test]
fn a_getter_on_all_objects_is_not_run_by_the_host() {
    let lumi = Lumi::program(
        "import { CustomResource, RemoteArchive, RemoteAsset } from 'lumi';\n\
         let count = 0;\n\
         for (const name of ['hash', 'base64']) {\n\
           Object.defineProperty(Object.prototype, name, {\n\
             get() { return new CustomResource('a:b:C', `from-getter-${count++}`), 'x'; },\n\
           });\n\
         }\n\
         const a = new RemoteAsset('https://a.b/c'), b = new RemoteArchive('https://a.b/c.zip');\n\
         new CustomResource('a:b:C', 'c', { a, b });\n",
    );
    assert_eq!(lumi.run(&["run", "--out", "graph.json"]).ok(), "");
    let graph = lumi.read("graph.json");
    assert!(!graph.contains("from-getter"), "{graph}");
}
