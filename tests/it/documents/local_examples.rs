//! Examples that any reader can deploy at once: deployed, deployed again without a change, and destroyed.

use std::os::unix::fs::PermissionsExt as _;

use serde_json::Value;

use super::deployed_examples::{example, run};
use crate::support::lumi::Lumi;

/// A deployed example.
fn deployed(name: &str, summary: &str) -> Lumi {
    let lumi = example(name);
    let up = run(&lumi, "up -y", 0);
    assert!(up.contains(&format!("Done: {summary} created")), "{up}");
    lumi
}

/// The second run finds nothing to do, and nothing is left at the end.
fn end(lumi: &Lumi, resources: usize) {
    let again = run(lumi, "up -y", 0);
    let unchanged = format!("Done: nothing to do, {resources} unchanged");
    assert!(again.contains(&unchanged), "{again}");
    let destroyed = run(lumi, "destroy -y", 0);
    let deleted = format!("Done: -{resources} deleted");
    assert!(destroyed.contains(&deleted), "{destroyed}");
    assert!(!lumi.folder().join("out").exists());
}

fn json(lumi: &Lumi, path: &str) -> Value {
    serde_json::from_str(&lumi.read(path)).unwrap()
}

#[test]
fn a_release_has_the_files_of_its_assets() {
    let lumi = deployed("assets", "+3");
    assert_eq!(
        lumi.read("out/service/index.js"),
        lumi.read("service/index.js")
    );
    assert_eq!(
        lumi.read("out/service/lib/log.js"),
        lumi.read("shared/lib/log.js")
    );
    let settings = json(&lumi, "out/service/settings.json");
    insta::assert_snapshot!(settings, @r#"{"stack":"dev","fallback":"en"}"#);
    let schema = lumi.read("out/schema.sql");
    assert!(schema.starts_with("-- Languages: en, de, fr\nCREATE TABLE"));
    end(&lumi, 3);
}

#[test]
fn a_changed_greeting_is_another_release() {
    let lumi = deployed("assets", "+3");
    let release = run(&lumi, "stack output release", 0);
    let greetings = lumi.read("greetings.json").replace("Hello", "Hi");
    lumi.file("greetings.json", greetings);
    let up = run(&lumi, "up -y", 0);
    assert!(up.contains("Done: ~1 updated, 2 unchanged"), "{up}");
    assert_ne!(run(&lumi, "stack output release", 0), release);
    assert_eq!(json(&lumi, "out/service/greetings.json")["en"], "Hi");
}

#[test]
fn services_get_the_addresses_of_those_they_call() {
    let lumi = deployed("computed-dependencies", "+13");
    let address = |name: &str| {
        let settings = json(&lumi, &format!("out/services/{name}.json"));
        let host = settings["hosts"][0].as_str().unwrap().to_owned();
        format!("http://{host}:{}", settings["port"])
    };
    let orders = json(&lumi, "out/services/orders.json");
    assert_eq!(orders["environment"]["STOCK_URL"], address("stock"));
    let overview = lumi.read("out/overview.txt");
    assert!(overview.contains(&format!("web {}\n", address("web"))));

    // A new service changes its callers alone.
    let landscape = lumi.read("landscape.ts");
    let more = landscape.replace(
        "calls: [\"orders\", \"search\"] },",
        "calls: [\"orders\", \"search\", \"mail\"] },\n  mail: { command: \"mail\" },",
    );
    assert_ne!(more, landscape);
    lumi.file("landscape.ts", more);
    let up = run(&lumi, "up -y", 0);
    assert!(
        up.contains("Done: +2 created, ~2 updated, 11 unchanged"),
        "{up}"
    );
    end(&lumi, 15);
}

#[test]
fn settings_of_a_stack_become_its_files() {
    let lumi = deployed("config-secrets", "+2");
    insta::assert_snapshot!(lumi.read("out/dev/compose.yaml"), @r#"
    {
      "name": "store-dev",
      "services": {
        "database": {
          "image": "docker.io/library/postgres:latest",
          "labels": {
            "team": "store",
            "stage": "development",
            "backup.days": "0"
          },
          "deploy": {
            "resources": {
              "limits": {
                "cpus": 1,
                "memory": "512m"
              }
            }
          },
          "ports": [
            "127.0.0.1:5432:5432"
          ],
          "env_file": "database.env"
        }
      }
    }
    "#);
    insta::assert_snapshot!(lumi.read("out/dev/database.env"), @"
    POSTGRES_PASSWORD=only-for-development
    DATABASE_URL=postgres://postgres:only-for-development@localhost:5432/
    ");
    let secrets = lumi.folder().join("out/dev/database.env");
    let mode = secrets.metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    end(&lumi, 2);

    let up = "up -y -s prod --create -c databasePassword=correct-horse-battery";
    let production = run(&lumi, up, 0);
    assert!(!production.contains("correct-horse"), "{production}");
    let refused = run(&lumi, "destroy -y -s prod", 1);
    assert!(refused.contains("lumi state unprotect"), "{refused}");
    assert!(lumi.folder().join("out/prod/database.env").exists());
}

#[test]
fn components_make_identities_that_clients_trust() {
    let lumi = deployed("component-library", "+20");
    let web = json(&lumi, "out/web/settings.json");
    let api = json(&lumi, "out/api/settings.json");
    let url = format!("https://api.shop.internal:{}", api["port"]);
    assert_eq!(web["environment"]["API_URL"], url);
    let authority = lumi.read(web["trusted"].as_str().unwrap());
    assert!(authority.starts_with("-----BEGIN CERTIFICATE-----"));
    let identity = lumi.read(web["identity"].as_str().unwrap());
    assert!(identity.contains("-----BEGIN PRIVATE KEY-----"));
    end(&lumi, 20);
}
