//! The source text of modules.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use rustix::fs::{CWD, Mode, OFlags, openat};
#[cfg(target_os = "linux")]
use rustix::fs::{ResolveFlags, openat2};
use rustix::io::Errno;
use serde::Deserialize as _;

use lumi_graph::{SourcePosition, SourceText};

use super::error::{LoadError, Position};

/// Maximum size in bytes that always fits into a V8 string, which holds 2^29 - 24 characters.
const MAX_TEXT: usize = (1 << 29) - 24;

/// Reads a text file: UTF-8, without byte order mark. `file` is the display name.
pub fn read_text(path: &Path, file: &str) -> Result<String, LoadError> {
    let bytes = read_bytes(path, file)?;
    let not_text = |problem: String| LoadError::NotText {
        file: file.to_owned(),
        problem,
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid]
            .iter()
            .filter(|&&it| it == b'\n')
            .count()
            + 1;
        not_text(format!("byte {valid} (line {line}) is not UTF-8"))
    })?;
    if let Some(at) = text.find('\0') {
        return Err(not_text(format!("it holds a NUL byte at offset {at}")));
    }
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// Reads a file as bytes. `path` is a real path: no part of it is a link.
pub fn read_bytes(path: &Path, file: &str) -> Result<Vec<u8>, LoadError> {
    let unreadable = |source| LoadError::Unreadable {
        file: file.to_owned(),
        source,
    };
    let mut opened = open_without_links(path).map_err(unreadable)?;
    let facts = opened.metadata().map_err(unreadable)?;
    if !facts.is_file() && !facts.is_dir() && !path.starts_with("/dev") {
        return Err(unreadable(io::Error::other("it is not a regular file")));
    }
    // Check the size first: the file may be larger than memory.
    if facts.len() > MAX_TEXT as u64 {
        return Err(LoadError::NotText {
            file: file.to_owned(),
            problem: "it is larger than 512 MiB".to_owned(),
        });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(facts.len()).unwrap_or(0));
    // The size of a file is known, which spares the call that asks for its end. Files of /proc have the size 0.
    let limit = match facts.len() {
        0 => MAX_TEXT as u64 + 1,
        length => length,
    };
    let mut opened = opened.by_ref().take(limit);
    opened.read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

/// Opens a file, unless a part of its path has become a link since it was checked.
fn open_without_links(path: &Path) -> io::Result<File> {
    // A pipe would wait for a writer, without a reaction to signals.
    let flags = match path.starts_with("/dev") {
        true => OFlags::RDONLY | OFlags::CLOEXEC,
        false => OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK,
    };
    #[cfg(target_os = "linux")]
    match openat2(CWD, path, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
        // An old kernel, or a filter of system calls around this process.
        Err(Errno::NOSYS | Errno::PERM) => {}
        opened => return Ok(opened?.into()),
    }
    if path.canonicalize()? != path {
        return Err(Errno::LOOP.into());
    }
    Ok(openat(CWD, path, flags, Mode::empty())?.into())
}

/// Reads a file that must be JSON; V8's own message would lack the file name.
pub fn read_json(path: &Path, file: &str) -> Result<String, LoadError> {
    let text = read_text(path, file)?;
    check_json(&text, file)?;
    Ok(text)
}

/// The error of a text that is not JSON, with its position.
pub fn check_json(text: &str, file: &str) -> Result<(), LoadError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    // Values are skipped, not built, so nesting needs no stack.
    let checked = serde::de::IgnoredAny::deserialize(&mut reader).and_then(|_| reader.end());
    match checked {
        Ok(()) => Ok(()),
        Err(error) => Err(LoadError::Syntax {
            message: format!("this is not JSON: {}", without_position(&error)),
            position: Position(SourcePosition {
                file: file.into(),
                line: u32::try_from(error.line()).unwrap_or(u32::MAX),
                column: u32::try_from(error.column().max(1)).unwrap_or(u32::MAX),
            }),
        }),
    }
}

/// The message without the position, which is shown with the line.
fn without_position(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// The position of the first quoted occurrence of `specifier` in `file`.
pub fn find_import(text: &str, file: &str, specifier: &str) -> Option<SourcePosition> {
    let at = ['"', '\'', '`']
        .iter()
        .filter_map(|quote| text.find(&format!("{quote}{specifier}{quote}")))
        .min()?;
    Some(position_of(text, file, at))
}

/// The position of the argument of `import()`, if one call in `file` has another than a quoted name.
pub fn find_computed_import(text: &str, file: &str) -> Option<SourcePosition> {
    let mut places = text.match_indices("import(").filter_map(|(at, call)| {
        let before = text[..at].chars().next_back();
        let is_other = before.is_some_and(|it| it.is_alphanumeric() || "_$.".contains(it));
        let argument = at + call.len();
        let is_quoted = text[argument..].trim_start().starts_with(['"', '\'']);
        (!is_other && !is_quoted).then_some(argument)
    });
    let only = places.next()?;
    let is_only = places.next().is_none();
    is_only.then(|| position_of(text, file, only))
}

fn position_of(text: &str, file: &str, at: usize) -> SourcePosition {
    let (line, column) = SourceText(text).position(at);
    SourcePosition {
        file: file.into(),
        line,
        column,
    }
}

/// A module whose default export is the value. Uses `JSON.parse`, because `__proto__` has another
/// meaning in code.
pub fn json_as_code(text: &str) -> String {
    format!(
        "export default JSON.parse({});",
        serde_json::Value::from(text)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_by_their_text() {
        let text = "// ./b\nimport {\n  x,\n} from './b';\n";
        let position = find_import(text, "a.ts", "./b").unwrap();
        assert_eq!((position.line, position.column), (4, 8));
        assert_eq!(find_import(text, "a.ts", "./c"), None);
    }

    #[test]
    fn the_only_computed_import_is_found() {
        let found = |text: &str| {
            let position = find_computed_import(text, "a.ts")?;
            Some((position.line, position.column))
        };
        assert_eq!(
            found("import('./a');\nawait import(name);\n"),
            Some((2, 14))
        );
        assert_eq!(found("import(`./${a}`)"), Some((1, 8)));
        for other in [
            "",
            "import(\"./a\")",
            "a.import(b)",
            "reimport(b)",
            "import(a); import(b)",
        ] {
            assert_eq!(found(other), None, "{other}");
        }
    }

    #[test]
    fn files_replaced_by_links_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        std::fs::create_dir(base.join("real")).unwrap();
        std::fs::write(base.join("real/a.ts"), "1").unwrap();
        std::os::unix::fs::symlink("real", base.join("link")).unwrap();
        assert_eq!(read_text(&base.join("real/a.ts"), "a.ts").unwrap(), "1");
        assert!(read_text(&base.join("link/a.ts"), "a.ts").is_err());
    }

    #[test]
    fn json_errors_have_a_position() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, "{\n  \"a\": }").unwrap();
        let Err(LoadError::Syntax { message, position }) = read_json(file.path(), "a.json") else {
            panic!("it is not JSON")
        };
        assert_eq!(position.0.to_string(), "a.json:2:8");
        assert_eq!(message, "this is not JSON: expected value");
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        std::fs::write(&file, deep).unwrap();
        assert!(read_json(file.path(), "a.json").is_ok());
    }
}
