//! Modules that come with Lumi: the SDK, and the parts of Node's library that infrastructure
//! programs use.

use deno_core::url::Url;

use super::error::LoadError;
use super::resolver::similar;

/// SDK modules by the name programs import them under.
const SDK: &[(&str, &str)] = &[
    ("lumi", "lumi:/lumi/index.ts"),
    ("lumi/dynamic", "lumi:/lumi/dynamic.ts"),
    ("lumi/std", "lumi:/lumi/std.ts"),
    ("lumi/testing", "lumi:/lumi/testing.ts"),
];

/// Node modules, with or without `node:` before the name.
const NODE: &[(&str, &str)] = &[
    ("buffer", "lumi:/node/buffer.ts"),
    ("child_process", "lumi:/node/child_process.ts"),
    ("crypto", "lumi:/node/crypto.ts"),
    ("fs", "lumi:/node/fs.ts"),
    ("fs/promises", "lumi:/node/fs_promises.ts"),
    ("os", "lumi:/node/os.ts"),
    ("path", "lumi:/node/path.ts"),
    ("path/posix", "lumi:/node/path.ts"),
    ("process", "lumi:/node/process.ts"),
    ("url", "lumi:/node/url.ts"),
];

/// `None` if the specifier means something else.
pub fn builtin(specifier: &str) -> Option<Result<Url, LoadError>> {
    if specifier == "lumi" || specifier.starts_with("lumi/") {
        return Some(sdk(specifier));
    }
    match specifier.strip_prefix("node:") {
        Some(name) => Some(find(NODE, name).ok_or_else(|| {
            LoadError::NoSuchNodeModule {
                specifier: specifier.to_owned(),
                similar: similar(name, names(NODE))
                    .into_iter()
                    .map(|it| format!("node:{it}"))
                    .collect(),
                known: names(NODE).collect(),
            }
        })),
        None => find(NODE, specifier).map(Ok),
    }
}

fn sdk(specifier: &str) -> Result<Url, LoadError> {
    find(SDK, specifier).ok_or_else(|| LoadError::NoSuchSdkModule {
        specifier: specifier.to_owned(),
        similar: similar(specifier, names(SDK)),
    })
}

fn find(table: &[(&str, &str)], name: &str) -> Option<Url> {
    let (_, url) = table.iter().find(|(known, _)| *known == name)?;
    Some(Url::parse(url).expect("BUG: the table holds URLs"))
}

fn names(table: &[(&str, &str)]) -> impl Iterator<Item = String> {
    table.iter().map(|(name, _)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_modules_have_two_names() {
        for name in ["node:fs", "fs"] {
            let url = builtin(name).unwrap().unwrap();
            assert_eq!(url.as_str(), "lumi:/node/fs.ts");
        }
    }

    #[test]
    fn an_unknown_one_is_explained() {
        let error = builtin("node:pth").unwrap().unwrap_err().to_string();
        assert!(error.contains("did you mean \"node:path\"?"), "{error}");
        assert!(error.contains("child_process"), "{error}");
        assert!(builtin("left-pad").is_none());
    }
}
