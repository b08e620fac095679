//! Literals of JavaScript.

/// A text literal, with the quotes that need fewer escapes. JSON strings are valid JavaScript.
pub fn quoted(text: &str) -> String {
    let double = json(text);
    let quotes = text.matches('"').count();
    if quotes <= text.matches('\'').count() {
        return double;
    }
    let inner = &double[1..double.len() - 1];
    format!("'{}'", unescaped_quotes(inner).replace('\'', "\\'"))
}

/// A text literal as JSON writes it.
pub fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// `\"` as `"`; a backslash that is itself escaped stays.
fn unescaped_quotes(escaped: &str) -> String {
    let mut text = String::with_capacity(escaped.len());
    let mut characters = escaped.chars();
    while let Some(it) = characters.next() {
        match it {
            '\\' => match characters.next() {
                Some('"') => text.push('"'),
                Some(other) => text.extend(['\\', other]),
                None => text.push('\\'),
            },
            it => text.push(it),
        }
    }
    text
}

/// The text within a template literal. JSON escapes control characters as JavaScript does.
pub fn in_template(text: &str) -> String {
    let quoted = json(text);
    let inner = unescaped_quotes(&quoted[1..quoted.len() - 1]);
    inner.replace('`', "\\`").replace("${", "\\${")
}

/// The key of a member of an object.
pub fn member_key(key: &str) -> String {
    match is_identifier(key) {
        true => key.to_owned(),
        // As a computed name it is an ordinary member.
        false if key == "__proto__" => "[\"__proto__\"]".to_owned(),
        false => quoted(key),
    }
}

pub fn member_access(name: &str) -> String {
    match is_identifier(name) {
        true => format!(".{name}"),
        false => format!("[{}]", quoted(name)),
    }
}

pub fn is_identifier(key: &str) -> bool {
    let is_start = |it: char| it.is_ascii_alphabetic() || it == '_' || it == '$';
    let mut characters = key.chars();
    key != "__proto__"
        && characters.next().is_some_and(is_start)
        && characters.all(|it| is_start(it) || it.is_ascii_digit())
}

/// The shortest text of a number: JavaScript reads numbers like Rust, except for infinities.
pub fn number(value: f64) -> String {
    if value.is_infinite() {
        return if value < 0.0 { "-Infinity" } else { "Infinity" }.to_owned();
    }
    let size = value.abs();
    match size != 0.0 && !(1e-6..1e21).contains(&size) {
        true => format!("{value:e}"),
        false => format!("{value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_template_means_what_it_says() {
        assert_eq!(
            in_template("a\n\"b\" `c` ${d} \\ e"),
            "a\\n\"b\" \\`c\\` \\${d} \\\\ e"
        );
        assert_eq!(in_template("\\\""), "\\\\\"");
    }

    #[test]
    fn quotes_need_few_escapes() {
        assert_eq!(quoted("it's"), "\"it's\"");
        assert_eq!(quoted("{\"a\":1}"), "'{\"a\":1}'");
        assert_eq!(quoted("\"a\" 'b"), "'\"a\" \\'b'");
        assert_eq!(quoted("\\\""), "'\\\\\"'");
        assert_eq!(quoted("\\\"\n"), "'\\\\\"\\n'");
    }

    #[test]
    fn numbers_are_those_of_javascript() {
        assert_eq!(number(-0.0), "-0");
        assert_eq!(number(1e21), "1e21");
        assert_eq!(number(f64::MAX), "1.7976931348623157e308");
        assert_eq!(number(0.000_1), "0.0001");
        assert_eq!(number(f64::NEG_INFINITY), "-Infinity");
        assert_eq!(number(f64::NAN), "NaN");
    }
}
