//! Installs a compiler of TypeScript for all projects of this user.
//!
//! The version is fixed, and its package must have the hash that its lock file has: neither a registry nor a proxy
//! can give another one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use lumi_packages::fetch::{Fetcher, Tokens};
use lumi_packages::unpack_tar;
use sha2::{Digest as _, Sha512};

use crate::backend::wait;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::plugins;
use crate::read_limit;
use crate::ui::report::Report;

/// The newest version in JavaScript.
pub const VERSION: &str = "6.0.3";
const ADDRESS: &str = "https://registry.npmjs.org/typescript/-/typescript-6.0.3.tgz";
/// SHA-512 of the package, in base64.
const HASH: &str =
    "y2TvuxSZPDyQakkFRPZHKFm+KKVqIisdg9/CZwm9ftvKXLP8NRWj38/ODjNbr43SsoXqNuAisEf1GdCxqWcdBw==";

/// Installs the package in `archive`, or that of npm's registry, and returns its folder.
pub fn install(archive: Option<&Path>) -> Result<PathBuf, Failure> {
    let own = plugins::typescript_folder()
        .ok_or_else(|| failed("there is no home folder to install it in".to_owned()))?;
    let bytes = match archive {
        Some(file) => read_limit::file(file, read_limit::DOCUMENT)
            .map_err(|error| failed(format!("cannot read {}: {error}", file.display())))?,
        None => fetched()?,
    };
    if BASE64_STANDARD.encode(Sha512::digest(&bytes)) != HASH {
        let from = archive.map_or(ADDRESS.to_owned(), |it| it.display().to_string());
        let problem =
            format!("{from} is not the package of TypeScript {VERSION}: its hash is another");
        return Err(failed(problem));
    }
    unpack(&bytes, &own)
        .map_err(|error| failed(format!("cannot write to {}: {error}", own.display())))
}

fn failed(problem: String) -> Failure {
    let report = Report::error(format!("TypeScript {VERSION} is not installed: {problem}"));
    let help =
        "get the file with \"npm pack typescript@6.0.3\", and pass --install-typescript=FILE";
    Failure::new(Exit::Failure, report.help(help))
}

fn fetched() -> Result<Vec<u8>, Failure> {
    let fetcher = Fetcher::new(Tokens::default()).map_err(failed)?;
    let address = ADDRESS.parse().expect("BUG: a constant URL is one");
    let bytes = wait(fetcher.bytes(&address))?.map_err(|error| failed(error.to_string()))?;
    bytes.ok_or_else(|| failed(format!("there is no {ADDRESS}")))
}

/// Unpacks beside the place, so that a compiler is there as a whole or not at all.
fn unpack(bytes: &[u8], own: &Path) -> io::Result<PathBuf> {
    let modules = own.join("node_modules");
    fs::create_dir_all(&modules)?;
    let beside = tempfile::tempdir_in(own)?;
    let archive = beside.path().join("package.tgz");
    fs::write(&archive, bytes)?;
    let unpacked = beside.path().join("unpacked");
    fs::create_dir(&unpacked)?;
    unpack_tar(&archive, &unpacked).map_err(io::Error::other)?;
    let place = modules.join("typescript");
    if place.exists() {
        fs::rename(&place, beside.path().join("former"))?;
    }
    fs::rename(unpacked.join("package"), &place)?;
    Ok(place)
}
