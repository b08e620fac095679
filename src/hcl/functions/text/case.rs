//! Upper, lower and title case as Go maps them: a character becomes one character, wherever it stands.

/// The text in upper case.
pub fn upper(text: &str) -> String {
    text.chars().map(upper_of).collect()
}

/// The text in lower case.
pub fn lower(text: &str) -> String {
    text.chars().map(lower_of).collect()
}

/// The text with the first letter of each word in title case.
pub fn title(text: &str) -> String {
    let mut previous = ' ';
    let characters = text.chars().map(|character| {
        let is_first = is_separator(previous);
        previous = character;
        if is_first {
            title_of(character)
        } else {
            character
        }
    });
    characters.collect()
}

fn is_separator(character: char) -> bool {
    if character.is_ascii() {
        return !character.is_ascii_alphanumeric() && character != '_';
    }
    character.is_whitespace()
}

/// The mapping to one character; those that have only one to several stay.
fn upper_of(character: char) -> char {
    match character {
        // Their mapping to one character is that to title case.
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => {
            shifted(character, 8)
        }
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => shifted(character, 9),
        _ => single(character, character.to_uppercase()),
    }
}

fn lower_of(character: char) -> char {
    match character {
        '\u{130}' => 'i',
        _ => single(character, character.to_lowercase()),
    }
}

fn title_of(character: char) -> char {
    match character {
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        // Georgian has no title case.
        '\u{10d0}'..='\u{10fa}' | '\u{10fd}'..='\u{10ff}' => character,
        _ => upper_of(character),
    }
}

fn single(character: char, mut mapping: impl Iterator<Item = char>) -> char {
    match (mapping.next(), mapping.next()) {
        (Some(mapped), None) => mapped,
        _ => character,
    }
}

fn shifted(character: char, distance: u32) -> char {
    char::from_u32(u32::from(character) + distance).unwrap_or(character)
}
