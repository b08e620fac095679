//! Comments of declarations.

use std::fmt::Write as _;

/// Writes what is known about a declaration as a comment before it; nothing if nothing is.
pub fn write_comment(
    text: &mut String,
    indent: &str,
    description: &str,
    deprecation: Option<&str>,
    tags: &[&str],
) {
    let description = description.trim().replace("*/", "*\\/");
    let mut lines: Vec<String> = description
        .lines()
        .map(|it| it.trim_end().to_owned())
        .collect();
    lines.extend(tags.iter().map(|it| format!("@{it}")));
    if let Some(reason) = deprecation {
        let reason = reason.trim().replace("*/", "*\\/");
        let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        lines.push(format!("@deprecated {reason}").trim_end().to_owned());
    }
    match lines.as_slice() {
        [] => {}
        [line] => {
            let _ = writeln!(text, "{indent}/** {line} */");
        }
        lines => {
            let _ = writeln!(text, "{indent}/**");
            for line in lines {
                let _ = writeln!(text, "{}", format!("{indent} * {line}").trim_end());
            }
            let _ = writeln!(text, "{indent} */");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_where_they_end() {
        let mut text = String::new();
        write_comment(&mut text, "", "", None, &[]);
        write_comment(&mut text, "  ", "Short.", None, &[]);
        write_comment(
            &mut text,
            "",
            " A */ b.\n\n Second.\n",
            Some("gone\nsoon"),
            &["secret"],
        );
        insta::assert_snapshot!(text, @r"
          /** Short. */
        /**
         * A *\/ b.
         *
         *  Second.
         * @secret
         * @deprecated gone soon
         */
        ");
    }
}
