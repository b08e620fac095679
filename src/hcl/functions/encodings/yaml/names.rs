//! Anchors, tags and directives.

use super::YamlError;
use super::characters::{Characters, is_blank, is_blank_or_end, is_break_or_end, is_word};
use super::token::Token;

/// Reads the name after `*` or `&`.
pub fn anchor(characters: &mut Characters) -> Result<String, YamlError> {
    characters.skip(1);
    let name = word(characters);
    let next = characters.at(0);
    match !name.is_empty() && (is_blank_or_end(next) || "?:,]}%@`".contains(next)) {
        true => Ok(name),
        false => Err(characters.error("an anchor has no name")),
    }
}

fn word(characters: &mut Characters) -> String {
    let mut word = String::new();
    while is_word(characters.at(0)) {
        word.push(characters.take());
    }
    word
}

/// Reads `!<URI>`, `!suffix`, `!!suffix` or `!handle!suffix`.
pub fn tag(characters: &mut Characters) -> Result<Token, YamlError> {
    let token = if characters.at(1) == '<' {
        characters.skip(2);
        let suffix = uri(characters)?.filter(|_| characters.at(0) == '>');
        let suffix = suffix.ok_or_else(|| characters.error("a tag has no `>`"))?;
        characters.skip(1);
        Token::Tag {
            handle: String::new(),
            suffix,
        }
    } else {
        let handle = handle(characters)?;
        let rest = uri(characters)?;
        if handle.len() > 1 && handle.ends_with('!') {
            let suffix = rest.ok_or_else(|| characters.error("a tag has no name"))?;
            Token::Tag { handle, suffix }
        } else {
            let suffix = handle[1..].to_owned() + &rest.unwrap_or_default();
            match suffix.is_empty() {
                true => Token::Tag {
                    handle: suffix,
                    suffix: "!".to_owned(),
                },
                false => Token::Tag {
                    handle: "!".to_owned(),
                    suffix,
                },
            }
        }
    };
    match is_blank_or_end(characters.at(0)) {
        true => Ok(token),
        false => Err(characters.error("a tag has an unexpected character")),
    }
}

/// Reads `!`, `!word` or `!word!`.
fn handle(characters: &mut Characters) -> Result<String, YamlError> {
    if characters.at(0) != '!' {
        return Err(characters.error("a tag must begin with `!`"));
    }
    characters.skip(1);
    let mut handle = format!("!{}", word(characters));
    if characters.at(0) == '!' {
        handle.push(characters.take());
    }
    Ok(handle)
}

/// Reads the characters of a URI, if there are any.
fn uri(characters: &mut Characters) -> Result<Option<String>, YamlError> {
    let mut bytes = Vec::new();
    loop {
        let next = characters.at(0);
        if next == '%' {
            let digits: String = [characters.at(1), characters.at(2)].iter().collect();
            let is_number = digits.chars().all(|digit| digit.is_ascii_hexdigit());
            let byte = is_number
                .then(|| u8::from_str_radix(&digits, 16).ok())
                .flatten();
            bytes.push(byte.ok_or_else(|| characters.error("a tag has a wrong `%`"))?);
            characters.skip(3);
        } else if is_word(next) || ";/?:@&=+$,.!~*'()[]".contains(next) {
            bytes.extend(u8::try_from(next));
            characters.skip(1);
        } else {
            let text = String::from_utf8(bytes);
            let text = text.map_err(|_| characters.error("a tag is not UTF-8"))?;
            return Ok(Some(text).filter(|text| !text.is_empty()));
        }
    }
}

/// Reads `%YAML VERSION` or `%TAG HANDLE PREFIX`.
pub fn directive(characters: &mut Characters) -> Result<Token, YamlError> {
    characters.skip(1);
    let name = word(characters);
    if !is_blank_or_end(characters.at(0)) {
        return Err(characters.error("a directive has an unexpected character"));
    }
    characters.skip_blanks();
    let token = match name.as_str() {
        "YAML" => Token::Version(version(characters)?),
        "TAG" => {
            let handle = handle(characters)?;
            let is_complete = handle == "!" || (handle.len() > 1 && handle.ends_with('!'));
            if !is_complete || !is_blank(characters.at(0)) {
                return Err(characters.error("the handle of `%TAG` must end with `!`"));
            }
            characters.skip_blanks();
            let prefix = uri(characters)?.filter(|_| is_blank_or_end(characters.at(0)));
            let prefix = prefix.ok_or_else(|| characters.error("`%TAG` has no prefix"))?;
            Token::TagDirective { handle, prefix }
        }
        _ => return Err(characters.error("a directive is unknown")),
    };
    characters.skip_blanks();
    characters.skip_comment();
    if !is_break_or_end(characters.at(0)) {
        return Err(characters.error("a directive must end with its line"));
    }
    characters.take_break();
    Ok(token)
}

/// Reads a version, and says whether it is 1.1.
fn version(characters: &mut Characters) -> Result<bool, YamlError> {
    let mut text = String::new();
    while characters.at(0).is_ascii_digit() || characters.at(0) == '.' {
        text.push(characters.take());
    }
    let is_number = |part: &str| !part.is_empty() && part.len() <= 2 && !part.contains('.');
    let parts = text
        .split_once('.')
        .filter(|(major, minor)| is_number(major) && is_number(minor));
    let (major, minor) = parts.ok_or_else(|| characters.error("`%YAML` has no version"))?;
    let is_one = |part: &str| part.parse() == Ok(1_u8);
    Ok(is_one(major) && is_one(minor))
}
