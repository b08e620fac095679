//! Modules of a registry, a repository and an archive, which the tests serve; OpenTofu gets the same ones.

use std::fs;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::project_packages::web_server::WebServer;
use crate::project_packages::without_hashes;
use crate::support::lumi::{Lumi, tool};

use super::by_lumi::LumiFolder;
use super::by_tofu::TofuFolder;
use super::tool_settings;

/// A module that calls others: one in its package, and one of the repository.
const NET: &str = r#"
variable "name" { type = string }
module "inner" {
  source = "./modules/inner"
  name   = var.name
}
module "zone" {
  source = "git::file://FOLDER/zone//dns?ref=v1"
  name   = "${var.name}-zone"
}
output "names" { value = [module.inner.name, module.zone.name, "VERSION"] }
"#;

const INNER: &str = r#"
variable "name" { type = string }
resource "terraform_data" "it" { input = "${var.name}-inner" }
output "name" { value = terraform_data.it.output }
"#;

const ZONE: &str = r#"
variable "name" { type = string }
output "name" { value = upper(var.name) }
"#;

const MAIN: &str = r#"
module "net" {
  source   = "HOST/acme/net/aws"
  version  = "~> 1.2"
  for_each = toset(["a", "b"])
  name     = each.key
}
module "old" {
  source  = "HOST/acme/net/aws"
  version = "1.2"
  name    = "old"
}
module "inner" {
  source  = "HOST/acme/net/aws//modules/inner"
  version = ">= 1.0, != 1.10.0"
  name    = "own"
}
module "trunk" {
  source = "git::file://FOLDER/zone//dns"
  name   = "trunk"
}
output "net" { value = module.net["b"].names }
output "old" { value = module.old.names }
output "inner" { value = module.inner.name }
output "trunk" { value = module.trunk.name }
"#;

/// A server with modules, and a repository beside it.
struct Servers {
    folder: TempDir,
    server: WebServer,
    _runtime: Runtime,
}

impl Servers {
    fn start() -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = { runtime }.worker_threads(1).enable_all().build().unwrap();
        let servers = Self {
            folder: tempfile::tempdir().unwrap(),
            server: runtime.block_on(WebServer::start()),
            _runtime: runtime,
        };
        servers.repository();
        let discovery = r#"{"modules.v1":"/v1/modules/"}"#;
        servers.server.put("/.well-known/terraform.json", discovery);
        servers.publish(&["1.2.0", "1.10.0", "2.0.0-rc1"]);
        servers
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.server.port)
    }

    fn text(&self, text: &str) -> String {
        let folder = self.folder.path().display().to_string();
        text.replace("HOST", &self.host())
            .replace("FOLDER", &folder)
    }

    /// Publishes the module `net` in these versions alone.
    fn publish(&self, versions: &[&str]) {
        let list = versions
            .iter()
            .map(|it| serde_json::json!({ "version": it }));
        let list = list.collect::<Vec<_>>();
        let document = serde_json::json!({ "modules": [{ "versions": list }] });
        let base = "/v1/modules/acme/net/aws";
        self.server
            .put(&format!("{base}/versions"), document.to_string());
        for version in versions {
            let place = format!(
                "http://{}/files/{version}.tar.gz//net-{version}",
                self.host()
            );
            self.server
                .place(&format!("{base}/{version}/download"), &place);
            let text = self.text(NET).replace("VERSION", version);
            let archive = packed(&[
                (&format!("net-{version}/main.tf"), &text),
                (&format!("net-{version}/modules/inner/main.tf"), INNER),
            ]);
            self.server
                .put(&format!("/files/{version}.tar.gz"), archive);
        }
    }

    fn repository(&self) {
        let folder = self.folder.path().join("zone");
        fs::create_dir_all(folder.join("dns")).unwrap();
        git(&folder, &["init", "--quiet", "--initial-branch=trunk"]);
        self.commit(ZONE);
        git(&folder, &["tag", "v1"]);
    }

    fn commit(&self, text: &str) {
        let folder = self.folder.path().join("zone");
        fs::write(folder.join("dns/main.tf"), text).unwrap();
        git(&folder, &["add", "."]);
        git(&folder, &["commit", "--quiet", "-m", "x"]);
    }

    /// A project with a configuration.
    fn project(&self, main: &str) -> Lumi {
        let lumi = Lumi::new();
        lumi.file("Lumi.yaml", "name: demo\nruntime: hcl\n");
        lumi.file("main.tf", self.text(main));
        lumi
    }

    /// The transcript of a command, without what differs from run to run.
    fn transcript(&self, lumi: &Lumi, args: &[&str]) -> String {
        let text = lumi.run_with_passphrase("test", args).transcript();
        let home = lumi.folder().with_file_name("home");
        let text = text
            .replace(&*home.to_string_lossy(), "[home]")
            .replace(&*self.folder.path().to_string_lossy(), "[folder]")
            .replace(&self.host(), "HOST");
        let is_digit = |it: char| it.is_ascii_hexdigit();
        let words = text.split_inclusive(|it: char| !is_digit(it));
        let words = words.map(|it| {
            let digits = it.trim_end_matches(|it: char| !is_digit(it));
            match digits.len() >= 12 {
                true => format!("[hash]{}", &it[digits.len()..]),
                false => it.to_owned(),
            }
        });
        without_hashes(&words.collect::<String>())
    }
}

