//! The output of `tsc --pretty false`, as data.

/// An error of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// File as the compiler names it, line and column from 1; `None` for errors about options.
    pub at: Option<(String, u32, u32)>,
    /// Such as `TS2322`.
    pub code: String,
    /// All lines.
    pub message: String,
}

/// The errors in what the compiler printed; `None` if a line is not of this form.
pub fn diagnostics(output: &str) -> Option<Vec<Diagnostic>> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for line in output.lines().filter(|it| !it.is_empty()) {
        if let Some(diagnostic) = diagnostic(line) {
            found.push(diagnostic);
            continue;
        }
        // Further lines of a message are indented, or go on as quoted text does.
        let last = found.last_mut()?;
        last.message.push('\n');
        last.message
            .push_str(line.strip_prefix("  ").unwrap_or(line));
    }
    Some(found)
}

fn diagnostic(line: &str) -> Option<Diagnostic> {
    let (at, rest) = match line.strip_prefix("error TS") {
        Some(rest) => (None, rest),
        None => {
            let (place, rest) = line.split_once("): error TS")?;
            let (file, position) = place.rsplit_once('(')?;
            let (line, column) = position.split_once(',')?;
            let at = (file.to_owned(), line.parse().ok()?, column.parse().ok()?);
            (Some(at), rest)
        }
    };
    let (number, message) = rest.split_once(": ")?;
    number.parse::<u32>().ok()?;
    Some(Diagnostic {
        at,
        code: format!("TS{number}"),
        message: message.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_read_with_all_their_lines() {
        let output = "a (1).ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.\n\
                      b.ts(2,1): error TS2345: Argument of type '{}' …\n  Property 'a' is missing.\n\
                      error TS18003: No inputs were found.\n";
        let at = |file: &str, line, column| Some((file.to_owned(), line, column));
        let expected = [
            (
                at("a (1).ts", 1, 7),
                "TS2322",
                "Type 'string' is not assignable to type 'number'.",
            ),
            (
                at("b.ts", 2, 1),
                "TS2345",
                "Argument of type '{}' …\nProperty 'a' is missing.",
            ),
            (None, "TS18003", "No inputs were found."),
        ];
        let expected = expected.map(|(at, code, message)| Diagnostic {
            at,
            code: code.to_owned(),
            message: message.to_owned(),
        });
        assert_eq!(diagnostics(output).unwrap(), expected);
        assert_eq!(diagnostics("").unwrap(), []);
        assert_eq!(diagnostics("RangeError: out of memory"), None);
    }
}
