//! Reads and writes the source files of a project.

use std::path::{Component, Path, PathBuf};

use lumi_reconciliation::{FileEdits, SourceFault};
use lumi_state::project_path;

use crate::commands::{write_file, write_project_file};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::ui::report::{Report, escaped};

/// The text of a file of the project. Packages belong to others, and so do files outside of the project.
pub fn read(folder: &Path, file: &str) -> Result<String, SourceFault> {
    let path = place(folder, file)?;
    read_limit::source(&path).map_err(|error| SourceFault(error.to_string()))
}

fn place(folder: &Path, file: &str) -> Result<PathBuf, SourceFault> {
    let path = Path::new(file);
    let mut parts = path.components();
    if !parts.all(|it| matches!(it, Component::Normal(_))) {
        return Err(SourceFault("it is outside of the project".to_owned()));
    }
    if path.iter().any(|it| it == "node_modules") {
        return Err(SourceFault("it belongs to a package".to_owned()));
    }
    let path = folder.join(path);
    project_path::check(folder, &path).map_err(|error| SourceFault(error.to_string()))?;
    Ok(path)
}

/// Writes all files, or none: each must still be as it was when its edits were planned.
pub fn write(folder: &Path, files: &[FileEdits]) -> Result<(), Failure> {
    for edits in files {
        if read(folder, &edits.file).ok().as_ref() != Some(&edits.old) {
            let file = escaped(&edits.file);
            let message = format!("{file} has changed in the meantime; nothing was edited");
            let report = Report::error(message).help("run the command again");
            return Err(Failure::new(Exit::Failure, report));
        }
    }
    for (index, edits) in files.iter().enumerate() {
        let path = folder.join(&edits.file);
        if let Err(failure) = write_project_file(folder, &path, &edits.new) {
            restore(folder, &files[..index]);
            return Err(failure.into());
        }
    }
    Ok(())
}

/// Writes the texts that the files had before.
pub fn restore(folder: &Path, files: &[FileEdits]) {
    for edits in files {
        // Whatever has changed a file since then is newer.
        if read(folder, &edits.file).ok().as_ref() == Some(&edits.new) {
            drop(write_file(&folder.join(&edits.file), &edits.old));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn edits(file: &str, old: &str, new: &str) -> FileEdits {
        FileEdits {
            file: file.to_owned(),
            old: old.to_owned(),
            new: new.to_owned(),
        }
    }

    #[test]
    fn all_files_are_written_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        fs::write(folder.path().join("a.ts"), "a").unwrap();
        fs::write(folder.path().join("b.ts"), "changed").unwrap();
        let both = [edits("a.ts", "a", "A"), edits("b.ts", "b", "B")];
        let failure = write(folder.path(), &both).unwrap_err();
        let message = failure.report.unwrap().message;
        assert_eq!(
            message,
            "b.ts has changed in the meantime; nothing was edited"
        );
        assert_eq!(text("a.ts"), "a");
        fs::write(folder.path().join("b.ts"), "b").unwrap();
        write(folder.path(), &both).unwrap();
        assert_eq!((text("a.ts"), text("b.ts")), ("A".into(), "B".into()));
        fs::write(folder.path().join("b.ts"), "newer").unwrap();
        restore(folder.path(), &both);
        assert_eq!((text("a.ts"), text("b.ts")), ("a".into(), "newer".into()));
    }

    #[test]
    fn files_of_others_are_refused() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("p");
        fs::create_dir_all(folder.join("node_modules/x")).unwrap();
        fs::write(folder.join("node_modules/x/a.ts"), "").unwrap();
        fs::write(outer.path().join("a.ts"), "").unwrap();
        std::os::unix::fs::symlink("../a.ts", folder.join("link.ts")).unwrap();
        let absolute = outer.path().join("a.ts").display().to_string();
        for file in [
            "../a.ts",
            &absolute,
            "node_modules/x/a.ts",
            "link.ts",
            "none.ts",
            "http://a/b.ts",
        ] {
            assert!(read(&folder, file).is_err(), "{file}");
        }
    }
}
