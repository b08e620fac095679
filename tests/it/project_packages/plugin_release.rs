//! Releases of a plugin of Pulumi, on servers and in folders of the tests.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::write::GzEncoder;
use lumi::packages::Platform;
use sha2::{Digest as _, Sha256};

use super::web_server::WebServer;

/// The archive of a plugin for this machine.
pub fn archive_name(plugin: &str, version: &str) -> String {
    let platform = Platform::current();
    name_for(plugin, version, &platform.to_string())
}

pub fn name_for(plugin: &str, version: &str, platform: &str) -> String {
    let platform = platform.replace('_', "-");
    format!("pulumi-resource-{plugin}-v{version}-{platform}.tar.gz")
}

pub fn checksums_name(plugin: &str, version: &str) -> String {
    format!("pulumi-{plugin}_{version}_checksums.txt")
}

/// Packs files, whose names may lead anywhere.
pub fn tar_gz(members: &[(&str, &[u8])]) -> Vec<u8> {
    packed(members, Compression::fast())
}

/// The archive of a plugin that `make judges` has built. It is stored: a development build would compress it for seconds.
pub fn stored_plugin(name: &str, program: &Path) -> Vec<u8> {
    let content = fs::read(program).unwrap();
    let member = format!("pulumi-resource-{name}");
    packed(&[(&member, &content)], Compression::none())
}

fn packed(members: &[(&str, &[u8])], compression: Compression) -> Vec<u8> {
    let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), compression));
    for (name, content) in members {
        let mut header = tar::Header::new_gnu();
        let place = &mut header.as_gnu_mut().unwrap().name;
        place[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(content.len() as u64);
        header.set_mode(0o755);
        header.set_entry_type(tar::EntryType::Regular);
        header.set_cksum();
        builder.append(&header, *content).unwrap();
    }
    let mut encoder = builder.into_inner().unwrap();
    encoder.flush().unwrap();
    encoder.finish().unwrap()
}

/// A plugin that ends at once.
pub fn plugin(name: &str) -> Vec<u8> {
    let program = format!("pulumi-resource-{name}");
    tar_gz(&[
        (&program, b"#!/bin/sh\nexit 1\n"),
        ("LICENSE", "x".repeat(2000).as_bytes()),
    ])
}

pub fn sums(archives: &[(&str, &[u8])]) -> String {
    let lines = archives.iter().map(|(name, bytes)| {
        let hash = HEXLOWER.encode(&Sha256::digest(bytes));
        format!("{hash}  {name}\n")
    });
    lines.collect()
}

pub fn put_in(folder: &Path, plugin: &str, version: &str, archive: &[u8]) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(archive_name(plugin, version)), archive).unwrap();
}

/// Serves a release as the API of GitHub does; without `sums`, it has no list of checksums.
pub fn publish(server: &WebServer, releases: &[(&str, &[u8], Option<&str>)]) {
    let mut all = Vec::new();
    for (version, archive, sums) in releases {
        let mut assets = Vec::new();
        let mut add = |name: String, bytes: &[u8]| {
            let path = format!("/download/{version}/{name}");
            server.put(&path, bytes);
            let url = format!("http://{}{path}", server.host());
            assets.push(serde_json::json!({"name": name, "url": url, "browser_download_url": url}));
        };
        add(archive_name("dns", version), archive);
        if let Some(sums) = sums {
            add(checksums_name("dns", version), sums.as_bytes());
        }
        let release = serde_json::json!({"tag_name": format!("v{version}"), "assets": assets});
        server.put(
            &format!("/repos/acme/pulumi-dns/releases/tags/v{version}"),
            release.to_string(),
        );
        all.push(release);
    }
    all.push(serde_json::json!({"tag_name": "sdk/v9.0.0", "assets": []}));
    server.put(
        "/repos/acme/pulumi-dns/releases",
        serde_json::Value::from(all).to_string(),
    );
}
