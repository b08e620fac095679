//! Templates of replacements.

/// Appends a template in which `$1`, `$name` and `${name}` are replaced by groups, and `$$` by `$`.
pub fn expand(
    template: &str,
    names: &[Option<String>],
    groups: &[Option<&str>],
    output: &mut String,
) {
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('$') {
        output.push_str(before);
        rest = after;
        if let Some(after) = rest.strip_prefix('$') {
            output.push('$');
            rest = after;
        } else if let Some((name, after)) = name(rest) {
            if let Some(text) = group(name, names, groups) {
                output.push_str(text);
            }
            rest = after;
        } else {
            output.push('$');
        }
    }
    output.push_str(rest);
}

/// The name after a `$` and what follows it.
fn name(text: &str) -> Option<(&str, &str)> {
    let (is_braced, text) = match text.strip_prefix('{') {
        Some(text) => (true, text),
        None => (false, text),
    };
    let end = text
        .find(|character: char| !is_word(character))
        .unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return None;
    }
    if is_braced {
        Some((name, rest.strip_prefix('}')?))
    } else {
        Some((name, rest))
    }
}

fn is_word(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

fn group<'t>(name: &str, names: &[Option<String>], groups: &[Option<&'t str>]) -> Option<&'t str> {
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && (name.len() == 1 || !name.starts_with('0')) {
        return name
            .parse::<usize>()
            .ok()
            .and_then(|index| *groups.get(index)?);
    }
    names
        .iter()
        .zip(groups.iter().skip(1))
        .find(|(other, text)| other.as_deref() == Some(name) && text.is_some())
        .and_then(|(_, text)| *text)
}
