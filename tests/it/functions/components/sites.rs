//! `Site` of `lumi/cloud` on this machine: files that the platform serves, and what a plan refuses.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::Value;

use crate::documents::deployed_examples::run;
use crate::functions::served::{Reply, Served, wait};
use crate::support::lumi::Lumi;

/// A project with a site of these arguments.
fn project(args: &str) -> Lumi {
    let lumi = Lumi::new();
    lumi.file("dist/index.html", "<p>home");
    lumi.file("dist/about/index.html", "<p>about");
    lumi.file("dist/app.js", "let a = 1;\n".repeat(1000));
    declare(&lumi, args);
    lumi
}

fn declare(lumi: &Lumi, args: &str) {
    let program = format!(
        "import {{ Site }} from 'lumi/cloud';\nexport const site = new Site('web', {args}).urn;\n"
    );
    lumi.file("index.ts", program);
}

/// A request as a browser sends it to the host of the site.
fn get(served: &Served, path: &str, more: &str) -> Reply {
    let port = served.address.rsplit(':').next().unwrap();
    let mut stream = std::net::TcpStream::connect(&served.address).unwrap();
    let head = format!(
        "GET {path} HTTP/1.1\r\nhost: web.localhost:{port}\r\nconnection: close\r\n{more}\r\n"
    );
    crate::functions::served::exchange(&mut stream, head.as_bytes()).unwrap()
}

/// The message with which a plan is refused.
fn refused(lumi: &Lumi, flags: &[&str]) -> String {
    let refused = lumi.run(&[&["preview"], flags].concat());
    assert_eq!(refused.code, 1, "{}", refused.transcript());
    refused.stderr
}

#[test]
fn a_site_has_a_host_of_its_own_and_may_answer_all_others() {
    let lumi = project("{ folder: 'dist' }");
    run(&lumi, "up -y", 0);
    let served = Served::start(&lumi, "out/dev", &["-q"]);
    assert_eq!(get(&served, "/", "").brief(), "200 <p>home");
    assert_eq!(get(&served, "/about/", "").brief(), "200 <p>about");
    let moved = get(&served, "/about?a=b", "");
    assert!(
        moved.headers.contains("location: ./about/?a=b"),
        "{}",
        moved.headers
    );
    // The name of another host in the path must not become one in the answer.
    assert!(
        !get(&served, "//example.com/..", "")
            .headers
            .contains("location")
    );
    assert_eq!(served.get("/").status, 404);
    let missing = get(&served, "/none", "");
    assert_eq!((missing.status, missing.text()), (404, "Not Found\n"));
    drop(served);
    let served = Served::start(&lumi, "out/dev", &["-q", "--site", "web"]);
    assert_eq!(served.get("/").brief(), "200 <p>home");
    assert_eq!(served.get("/healthz").status, 200);
    assert_eq!(
        served.get("/_lumi/sites/web/about/").brief(),
        "200 <p>about"
    );
    assert_eq!(served.get("/_lumi/sites/other/").status, 404);
    assert_eq!(served.get("/_lumi/sites/..%2Fweb/").status, 404);
    run(&lumi, "destroy -y", 0);
    assert!(!lumi.folder().join("out/dev/.sites/web").exists());
    assert_eq!(served.get("/").status, 404);
}

