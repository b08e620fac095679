//! Plain, quoted and block scalars.

use super::YamlError;
use super::characters::{Characters, END, is_blank, is_blank_or_end, is_break, is_break_or_end};
use super::scanner::Scanner;
use super::token::{Style, Token};

/// Blanks and line breaks between parts of a scalar.
#[derive(Default)]
struct Gap {
    blanks: String,
    first_break: Option<char>,
    further_breaks: String,
    /// Whether the gap is over the end of a line.
    is_broken: bool,
}

impl Gap {
    /// Reads blanks and line breaks; those in plain text must not have tabs before a column.
    fn read(&mut self, characters: &mut Characters, least: Option<usize>) -> Result<(), YamlError> {
        loop {
            let next = characters.at(0);
            if is_blank(next) {
                let is_before = least.is_some_and(|least| characters.place.column < least);
                if self.is_broken && is_before && next == '\t' {
                    return Err(characters.error("a tab cannot be indentation"));
                }
                characters.skip(1);
                if !self.is_broken {
                    self.blanks.push(next);
                }
            } else if let Some(line_break) = characters.take_break() {
                if self.is_broken {
                    self.further_breaks.push(line_break);
                } else {
                    self.blanks.clear();
                    self.first_break = Some(line_break);
                    self.is_broken = true;
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Appends the gap, in which one line feed is a space and several are one less.
    fn fold(&mut self, text: &mut String) {
        let gap = std::mem::take(self);
        if !gap.is_broken {
            text.push_str(&gap.blanks);
            return;
        }
        match gap.first_break {
            Some('\n') if gap.further_breaks.is_empty() => text.push(' '),
            Some('\n') => {}
            other => text.extend(other),
        }
        text.push_str(&gap.further_breaks);
    }
}

/// Reads text without quotes, which may go on over lines.
pub fn plain(scanner: &mut Scanner) -> Result<Token, YamlError> {
    let (least, is_in_flow) = (scanner.continuation(), scanner.is_in_flow());
    let mut text = String::new();
    let mut gap = Gap::default();
    loop {
        let characters = &mut scanner.characters;
        let is_mark = characters.is_document_mark('-') || characters.is_document_mark('.');
        if is_mark || characters.at(0) == '#' {
            break;
        }
        while !is_blank_or_end(characters.at(0)) {
            let next = characters.at(0);
            let is_value = next == ':' && is_blank_or_end(characters.at(1));
            if is_value || (is_in_flow && ",?[]{}".contains(next)) {
                break;
            }
            gap.fold(&mut text);
            text.push(characters.take());
        }
        if !is_blank(characters.at(0)) && !is_break(characters.at(0)) {
            break;
        }
        gap.read(characters, Some(least))?;
        if !is_in_flow && characters.place.column < least {
            break;
        }
    }
    if gap.is_broken {
        scanner.allow_key();
    }
    Ok(Token::Scalar {
        text,
        style: Style::Plain,
    })
}

/// Reads text in quotes.
pub fn quoted(characters: &mut Characters, quote: char) -> Result<Token, YamlError> {
    characters.skip(1);
    let mut text = String::new();
    loop {
        if characters.is_document_mark('-') || characters.is_document_mark('.') {
            return Err(characters.error("a document ends within quotes"));
        }
        if characters.is_end() {
            return Err(characters.error("a quote is not closed"));
        }
        let mut gap = Gap::default();
        while !is_blank_or_end(characters.at(0)) {
            match (characters.at(0), characters.at(1)) {
                ('\'', '\'') if quote == '\'' => {
                    characters.skip(2);
                    text.push('\'');
                }
                (next, _) if next == quote => break,
                ('\\', next) if quote == '"' && is_break(next) => {
                    characters.skip(1);
                    characters.take_break();
                    gap.is_broken = true;
                    break;
                }
                ('\\', _) if quote == '"' => text.push(escape(characters)?),
                _ => text.push(characters.take()),
            }
        }
        if characters.at(0) == quote {
            characters.skip(1);
            return Ok(Token::Scalar {
                text,
                style: Style::Quoted,
            });
        }
        gap.read(characters, None)?;
        gap.fold(&mut text);
    }
}

fn escape(characters: &mut Characters) -> Result<char, YamlError> {
    let letter = characters.at(1);
    characters.skip(2);
    let count = match letter {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => {
            let character = Some(match letter {
                '0' => '\0',
                'a' => '\u{7}',
                'b' => '\u{8}',
                't' | '\t' => '\t',
                'n' => '\n',
                'v' => '\u{b}',
                'f' => '\u{c}',
                'r' => '\r',
                'e' => '\u{1b}',
                ' ' | '"' | '\'' | '\\' => letter,
                'N' => '\u{85}',
                '_' => '\u{a0}',
                'L' => '\u{2028}',
                'P' => '\u{2029}',
                _ => END,
            });
            let is_known = |character: &char| *character != END || letter == '0';
            let character = character.filter(is_known);
            return character.ok_or_else(|| characters.error("an escape is unknown"));
        }
    };
    let digits: String = (0..count).map(|distance| characters.at(distance)).collect();
    let is_number = digits.chars().all(|digit| digit.is_ascii_hexdigit());
    let code = is_number
        .then(|| u32::from_str_radix(&digits, 16).ok())
        .flatten();
    let character = code.and_then(char::from_u32);
    characters.skip(count);
    character.ok_or_else(|| characters.error("an escape is no character"))
}

/// How the line breaks at the end of a block scalar are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomping {
    Strip,
    Clip,
    Keep,
}

/// Reads a block after `|` or `>`.
pub fn block(scanner: &mut Scanner, is_literal: bool) -> Result<Token, YamlError> {
    let outer = scanner.indent();
    let characters = &mut scanner.characters;
    characters.skip(1);
    let (chomping, increment) = header(characters)?;
    let mut indent = increment.map(|increment| outer.unwrap_or(0) + increment);
    let mut text = String::new();
    let mut line_break: Option<char> = None;
    let mut is_after_blank = false;
    let mut breaks = String::new();
    let column = block_breaks(characters, &mut indent, outer, &mut breaks)?;
    while characters.place.column == column && !characters.is_end() {
        let is_blank_line = is_blank(characters.at(0));
        let is_folded = !is_literal && !is_after_blank && !is_blank_line;
        match line_break.take() {
            Some('\n') if is_folded => text.push_str(if breaks.is_empty() { " " } else { "" }),
            other => text.extend(other),
        }
        text.push_str(&std::mem::take(&mut breaks));
        is_after_blank = is_blank_line;
        while !is_break_or_end(characters.at(0)) {
            text.push(characters.take());
        }
        line_break = characters.take_break();
        block_breaks(characters, &mut indent, outer, &mut breaks)?;
    }
    if chomping != Chomping::Strip {
        text.extend(line_break);
    }
    if chomping == Chomping::Keep {
        text.push_str(&breaks);
    }
    Ok(Token::Scalar {
        text,
        style: Style::Block,
    })
}

/// Reads `+`, `-` and a digit in any order, and the rest of the line.
fn header(characters: &mut Characters) -> Result<(Chomping, Option<usize>), YamlError> {
    let (mut chomping, mut increment) = (None, None);
    for _ in 0..2 {
        match characters.at(0) {
            '+' if chomping.is_none() => chomping = Some(Chomping::Keep),
            '-' if chomping.is_none() => chomping = Some(Chomping::Strip),
            digit @ '1'..='9' if increment.is_none() => {
                increment = digit
                    .to_digit(10)
                    .and_then(|digit| usize::try_from(digit).ok());
            }
            _ => break,
        }
        characters.skip(1);
    }
    characters.skip_blanks();
    characters.skip_comment();
    if !is_break_or_end(characters.at(0)) {
        return Err(characters.error("a block must begin on a line of its own"));
    }
    characters.take_break();
    Ok((chomping.unwrap_or(Chomping::Clip), increment))
}

/// Reads empty lines and the indentation of the next, which decides the column of the block.
fn block_breaks(
    characters: &mut Characters,
    indent: &mut Option<usize>,
    outer: Option<usize>,
    breaks: &mut String,
) -> Result<usize, YamlError> {
    let mut greatest = 0;
    loop {
        let is_before = |column: usize| indent.is_none_or(|indent| column < indent);
        while is_before(characters.place.column) && characters.at(0) == ' ' {
            characters.skip(1);
        }
        greatest = greatest.max(characters.place.column);
        if is_before(characters.place.column) && characters.at(0) == '\t' {
            return Err(characters.error("a tab cannot be indentation"));
        }
        match characters.take_break() {
            Some(line_break) => breaks.push(line_break),
            None => break,
        }
    }
    let least = outer.map_or(1, |outer| outer + 1);
    Ok(*indent.get_or_insert(greatest.max(least)))
}
