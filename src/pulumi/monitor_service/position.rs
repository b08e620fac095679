//! The source position of a resource.

use std::path::Path;

use percent_encoding::percent_decode_str;

use crate::pulumirpc as wire;
use lumi_graph::SourcePosition;

/// The position of a message; `None` if it is outside the project's folder.
pub fn position(message: Option<wire::SourcePosition>, folder: &Path) -> Option<SourcePosition> {
    let wire::SourcePosition { uri, line, column } = message?;
    let file = match uri.strip_prefix("project:///") {
        Some(file) => decoded(file)?,
        None => {
            let file = decoded(uri.strip_prefix("file://")?)?;
            let file = Path::new(&file).strip_prefix(folder).ok()?;
            file.to_str()?.to_owned()
        }
    };
    Some(SourcePosition {
        file: file.into(),
        line: u32::try_from(line).ok().filter(|it| *it > 0)?,
        column: u32::try_from(column).ok().filter(|it| *it > 0).unwrap_or(1),
    })
}

fn decoded(text: &str) -> Option<String> {
    let decoded = percent_decode_str(text).decode_utf8().ok()?;
    (!decoded.contains('\0')).then(|| decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(uri: &str, line: i32, column: i32) -> Option<String> {
        let uri = uri.to_owned();
        let message = wire::SourcePosition { uri, line, column };
        position(Some(message), Path::new("/my app")).map(|it| it.to_string())
    }

    #[test]
    fn positions_are_below_the_project() {
        assert_eq!(of("project:///a/b.ts", 3, 5).unwrap(), "a/b.ts:3:5");
        assert_eq!(of("file:///my%20app/b.ts", 3, 0).unwrap(), "b.ts:3:1");
        assert_eq!(of("file:///elsewhere/b.ts", 3, 5), None);
        assert_eq!(of("project:///b.ts", 0, 5), None);
        assert_eq!(of("https://a/b.ts", 1, 1), None);
        assert_eq!(position(None, Path::new("/")), None);
    }
}