#[test]
fn a_plan_shows_each_file_and_a_deployment_needs_no_restart() {
    let lumi = project("{ folder: 'dist' }");
    run(&lumi, "up -y", 0);
    let served = Served::start(&lumi, "out/dev", &["-q"]);
    let before = get(&served, "/app.js", "");
    lumi.file("dist/app.js", "let b = 2;\n".repeat(1000));
    lumi.file("dist/new.txt", "new");
    fs::remove_dir_all(lumi.folder().join("dist/about")).unwrap();
    let plan = lumi.run(&["preview", "--diff"]).ok();
    for line in ["~ \"app.js\"", "+ \"new.txt\"", "- \"about/index.html\""] {
        assert!(plan.contains(line), "{plan}");
    }
    assert!(!plan.contains("\"index.html\""), "{plan}");
    run(&lumi, "up -y", 0);
    let after = get(&served, "/app.js", "");
    assert!(after.text().starts_with("let b") && before.text().starts_with("let a"));
    assert_eq!(get(&served, "/new.txt", "").brief(), "200 new");
    assert_eq!(get(&served, "/about/", "").status, 404);
    // What a client has is compared by its tag.
    let tag = |reply: &Reply| {
        let line = reply.headers.lines().find(|it| it.starts_with("etag: "));
        line.unwrap()[6..].to_owned()
    };
    assert_ne!(tag(&before), tag(&after));
    let known = |tag: &str| get(&served, "/app.js", &format!("if-none-match: {tag}\r\n")).status;
    assert_eq!((known(&tag(&before)), known(&tag(&after))), (200, 304));
    // A part of another version is of no use.
    let part = |tag: &str| {
        let headers = format!("range: bytes=0-4\r\nif-range: {tag}\r\n");
        get(&served, "/app.js", &headers).body.len()
    };
    assert_eq!((part(&tag(&before)), part(&tag(&after))), (11_000, 5));
    // Compressed content is other content.
    let compressed = get(&served, "/app.js", "accept-encoding: gzip\r\n");
    assert!(
        compressed.headers.contains("content-encoding: gzip"),
        "{}",
        compressed.headers
    );
    assert!(compressed.body.len() < 200, "{}", compressed.body.len());
    assert_ne!(tag(&compressed), tag(&after));
}

#[test]
fn a_build_runs_before_the_plan_with_its_permission() {
    let build =
        "['sh', '-c', 'mkdir -p built && date > /dev/null && cp source.txt built/page.txt']";
    let lumi = project(&format!("{{ folder: 'built', build: {build} }}"));
    lumi.file("source.txt", "one");
    let text = refused(&lumi, &[]);
    assert!(
        text.contains("the build of the Site \"web\" cannot run"),
        "{text}"
    );
    assert!(text.contains("--allow-run"), "{text}");
    assert!(!lumi.folder().join("built").exists());
    run(&lumi, "up -y --allow-run=sh", 0);
    let page = lumi.folder().join("out/dev/.sites/web/files/page.txt");
    assert_eq!(fs::read_to_string(&page).unwrap(), "one");
    let same = lumi.run(&["preview", "--allow-run=sh"]).ok();
    assert!(same.contains("no changes"), "{same}");
    lumi.file("source.txt", "two");
    let plan = lumi.run(&["preview", "--diff", "--allow-run=sh"]).ok();
    assert!(plan.contains("~ \"page.txt\""), "{plan}");

    declare(
        &lumi,
        "{ folder: 'built', build: ['sh', '-c', 'echo one; echo two >&2; exit 3'] }",
    );
    let text = refused(&lumi, &["--allow-run=sh"]);
    assert!(
        text.contains("the build of the Site \"web\" ended with code 3:\n  one\n  two"),
        "{text}"
    );
    declare(&lumi, "{ folder: 'built', build: ['no-such-program'] }");
    let text = refused(&lumi, &["--allow-run=no-such-program"]);
    assert!(
        text.contains("the build of the Site \"web\" cannot run"),
        "{text}"
    );
}

