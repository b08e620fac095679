//! Examples that need no cloud, deployed in copies of their folders.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::json;

use crate::programs::https_server::HttpsServer;
use crate::support::lumi::Lumi;
use crate::support::peers::installed;
use crate::support::rest_server::RestServer;

/// A copy of an example, without local state of the developer.
pub fn example(name: &str) -> Lumi {
    let lumi = Lumi::new();
    let from = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("examples")
        .join(name);
    copy(&from, lumi.folder());
    lumi
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        let target = to.join(&name);
        match entry.file_type().unwrap().is_dir() {
            true if name == ".lumi" || name == "out" || name == "state" => {}
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// Standard output and error of a run that must exit with `code`.
pub fn run(lumi: &Lumi, args: &str, code: i32) -> String {
    let args: Vec<&str> = args.split(' ').collect();
    let answer = lumi.run(&args);
    assert_eq!(answer.code, code, "{}", answer.transcript());
    [answer.stderr, answer.stdout].concat()
}

/// All files below a folder, by path.
pub fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => pending.push(path),
                false => found.push((path.display().to_string(), fs::read(&path).unwrap())),
            }
        }
    }
    found
}

#[test]
pub fn a_site_is_served_with_its_certificate() {
    if !installed("curl", "--version") {
        return;
    }
    let lumi = example("site");
    let up = run(&lumi, "up -y", 0);
    assert!(up.contains("Done: +5 created"), "{up}");
    assert!(up.contains("served: \"nowhere yet\""), "{up}");
    let page = lumi.read("out/www/index.html");
    assert!(
        page.contains("<h1>Welcome</h1>") && !page.contains("{{"),
        "{page}"
    );
    let out = |name: &str| lumi.folder().join("out").join(name);
    let mode = fs::metadata(out("tls/key.pem"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    let key = lumi.read("out/tls/key.pem");
    let secret = key.lines().nth(1).unwrap();
    for (path, content) in files(&lumi.folder().join(".lumi")) {
        let text = String::from_utf8_lossy(&content);
        assert!(!text.contains(secret), "{path}");
    }

    let serve = || HttpsServer::start(&out("www"), &out("tls/cert.pem"), &out("tls/key.pem"));
    let server = serve();
    let url = format!("-c url={}", server.url("index.html"));
    let up = run(&lumi, &format!("up -y {url}"), 0);
    assert!(up.contains("Done: +1 created, 5 unchanged"), "{up}");

    // A change of the content is detected without any other change.
    let content = lumi.read("content/index.html").replace("Welcome", "Hello");
    lumi.file("content/index.html", content);
    let up = run(&lumi, &format!("up -y {url}"), 0);
    assert!(
        up.contains("Done: ~1 updated, +-1 replaced, 4 unchanged"),
        "{up}"
    );
    let shown = run(&lumi, "stack output files --json", 0);
    assert_eq!(
        shown.replace(char::is_whitespace, ""),
        r#"["about.html","index.html","style.css"]"#
    );

    // Without its server the check fails; the next run continues.
    drop(server);
    lumi.file("content/news.html", "News\n\n<p>None.</p>\n");
    let failed = run(&lumi, &format!("up -y {url}"), 1);
    assert!(failed.contains("curl: ("), "{failed}");
    let server = serve();
    let up = run(
        &lumi,
        &format!("up -y -c url={}", server.url("news.html")),
        0,
    );
    assert!(up.contains("5 unchanged"), "{up}");

    let end = run(&lumi, "destroy -y", 0);
    assert!(end.contains("Done: -6 deleted"), "{end}");
    assert!(!lumi.folder().join("out").exists());
}

#[test]
pub fn secrets_reach_their_file_and_nothing_else() {
    let lumi = example("secrets");
    run(
        &lumi,
        "config set smtpPassword correct-horse-battery --secret",
        0,
    );
    let seen = [
        run(&lumi, "preview --diff", 0),
        run(&lumi, "preview --json --save plan.json", 0),
        run(&lumi, "up -y --diff", 0),
        run(&lumi, "stack output", 0),
        run(&lumi, "stack output --json", 0),
        run(&lumi, "graph --format json", 0),
        run(&lumi, "config ls", 0),
        run(
            &lumi,
            "config set smtpPassword battery-horse-correct --secret",
            0,
        ),
        run(&lumi, "preview --diff", 0),
        run(&lumi, "up -y --json", 0),
        run(&lumi, "stack history", 0),
        run(&lumi, "stack export", 0),
    ]
    .concat();
    let settings: serde_json::Value = serde_json::from_str(&lumi.read("out/dev.json")).unwrap();
    assert_eq!(settings["smtp"]["password"], "battery-horse-correct");
    let database = settings["database"].as_str().unwrap();
    let made_up = database.strip_prefix("postgres://mailer:").unwrap();
    let made_up = &made_up[..24];
    let is_clean = |text: &str| {
        let secrets = ["correct-horse-battery", "battery-horse-correct", made_up];
        !secrets.iter().any(|it| text.contains(it))
    };
    assert!(is_clean(&seen), "{seen}");
    fs::remove_file(lumi.folder().join("out/dev.json")).unwrap();
    for (path, content) in files(lumi.folder()) {
        assert!(is_clean(&String::from_utf8_lossy(&content)), "{path}");
    }
    let shown = run(&lumi, "stack output --show-secrets", 0);
    assert!(
        shown.contains("smtp://mailer:battery-horse-correct@localhost"),
        "{shown}"
    );
    assert!(shown.contains(made_up), "{shown}");
}

#[test]
pub fn objects_behind_an_api_are_managed() {
    let server = RestServer::start("only-for-development");
    let lumi = example("rest-api");
    let url = format!("-c url={}", server.url());
    let up = format!("up -y {url}");
    let first = run(&lumi, &up, 0);
    assert!(first.contains("Done: +4 created"), "{first}");
    assert!(!first.contains("only-for-development"), "{first}");
    let objects = server.objects();
    let names: Vec<&str> = objects
        .values()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(objects.len(), 3, "{names:?}");
    let team = objects.values().find(|it| it["name"] == "Web").unwrap();
    assert_eq!(team["budget"], 1000);
    let (team, team_id) = (team["self"].as_str().unwrap(), team["id"].as_str().unwrap());
    assert!(first.contains(&format!("teamUrl: \"{team}\"")), "{first}");
    server.take_log();

    // Drift: the object is changed externally. A refresh detects it, and the next run repairs it.
    server.meddle(team, Some(("budget", json!(1))));
    let refresh = run(&lumi, "refresh -y", 0);
    assert!(
        refresh.contains("std:http:Resource \"web\"  drifted"),
        "{refresh}"
    );
    assert!(
        refresh.contains("Done: *1 drifted, 2 unchanged"),
        "{refresh}"
    );
    assert_eq!(
        run(&lumi, "refresh -y --json", 0)
            .matches("\"drifted\":0")
            .count(),
        1
    );
    let preview = run(&lumi, &format!("preview {url} --diff"), 0);
    assert!(preview.contains("~ budget: 1 -> 1000"), "{preview}");
    run(&lumi, &up, 0);
    assert_eq!(server.objects()[team]["budget"], 1000);
    assert_eq!(server.take_log(), [format!("PUT {team}")]);

    // A missing object is created again.
    let ada = |server: &RestServer| {
        let objects = server.objects();
        let mut all = objects.iter();
        all.find(|(_, it)| it["name"] == "ada").unwrap().0.clone()
    };
    let before = ada(&server);
    server.meddle(&before, None);
    let again = run(&lumi, &format!("{up} --refresh"), 0);
    assert!(again.contains("std:http:Resource \"ada\"  gone"), "{again}");
    assert_ne!(ada(&server), before);
    assert_eq!(server.take_log(), ["POST /members"]);

    // Import by id: adopted, and updated to the program's inputs.
    let founder = server.make("members", json!({ "name": "Founder", "team": "0" }));
    let adopted = run(&lumi, &format!("{up} --allow-net -c founder={founder}"), 0);
    assert!(
        adopted.contains("std:http:Resource \"founder\"  imported"),
        "{adopted}"
    );
    let path = format!("/members/{founder}");
    assert_eq!(server.objects()[&path]["team"], team_id);
    assert_eq!(server.take_log(), [format!("PUT {path}")]);

    // A member of another team is replaced; the old one is deleted last.
    let before = server.objects();
    let program = lumi.read("index.ts");
    let moved = program.replace("{ name, team: team.id }", "{ name, team: \"42\" }");
    assert_ne!(moved, program);
    lumi.file("index.ts", moved);
    let replaced = run(&lumi, &format!("{up} --allow-net -c founder={founder}"), 0);
    assert!(
        replaced.contains("Done: +-2 replaced, 3 unchanged"),
        "{replaced}"
    );
    let after = server.objects();
    assert_eq!(after.len(), before.len());
    let moved = after.values().filter(|it| it["team"] == "42");
    assert_eq!(moved.count(), 2);

    let end = run(&lumi, "destroy -y", 0);
    assert!(end.contains("Done: -5 deleted"), "{end}");
    assert_eq!(server.objects(), [].into());
}

#[test]
pub fn a_wrong_token_is_reported_and_not_shown() {
    let server = RestServer::start("another-token");
    let lumi = example("rest-api");
    let failed = run(&lumi, &format!("up -y -c url={}", server.url()), 1);
    assert!(
        failed.contains("401") && failed.contains("index.ts:6"),
        "{failed}"
    );
    assert!(!failed.contains("only-for-development"), "{failed}");
    assert_eq!(server.objects(), [].into());
}

#[test]
pub fn a_stack_builds_upon_another() {
    let lumi = example("two-projects");
    let run = |project: &str, args: &str, code: i32| {
        let args: Vec<&str> = args.split(' ').collect();
        let mut command = lumi.command(&[&["-C", project], &args[..]].concat());
        // Both read the secrets of the network stack.
        command.env("LUMI_PASSPHRASE", "open sesame");
        let output = command.output().unwrap();
        let text = String::from_utf8([output.stderr, output.stdout].concat()).unwrap();
        assert_eq!(output.status.code(), Some(code), "{text}");
        text
    };
    let early = run("app", "up -y", 1);
    assert!(
        early.contains("stack `dev` of the project `network` does not exist"),
        "{early}"
    );
    assert!(early.contains("write the same backend"), "{early}");
    assert!(early.contains("index.ts:7:17"), "{early}");

    run("network", "up -y", 0);
    let token = run("network", "stack output joinToken --show-secrets", 0);
    let preview = run("app", "preview", 0);
    assert!(
        preview.contains("+ url: \"https://shop.dev.internal:2"),
        "{preview}"
    );
    let up = run("app", "up -y --diff", 0);
    assert!(!up.contains(token.trim().trim_matches('"')), "{up}");
    let environment = lumi.read("app/out/dev/shop.env");
    assert!(environment.contains(&format!("JOIN_TOKEN={}\n", token.trim().trim_matches('"'))));
    assert!(
        environment.starts_with("LISTEN=shop.dev.internal:2"),
        "{environment}"
    );

    // Changes of the network take effect in the next run.
    let program = lumi.read("network/index.ts");
    lumi.file(
        "network/index.ts",
        program.replace("length: 32", "length: 40"),
    );
    run("network", "up -y", 0);
    let preview = run("app", "preview --detailed-exitcode", 2);
    assert!(preview.contains("Plan: ~1 to update"), "{preview}");
    run("app", "up -y", 0);
    assert_ne!(lumi.read("app/out/dev/shop.env"), environment);

    // Another stack is independent.
    run("network", "deploy prod -y --create", 0);
    let prod = run("app", "deploy prod -y --create", 0);
    assert!(prod.contains("shop.prod.internal"), "{prod}");
    run("app", "destroy -y -s prod", 0);
    assert!(lumi.folder().join("app/out/dev/shop.env").exists());
    assert!(!lumi.folder().join("app/out/prod/shop.env").exists());
}