fn git(folder: &Path, arguments: &[&str]) {
    let status = tool("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
        .args(["-c", "commit.gpgsign=false"])
        .args(arguments)
        .current_dir(folder)
        .status();
    assert!(status.unwrap().success(), "git {arguments:?}");
}

fn packed(files: &[(&str, &str)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (name, text) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        builder
            .append_data(&mut header, name, text.as_bytes())
            .unwrap();
    }
    builder.into_inner().unwrap().finish().unwrap()
}

#[test]
fn modules_of_servers_are_those_that_opentofu_gets() {
    let Some(settings) = tool_settings() else {
        return;
    };
    let servers = Servers::start();
    let host = servers.host();
    let services = format!("http://{host}/v1/modules/");
    let settings = format!(
        "{settings}host \"{host}\" {{\nservices = {{ \"modules.v1\" = \"{services}\" }}\n}}\n"
    );
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("main.tf"), servers.text(MAIN)).unwrap();
    let Some(tofu) = TofuFolder::new(folder.path(), &settings) else {
        return;
    };
    let lumi = LumiFolder::new(folder.path(), &settings);
    lumi.run(&["install"]).ok();
    assert_eq!(lumi.plan(), tofu.plan());
    // Identifiers are random.
    assert_eq!(lumi.up().outputs, tofu.apply().outputs);
}

#[test]
fn modules_are_installed_locked_and_used_offline() {
    let servers = Servers::start();
    let lumi = servers.project(MAIN);
    let mut said = Vec::new();
    for args in [
        &["check"][..],
        &["preview"],
        &["install", "--frozen"],
        &["install"],
        &["install"],
        &["check"],
        &["packages"],
    ] {
        said.push(servers.transcript(&lumi, args));
    }
    let lock = lumi.read("Lumi.lock");
    servers.publish(&["1.2.0", "1.10.0", "1.11.0"]);
    servers.commit(&ZONE.replace("upper", "lower"));
    let asked = servers.server.requests("").len();
    said.push(servers.transcript(&lumi, &["install", "--frozen"]));
    lumi.run_with_passphrase("test", &["up", "-y"]).ok();
    said.push(servers.transcript(&lumi, &["stack", "output"]));
    assert_eq!(
        servers.server.requests("").len(),
        asked,
        "nothing is asked for"
    );
    assert_eq!(lumi.read("Lumi.lock"), lock);
    let source = format!("{}/acme/net/aws", servers.host());
    for args in [
        &["update", &source][..],
        &["stack", "output"],
        &["update"],
        &["preview"],
    ] {
        said.push(servers.transcript(&lumi, args));
    }
    insta::assert_snapshot!(said.join("\n"));
}

/// The folders of the store of a project.
fn stored(lumi: &Lumi) -> Vec<PathBuf> {
    let store = lumi
        .folder()
        .with_file_name("home")
        .join(".lumi/packages/modules");
    let entries = fs::read_dir(store).unwrap().map(|it| it.unwrap().path());
    entries.filter(|it| it.is_dir()).collect()
}

#[test]
fn a_module_that_was_changed_is_not_run() {
    let servers = Servers::start();
    let lumi = servers.project(
        "module \"zone\" {\n  source = \"git::file://FOLDER/zone//dns\"\n  name = \"a\"\n}\n",
    );
    lumi.run(&["install"]).ok();
    let stored = stored(&lumi);
    fs::write(stored[0].join("dns/main.tf"), "locals {}").unwrap();
    let mut said = vec![servers.transcript(&lumi, &["preview"])];
    said.push(servers.transcript(&lumi, &["install"]));
    said.push(servers.transcript(&lumi, &["preview"]));
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn modules_stay_in_their_package_and_end() {
    let servers = Servers::start();
    let mut said = Vec::new();
    for text in [
        "module \"out\" {\n  source = \"../..\"\n}\n",
        "module \"again\" {\n  source = \"git::file://FOLDER/zone//dns\"\n}\n",
        "module \"range\" {\n  source = \"HOST/acme/net/aws\"\n  version = \"=> 1\"\n}\n",
        "module \"range\" {\n  source = \"git::file://FOLDER/zone\"\n  version = \"1.0.0\"\n}\n",
        "module \"bucket\" {\n  source = \"s3::https://s3.amazonaws.com/a/b.zip\"\n}\n",
        "module \"none\" {\n  source = \"HOST/acme/net/gcp\"\n}\n",
    ] {
        servers.commit(&servers.text(text));
        let lumi =
            servers.project("module \"zone\" {\n  source = \"git::file://FOLDER/zone//dns\"\n}\n");
        said.push(servers.transcript(&lumi, &["install"]));
        said.push(servers.transcript(&lumi, &["preview"]));
    }
    insta::assert_snapshot!(said.join("\n"));
}
