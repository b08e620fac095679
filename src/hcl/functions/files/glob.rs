//! Patterns of paths: `*`, `?`, `[a-z]`, `{a,b}`, and `**` for any number of folders.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// The paths that alternatives may make of one pattern.
const MAX_ALTERNATIVES: usize = 10_000;
/// The depth at which folders are taken for a circle of links.
const MAX_DEPTH: usize = 255;

/// A pattern that is refused, or folders that cannot be read to the end.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GlobError {
    #[error("the pattern has a `[`, `{{` or `\\` without its end, or a `}}` without its start")]
    Invalid,
    #[error("the pattern has too many alternatives")]
    TooMany,
}

/// The text as a pattern for exactly it.
pub fn escaped(text: &str) -> String {
    let escape = |character| matches!(character, '*' | '?' | '[' | ']' | '{' | '}' | '\\');
    let mut output = String::with_capacity(text.len());
    for character in text.chars() {
        if escape(character) {
            output.push('\\');
        }
        output.push(character);
    }
    output
}

/// The paths of files and folders that match a clean pattern.
///
/// # Errors
///
/// Patterns that are not complete.
pub fn glob(pattern: &str) -> Result<BTreeSet<String>, GlobError> {
    let (start, pattern) = split(pattern);
    if !is_valid(pattern) {
        return Err(GlobError::Invalid);
    }
    let mut walk = Walk {
        matches: BTreeSet::new(),
        visited: HashSet::new(),
        around: Vec::new(),
    };
    for pattern in alternatives(pattern)? {
        // A class ends in its part of the path.
        if !pattern.split('/').all(is_valid) {
            return Err(GlobError::Invalid);
        }
        let mut segments: Vec<Segment> = pattern.split('/').map(Segment::new).collect();
        segments.dedup_by(|a, b| matches!((a, b), (Segment::Folders, Segment::Folders)));
        walk.visited.clear();
        walk.folder(&start, &segments, 0);
    }
    Ok(walk.matches)
}

/// The folders at the start that are no patterns, and the rest.
fn split(pattern: &str) -> (String, &str) {
    let mut end = 0;
    let mut characters = pattern.char_indices();
    while let Some((offset, character)) = characters.next() {
        match character {
            '\\' => {
                characters.next();
            }
            '/' => end = offset + 1,
            '*' | '?' | '[' | '{' => break,
            _ => {}
        }
    }
    let (folders, rest) = pattern.split_at(end);
    (unescaped(folders), rest)
}

fn unescaped(text: &str) -> String {
    let mut output = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => output.extend(characters.next()),
            _ => output.push(character),
        }
    }
    output
}

fn is_valid(pattern: &str) -> bool {
    let mut depth = 0_usize;
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.next().is_none() => return false,
            '[' => {
                let mut next = characters.next();
                if matches!(next, Some('^' | '!')) {
                    next = characters.next();
                }
                if next == Some(']') {
                    return false;
                }
                while next != Some(']') {
                    if next == Some('\\') {
                        characters.next();
                    }
                    next = match next {
                        None => return false,
                        Some(_) => characters.next(),
                    };
                }
            }
            '{' => depth += 1,
            '}' => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => return false,
            },
            _ => {}
        }
    }
    depth == 0
}

/// The patterns without `{a,b}` that a pattern stands for.
fn alternatives(pattern: &str) -> Result<Vec<String>, GlobError> {
    let mut complete = Vec::new();
    let mut pending = vec![pattern.to_owned()];
    while let Some(pattern) = pending.pop() {
        match first_group(&pattern) {
            None => complete.push(pattern),
            Some((before, options, after)) => {
                pending.extend(
                    options
                        .iter()
                        .map(|option| format!("{before}{option}{after}")),
                );
            }
        }
        if complete.len() + pending.len() > MAX_ALTERNATIVES {
            return Err(GlobError::TooMany);
        }
    }
    Ok(complete)
}

