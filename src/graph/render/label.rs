//! Shortens text to the width of boxes.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::super::resource_type::ResourceType;

/// The text in at most `columns` columns of a monospaced font; truncated text ends in an ellipsis.
pub fn shortened(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut width = 1;
    let fits = |it: &char| {
        width += it.width().unwrap_or(1);
        width <= columns
    };
    let mut short: String = text.chars().take_while(fits).collect();
    short.push('…');
    short
}

/// A type token without repetition: `aws:ecs:TaskDefinition` for
/// `aws:ecs/taskDefinition:TaskDefinition`.
pub fn short_type(token: &ResourceType) -> String {
    let name = token.type_name();
    let module = token.module();
    let repeated = module
        .rsplit_once('/')
        .filter(|it| it.1.eq_ignore_ascii_case(name));
    match repeated {
        Some((folder, _)) => format!("{}:{folder}:{name}", token.package()),
        None => token.as_str().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_labels_end_in_an_ellipsis() {
        assert_eq!(shortened("abcdef", 6), "abcdef");
        assert_eq!(shortened("abcdefg", 6), "abcde…");
        assert_eq!(shortened("日本語日本語", 6), "日本…");
        assert_eq!(shortened("", 6), "");
    }

    #[test]
    fn a_short_type_repeats_nothing() {
        let short = |token| short_type(&ResourceType::parse(token).unwrap());
        assert_eq!(
            short("aws:ecs/taskDefinition:TaskDefinition"),
            "aws:ecs:TaskDefinition"
        );
        assert_eq!(short("std:fs:File"), "std:fs:File");
        assert_eq!(short("aws:ecs/other:Service"), "aws:ecs/other:Service");
    }
}