#[test]
fn folders_that_are_no_site_are_refused_by_name() {
    let lumi = project("{ folder: 'dist' }");
    lumi.file("secret.txt", "secret");
    lumi.file("file", "");
    fs::create_dir(lumi.folder().join("empty")).unwrap();
    for (args, problem) in [
        ("{ folder: 'none' }", "has no folder none"),
        ("{ folder: 'empty' }", "has no files in empty"),
        ("{ folder: 'file' }", "needs a folder, but file is a file"),
        ("{ folder: '.' }", "would publish the whole project"),
        ("{ folder: 'dist/..' }", "would publish the whole project"),
        ("{ folder: '/' }", "the Site \"web\""),
        ("{ folder: '' }", "needs a `folder`"),
        (
            "{ folder: 'dist', notFound: 'none.html' }",
            "has no none.html in dist, its `notFound`",
        ),
        (
            "{ folder: 'dist', index: 'start.html', spa: true }",
            "has no start.html in dist",
        ),
        (
            "{ folder: 'dist', index: '../a' }",
            "has an `index` that must be the name of a file",
        ),
        (
            "{ folder: 'dist', spa: true, notFound: 'index.html' }",
            "has `spa` and `notFound`",
        ),
        (
            "{ folder: 'dist', immutable: ['../a'] }",
            "has `immutable` that must be a list of folders",
        ),
        (
            "{ folder: 'dist', build: 'make' as any }",
            "has a `build` that must be a list",
        ),
    ] {
        declare(&lumi, args);
        let text = refused(&lumi, &[]);
        assert!(text.contains(problem), "{args}: {text}");
    }
    declare(&lumi, "{ folder: 'dist' }");
    let link = lumi.folder().join("dist/link");
    for target in ["../secret.txt", "/etc/passwd", "nowhere", "about", "link"] {
        symlink(target, &link).unwrap();
        let text = refused(&lumi, &[]);
        let problem = "has dist/link, which is neither a file nor a link to a file in dist";
        assert!(text.contains(problem), "{target}: {text}");
        fs::remove_file(&link).unwrap();
    }
    symlink("about/index.html", &link).unwrap();
    run(&lumi, "up -y", 0);
}

#[test]
fn a_link_that_comes_later_leads_nowhere() {
    let lumi = project("{ folder: 'dist' }");
    lumi.file("secret.txt", "secret");
    run(&lumi, "up -y", 0);
    let files = lumi.folder().join("out/dev/.sites/web/files");
    symlink(lumi.folder().join("secret.txt"), files.join("link")).unwrap();
    symlink(lumi.folder(), files.join("up")).unwrap();
    let served = Served::start(&lumi, "out/dev", &["-q"]);
    for path in [
        "/link",
        "/up/secret.txt",
        "/..%2f..%2fsite.json",
        "/%2e%2e/site.json",
        "/../site.json",
    ] {
        let reply = get(&served, path, "");
        assert_eq!(reply.brief(), "404 Not Found", "{path}");
    }
}

#[test]
fn thousands_of_files_are_a_site() {
    let lumi = project("{ folder: 'dist' }");
    for number in 0..5000 {
        lumi.file(
            &format!("dist/pages/{}/{number}.html", number % 50),
            format!("<p>{number}"),
        );
    }
    run(&lumi, "up -y", 0);
    let served = Served::start(&lumi, "out/dev", &["-q"]);
    assert_eq!(
        get(&served, "/pages/49/4999.html", "").brief(),
        "200 <p>4999"
    );
    lumi.file("dist/pages/0/0.html", "<p>changed");
    let plan = lumi.run(&["preview", "--diff"]).ok();
    assert_eq!(plan.matches("~ \"pages/").count(), 1, "{plan}");
    run(&lumi, "up -y", 0);
    wait(
        || get(&served, "/pages/0/0.html", "").brief() == "200 <p>changed",
        || served.log(),
    );
    run(&lumi, "destroy -y", 0);
    assert!(!lumi.folder().join("out/dev/.sites/web/files").exists());
}

/// A plan for AWS has an object for each file, in a bucket that the distribution alone reads.
#[test]
fn a_site_on_aws_has_an_object_for_each_file() {
    let lumi = project("{ folder: 'dist', immutable: ['about'] }");
    let graph = lumi
        .run(&["run", "-c", "lumi:target=aws", "--format", "json"])
        .ok();
    let graph: Value = serde_json::from_str(&graph).unwrap();
    let text = graph.to_string();
    for part in [
        "\"key\":\"about/index.html\"",
        "\"source\":\"dist/app.js\"",
        "text/javascript; charset=utf-8",
    ] {
        assert!(text.contains(part), "{text}");
    }
}
