//! Entry points of `make fuzz`: packages, and the code in them.

use std::collections::BTreeMap;

use lumi_closure::zip::ZipWriter;

use crate::archive::{
    Files, MANIFEST, Manifest, ModuleEntry, PackKind, code_file, code_hash, debug_file, hash,
    manifest_text, whole_hash,
};
use crate::il::{DebugInfo, Module};
use crate::{DocumentFormat, Pack, VerifyError, archive_of, document, verify};

/// Verifies a package; what is accepted is run and raised.
pub fn lumipack(bytes: &[u8]) {
    if let Some(pack) = accepted(bytes) {
        use_of(&pack);
    }
}

/// Verifies the package of a document, in JSON if it begins with a brace, and in YAML otherwise. The document of what is
/// accepted is that package again.
pub fn lumipack_document(bytes: &[u8]) {
    let format = match bytes.starts_with(b"{") {
        true => DocumentFormat::Json,
        false => DocumentFormat::Yaml,
    };
    let archive = match archive_of(bytes, format) {
        Ok(archive) => archive,
        Err(error) => return drop(error.to_string()),
    };
    if accepted(&archive).is_none() {
        return;
    }
    for format in [DocumentFormat::Json, DocumentFormat::Yaml] {
        let text = document(&archive, format).expect("BUG: a package has a document");
        assert_eq!(archive_of(text.as_bytes(), format).as_ref(), Ok(&archive));
    }
}

/// Verifies a module in a package that is whole otherwise.
pub fn lumiil(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Some(pack) = accepted(&sealed(text)) {
        use_of(&pack);
    }
}

/// Accepted packages become code that can be parsed.
fn use_of(pack: &Pack) {
    for script in pack.scripts() {
        if let Err(error) = lumi_closure::analysis::free_names(&script.code, |_| true) {
            panic!("{error}: {}", script.code);
        }
    }
    pack.sources();
    pack.interfaces("lumi:library", &BTreeMap::new());
}

fn accepted(bytes: &[u8]) -> Option<Pack> {
    match verify(bytes) {
        Ok(pack) => Some(pack),
        Err(VerifyError::Broken(violations)) => {
            assert!(!violations.is_empty());
            violations.iter().for_each(|it| drop(it.to_string()));
            None
        }
        Err(error) => {
            drop(error.to_string());
            None
        }
    }
}

/// A package with one module, whose hashes are right.
pub fn sealed(code: &str) -> Vec<u8> {
    let (name, file) = ("index".to_owned(), "index.ts".to_owned());
    let module: Option<Module> = (crate::archive::depth(code) < 100)
        .then(|| serde_json::from_str(code).ok())
        .flatten();
    let exports = module
        .iter()
        .flat_map(|it| it.exports.iter().map(|it| it.name.clone()))
        .collect();
    let debug = module
        .map(|mut it| DebugInfo::of(&mut it, file.clone()))
        .unwrap_or_default();
    let code = code.to_owned();
    let mut manifest = Manifest {
        lumipack: 1,
        lumiil: Module::VERSION,
        name: "fuzz".to_owned(),
        version: "0.1.0".to_owned(),
        description: None,
        license: None,
        kind: PackKind::Executable,
        entry: name.clone(),
        dependencies: BTreeMap::new(),
        settings: serde_json::Map::new(),
        modules: vec![ModuleEntry {
            name: name.clone(),
            file,
            exports,
            hash: hash(&code),
        }],
        data: Vec::new(),
        assets: Vec::new(),
        folders: Vec::new(),
        closures: Vec::new(),
        code: String::new(),
        hash: String::new(),
    };
    let debug = serde_json::to_string(&debug).expect("BUG: positions are JSON");
    let mut files = Files::from([(code_file(&name), code), (debug_file(&name), debug)]);
    manifest.code = code_hash(&manifest);
    manifest.hash = whole_hash(&manifest, &files);
    files.insert(MANIFEST.to_owned(), manifest_text(&manifest));
    ZipWriter::default().zip(&files)
}

#[cfg(test)]
mod tests {
    use crate::saved_inputs::replay;

    #[test]
    fn saved_inputs_pass() {
        replay("lumipack", super::lumipack);
        replay("lumipack_document", super::lumipack_document);
        replay("lumiil", super::lumiil);
    }
}
