//! The known name nearest to a misspelt one.

/// Names with a lower similarity are not suggested.
const MIN_LIKENESS: f64 = 0.8;

/// The most similar name, if it is similar enough.
pub fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    lumi_graph::nearest(written, names, MIN_LIKENESS)
}

/// The file in the same folder whose name is most similar to a missing one.
pub fn nearest_file(wanted: &std::path::Path) -> Option<String> {
    let name = wanted.file_name()?.to_string_lossy();
    let siblings = wanted.parent()?.read_dir().ok()?.filter_map(Result::ok);
    let names: Vec<String> = siblings
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    nearest(&name, names.iter().map(String::as_str)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_files() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("index.ts"), "").unwrap();
        let near = |name| nearest_file(&folder.path().join(name));
        assert_eq!(near("index").as_deref(), Some("index.ts"));
        assert_eq!(near("idnex.ts").as_deref(), Some("index.ts"));
        assert_eq!(near("q.rs"), None);
    }
}
