//! Comma-separated values as Go reads them.

use thiserror::Error;

/// A table that is refused, with the line that is to blame.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CsvError {
    #[error("line {0} has a quote in a field that does not begin with one")]
    BareQuote(usize),
    #[error("line {0} has a quote that is not closed, or text after one that is")]
    Quote(usize),
    #[error("line {line} has {actual} fields, not {expected}")]
    FieldCount {
        line: usize,
        actual: usize,
        expected: usize,
    },
}

/// Reads the records of a table, all of which have as many fields as the first. Empty lines are no records.
///
/// # Errors
///
/// Quotes in wrong places, and records of different lengths.
pub fn records(text: &str) -> Result<Vec<Vec<String>>, CsvError> {
    let mut lines = Lines {
        rest: text,
        number: 0,
    };
    let mut records: Vec<Vec<String>> = Vec::new();
    while let Some(line) = lines.next() {
        if line == "\n" || line.is_empty() {
            continue;
        }
        let number = lines.number;
        let record = record(&line, &mut lines)?;
        let expected = records.first().map_or(record.len(), Vec::len);
        if record.len() != expected {
            return Err(CsvError::FieldCount {
                line: number,
                actual: record.len(),
                expected,
            });
        }
        records.push(record);
    }
    Ok(records)
}

struct Lines<'t> {
    rest: &'t str,
    number: usize,
}

impl Lines<'_> {
    /// The next line with its break, which is always a line feed.
    fn next(&mut self) -> Option<String> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        Some(match self.rest.split_once('\n') {
            Some((line, rest)) => {
                self.rest = rest;
                format!("{}\n", line.strip_suffix('\r').unwrap_or(line))
            }
            None => {
                let line = std::mem::take(&mut self.rest);
                line.strip_suffix('\r').unwrap_or(line).to_owned()
            }
        })
    }
}

fn record(line: &str, lines: &mut Lines<'_>) -> Result<Vec<String>, CsvError> {
    let mut line = line.to_owned();
    let mut fields = Vec::new();
    loop {
        let (field, rest) = match line.strip_prefix('"') {
            Some(rest) => quoted(rest.to_owned(), lines)?,
            None => plain(&line, lines.number)?,
        };
        fields.push(field);
        match rest {
            Some(rest) => line = rest,
            None => return Ok(fields),
        }
    }
}

/// A field without quotes, and the line after its comma.
fn plain(line: &str, number: usize) -> Result<(String, Option<String>), CsvError> {
    let (field, rest) = match line.split_once(',') {
        Some((field, rest)) => (field, Some(rest.to_owned())),
        None => (line.strip_suffix('\n').unwrap_or(line), None),
    };
    match field.contains('"') {
        true => Err(CsvError::BareQuote(number)),
        false => Ok((field.to_owned(), rest)),
    }
}

/// A field after its first quote, which may go on over lines, and the line after its comma.
fn quoted(mut line: String, lines: &mut Lines<'_>) -> Result<(String, Option<String>), CsvError> {
    let mut field = String::new();
    loop {
        let Some((text, rest)) = line.split_once('"') else {
            field.push_str(&line);
            line = lines.next().ok_or(CsvError::Quote(lines.number))?;
            continue;
        };
        field.push_str(text);
        if let Some(rest) = rest.strip_prefix('"') {
            field.push('"');
            line = rest.to_owned();
        } else if let Some(rest) = rest.strip_prefix(',') {
            return Ok((field, Some(rest.to_owned())));
        } else if rest.is_empty() || rest == "\n" {
            return Ok((field, None));
        } else {
            return Err(CsvError::Quote(lines.number));
        }
    }
}
