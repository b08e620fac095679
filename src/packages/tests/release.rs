//! A release of a provider, signed and in a registry.

use std::io::{Cursor, Write as _};

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::open_pgp::OpenPgpKey;
use super::web_server::WebServer;

/// The files of a registry for one version; tests change what is to be wrong.
pub struct Release {
    pub version: &'static str,
    pub archive: Vec<u8>,
    /// The archive of another platform, of which only the checksum is served.
    pub other: Vec<u8>,
    /// The hash that the registry says, if another one than the archive has.
    pub shasum: Option<String>,
    pub key: OpenPgpKey,
    /// The key that the registry names, if another one than that which signs.
    pub named_key: Option<OpenPgpKey>,
    pub is_signed: bool,
}

pub const NAME: &str = "terraform-provider-dns_1.2.0_linux_amd64.zip";

impl Release {
    pub fn new() -> Self {
        Self {
            version: "1.2.0",
            // Numbers that do not become much smaller: a download of some packets.
            archive: zip(&[
                ("terraform-provider-dns_v1.2.0", "#!/bin/sh\n"),
                ("LICENSE", &numbers()),
            ]),
            other: zip(&[("terraform-provider-dns_v1.2.0", "MZ")]),
            shasum: None,
            key: OpenPgpKey::new(),
            named_key: None,
            is_signed: true,
        }
    }

    /// Puts everything on a server that is a registry then.
    pub fn publish(&self, server: &WebServer) {
        let sums = format!(
            "{}  {NAME}\n{}  terraform-provider-dns_1.2.0_darwin_arm64.zip\n",
            sha256(&self.archive),
            sha256(&self.other)
        );
        let key = self.named_key.as_ref().unwrap_or(&self.key);
        let mut download = serde_json::json!({
            "protocols": ["5.0"], "os": "linux", "arch": "amd64", "filename": NAME,
            "download_url": format!("/files/{NAME}"),
            "shasum": self.shasum.clone().unwrap_or_else(|| sha256(&self.archive)),
            "shasums_url": "/files/SHA256SUMS",
            "shasums_signature_url": "/files/SHA256SUMS.sig",
            "signing_keys": {"gpg_public_keys": [{"key_id": "x", "ascii_armor": key.armored()}]},
        });
        if !self.is_signed {
            download["signing_keys"] = serde_json::json!({"gpg_public_keys": []});
        }
        server.put(
            "/.well-known/terraform.json",
            r#"{"providers.v1": "/v1/providers"}"#,
        );
        server.put("/v1/providers/acme/dns/versions", serde_json::json!({
            "versions": [
                {"version": "1.0.0", "protocols": ["5.0"], "platforms": [{"os": "darwin", "arch": "arm64"}]},
                {"version": "1.1.0", "protocols": ["4.0"], "platforms": [{"os": "linux", "arch": "amd64"}]},
                {"version": self.version, "protocols": ["5.0"], "platforms": [{"os": "linux", "arch": "amd64"}]},
                {"version": "oops", "platforms": []},
            ],
            "warnings": ["the provider acme/dns has moved to acme/names"],
        }).to_string());
        server.put(
            &format!(
                "/v1/providers/acme/dns/{}/download/linux/amd64",
                self.version
            ),
            download.to_string(),
        );
        server.put("/files/SHA256SUMS.sig", self.key.sign(sums.as_bytes()));
        server.put("/files/SHA256SUMS", sums);
        server.put(&format!("/files/{NAME}"), self.archive.clone());
    }
}

fn numbers() -> String {
    (0..20_000_u32)
        .map(|it| it.wrapping_mul(2_654_435_761).to_string())
        .collect()
}

/// An archive of files.
pub fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, it)| (*name, it.as_bytes()))
        .collect();
    zip_files(&files)
}

/// An archive of files that are not text.
pub fn zip_files(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer
            .start_file(*name, SimpleFileOptions::default().unix_permissions(0o755))
            .unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub fn sha256(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}
