//! The declarations of the SDK and of the modules of Node: all files of `js/types`.

use std::fs;
use std::path::Path;

use crate::archive::Archive;

const FOLDER: &str = "../../js/types";

/// The archive of all declarations. `LUMI_DECLARATIONS_SUM` becomes the CRC-32 of their names and contents, in hexadecimal digits.
pub fn archive() -> Vec<u8> {
    println!("cargo:rerun-if-changed={FOLDER}");
    let mut files = Vec::new();
    list(Path::new(FOLDER), "", &mut files);
    files.sort();
    let mut archive = Archive::new();
    let mut sum = crc32fast::Hasher::new();
    for name in files {
        let content = fs::read(Path::new(FOLDER).join(&name)).expect("a file that is listed");
        sum.update(name.as_bytes());
        sum.update(&content);
        archive.add(&name, &content);
    }
    println!(
        "cargo:rustc-env=LUMI_DECLARATIONS_SUM={:08x}",
        sum.finalize()
    );
    archive.compressed()
}

fn list(folder: &Path, prefix: &str, files: &mut Vec<String>) {
    for entry in folder.read_dir().expect("js/types is there") {
        let path = entry.expect("js/types can be read").path();
        let name = path.file_name().and_then(|it| it.to_str());
        let name = format!("{prefix}{}", name.expect("names of declarations are text"));
        match path.is_dir() {
            true => list(&path, &format!("{name}/"), files),
            false => files.push(name),
        }
    }
}
