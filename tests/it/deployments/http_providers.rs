//! Credentials in `http.Provider` are configuration: operations use the current ones.

use crate::support::lumi::Lumi;
use crate::support::rest_server::RestServer;

const PROGRAM: &str = r#"
import { Config } from "lumi";
import { http } from "lumi/std";
const config = new Config();
const url = config.require("url");
const bearer = { authorization: `Bearer ${config.require("token")}` };
const directory = new http.Provider("directory", { headers: { [url]: bearer } });
const at = `${url}/teams`;
const team = new http.Resource("team", {
  create: { url: at }, read: { url: at + "/{id}" }, delete: { url: at + "/{id}" }, body: { name: config.get("name") ?? "web" },
}, { provider: directory });
console.log("evaluated");
export const id = team.id;
"#;

/// A deployed team on a server with the token `first`.
fn deployed() -> (Lumi, RestServer) {
    let server = RestServer::start("first");
    let lumi = Lumi::program(PROGRAM);
    configure(&lumi, "url", &server.url());
    configure(&lumi, "token", "first");
    lumi.run(&["up", "-y"]).ok();
    assert_eq!(server.objects().len(), 1);
    (lumi, server)
}

fn configure(lumi: &Lumi, key: &str, value: &str) {
    lumi.run(&["config", "set", key, value]).ok();
}

#[test]
fn a_rotated_token_reaches_every_command() {
    let (lumi, server) = deployed();
    let rotate = |token: &'static str| {
        server.set_token(token);
        configure(&lumi, "token", token);
    };
    rotate("second");
    let refreshed = lumi.seen(&["refresh", "-y"]);
    assert!(refreshed.ends_with("[exit 0]\n"), "{refreshed}");
    assert!(!refreshed.contains("evaluated"), "{refreshed}");
    rotate("third");
    // The output of the evaluation for provider configurations is not displayed.
    let up = lumi.seen(&["up", "-r", "-y"]);
    assert!(up.ends_with("[exit 0]\n"), "{up}");
    assert_eq!(up.matches("evaluated").count(), 1, "{up}");
    rotate("fourth");
    lumi.run(&["preview", "--destroy"]).ok();
    lumi.run(&["destroy", "-y"]).ok();
    assert!(server.objects().is_empty());
}

#[test]
fn without_the_program_the_token_of_the_last_deployment_counts() {
    let (lumi, server) = deployed();
    lumi.file("index.ts", "throw new Error(\"not now\");\n");
    let destroyed = lumi.run(&["destroy", "-y"]);
    let said = destroyed.transcript();
    let warning = "the configuration of the last `lumi up`";
    assert_eq!(said.matches(warning).count(), 1, "{said}");
    assert!(said.contains("not now"), "{said}");
    assert!(server.objects().is_empty());
}

#[test]
fn another_server_strands_no_object() {
    let (lumi, old) = deployed();
    let new = RestServer::start("other");
    configure(&lumi, "url", &new.url());
    configure(&lumi, "token", "other");
    lumi.run(&["up", "-y"]).ok();
    assert_eq!((old.objects().len(), new.objects().len()), (0, 1));
    lumi.run(&["up", "-y", "--expect-no-changes"]).ok();
    lumi.run(&["destroy", "-y"]).ok();
    assert!(new.objects().is_empty());
}

#[test]
fn a_destroy_after_another_server_was_named_deletes_where_objects_are() {
    let (lumi, old) = deployed();
    configure(&lumi, "url", "http://127.0.0.1:9");
    configure(&lumi, "token", "other");
    lumi.run(&["destroy", "-y"]).ok();
    assert!(old.objects().is_empty());
}

#[test]
fn credentials_do_not_go_back_with_the_stack() {
    let (lumi, server) = deployed();
    configure(&lumi, "name", "other");
    lumi.run(&["up", "-y"]).ok();
    server.set_token("second");
    configure(&lumi, "token", "second");
    lumi.run(&["stack", "rollback", "1", "-y"]).ok();
    let names: Vec<_> = server
        .objects()
        .into_values()
        .map(|it| it["name"].clone())
        .collect();
    assert_eq!(names, ["web"]);
    configure(&lumi, "name", "web");
    lumi.run(&["up", "-y", "--expect-no-changes"]).ok();
    lumi.run(&["destroy", "-y"]).ok();
    assert!(server.objects().is_empty());
}