/// The first outermost `{a,b}`: what is before, its alternatives, and what is after.
fn first_group(pattern: &str) -> Option<(&str, Vec<&str>, &str)> {
    let (mut start, mut option) = (None, 0);
    let mut options = Vec::new();
    let mut depth = 0_usize;
    let mut characters = pattern.char_indices();
    while let Some((offset, character)) = characters.next() {
        match character {
            '\\' => {
                characters.next();
            }
            '{' => {
                depth += 1;
                if depth == 1 {
                    start = Some(offset);
                    option = offset + 1;
                }
            }
            ',' if depth == 1 => {
                options.push(&pattern[option..offset]);
                option = offset + 1;
            }
            '}' if depth == 1 => {
                options.push(&pattern[option..offset]);
                return start.map(|start| (&pattern[..start], options, &pattern[offset + 1..]));
            }
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// A part of a path.
enum Segment {
    /// Any number of folders.
    Folders,
    Name(String),
    Pattern(Vec<char>),
}

impl Segment {
    fn new(text: &str) -> Self {
        if text == "**" {
            return Self::Folders;
        }
        let mut name = String::with_capacity(text.len());
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            match character {
                '*' | '?' | '[' => return Self::Pattern(text.chars().collect()),
                '\\' => name.extend(characters.next()),
                _ => name.push(character),
            }
        }
        Self::Name(name)
    }
}

struct Walk {
    matches: BTreeSet<String>,
    /// Folders, and how many segments were left in them.
    visited: HashSet<(String, usize)>,
    /// The folders that `**` is in, without links: a link to one of them is not followed.
    around: Vec<PathBuf>,
}

impl Walk {
    /// Adds what matches in a folder, whose path is empty or ends with `/`.
    fn folder(&mut self, path: &str, segments: &[Segment], depth: usize) {
        let is_new = self.visited.insert((path.to_owned(), segments.len()));
        let Some((first, rest)) = segments
            .split_first()
            .filter(|_| is_new && depth < MAX_DEPTH)
        else {
            return;
        };
        match first {
            Segment::Folders => self.folders(path, segments, rest, depth),
            Segment::Name(name) if name.is_empty() => {}
            Segment::Name(name) => {
                if fs::metadata(format!("{path}{name}")).is_ok() {
                    self.entry(path, name, rest, depth);
                }
            }
            Segment::Pattern(pattern) => {
                for name in names(path).unwrap_or_default() {
                    let characters: Vec<char> = name.chars().collect();
                    if matches(pattern, &characters) {
                        self.entry(path, &name, rest, depth);
                    }
                }
            }
        }
    }

    /// Goes on after `**` in a folder, and in all folders in it.
    fn folders(&mut self, path: &str, segments: &[Segment], rest: &[Segment], depth: usize) {
        let real = fs::canonicalize(if path.is_empty() { "." } else { path });
        let Some(real) = real.ok().filter(|real| !self.around.contains(real)) else {
            return;
        };
        self.around.push(real);
        if !rest.is_empty() {
            self.folder(path, rest, depth);
        }
        for name in names(path).unwrap_or_default() {
            let entry = format!("{path}{name}");
            if is_folder(&entry) {
                self.folder(&format!("{entry}/"), segments, depth + 1);
            } else if rest.is_empty() {
                self.matches.insert(entry);
            }
        }
        self.around.pop();
    }

    fn entry(&mut self, path: &str, name: &str, rest: &[Segment], depth: usize) {
        let entry = format!("{path}{name}");
        if rest.is_empty() {
            self.matches.insert(entry);
        } else if is_folder(&entry) {
            self.folder(&format!("{entry}/"), rest, depth + 1);
        }
    }
}

fn is_folder(path: &str) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// The names in a folder; those that are not UTF-8 are left out.
fn names(path: &str) -> io::Result<Vec<String>> {
    let entries = fs::read_dir(if path.is_empty() { "." } else { path })?;
    Ok(entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect())
}

/// Whether a name matches a part of a valid pattern.
fn matches(pattern: &[char], name: &[char]) -> bool {
    let (mut pattern_at, mut name_at) = (0, 0);
    // The place after the last `*`, and what it has matched so far.
    let mut star = None;
    loop {
        let step = match pattern.get(pattern_at) {
            Some('*') => {
                star = Some((pattern_at + 1, name_at));
                pattern_at += 1;
                continue;
            }
            None if name_at == name.len() => return true,
            None => None,
            Some(_) => name
                .get(name_at)
                .and_then(|name| single(&pattern[pattern_at..], *name)),
        };
        match (step, &mut star) {
            (Some(length), _) => {
                pattern_at += length;
                name_at += 1;
            }
            (None, Some((after, matched))) if *matched < name.len() => {
                *matched += 1;
                (pattern_at, name_at) = (*after, *matched);
            }
            _ => return false,
        }
    }
}

/// The length of the pattern of one character, if it matches.
fn single(pattern: &[char], name: char) -> Option<usize> {
    match pattern {
        ['?', ..] => Some(1),
        ['[', rest @ ..] => {
            let is_negated = matches!(rest.first(), Some('!' | '^'));
            let start = usize::from(is_negated);
            let (is_member, length) = class(&rest[start..], name);
            (is_member != is_negated).then_some(1 + start + length)
        }
        ['\\', literal, ..] => (*literal == name).then_some(2),
        [literal, ..] => (*literal == name).then_some(1),
        [] => None,
    }
}

/// Whether a class has a character, and the length of the class with its end.
fn class(pattern: &[char], name: char) -> (bool, usize) {
    let mut is_member = false;
    let mut at = 0;
    let character = |at: &mut usize| {
        *at += usize::from(pattern.get(*at) == Some(&'\\'));
        *at += 1;
        pattern.get(*at - 1).copied()
    };
    while pattern.get(at).is_some_and(|next| *next != ']') {
        let Some(low) = character(&mut at) else { break };
        let is_range =
            pattern.get(at) == Some(&'-') && pattern.get(at + 1).is_some_and(|it| *it != ']');
        if !is_range {
            is_member |= low == name;
            continue;
        }
        at += 1;
        let Some(high) = character(&mut at) else {
            break;
        };
        is_member |= (low..=high).contains(&name);
    }
    (is_member, at + 1)
}
