//! Flags that Terraform writes with one dash.

use std::ffi::OsString;

/// The commands that take them.
const COMMANDS: [&str; 4] = ["preview", "up", "refresh", "destroy"];

const NAMES: [&str; 2] = ["-var", "-var-file"];

/// The words of the command line with `--var` and `--var-file` in place of `-var` and `-var-file`.
pub fn with_long_flags(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    // The command stands behind flags of all commands, some of which have values: `-C FOLDER`.
    let mut before_end = words.iter().skip(1).take_while(|it| *it != "--");
    if !before_end.any(|it| COMMANDS.iter().any(|command| it == command)) {
        return words;
    }
    for word in &mut words {
        match word.to_str() {
            Some("--") => break,
            Some(text) if is_short(text) => *word = format!("-{text}").into(),
            _ => {}
        }
    }
    words
}

fn is_short(word: &str) -> bool {
    let name = word.split_once('=').map_or(word, |(name, _)| name);
    NAMES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long(words: &str) -> String {
        let words = with_long_flags(words.split(' ').map(OsString::from));
        let words = words.iter().map(|it| it.to_str().unwrap());
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn flags_of_deployments_get_a_second_dash() {
        let words = "lumi -q up -var a=1 -var=b=2 -var-file f -various -v -- -var";
        let expected = "lumi -q up --var a=1 --var=b=2 --var-file f -various -v -- -var";
        assert_eq!(long(words), expected);
        assert_eq!(long("lumi -C x up -var a=1"), "lumi -C x up --var a=1");
        assert_eq!(long("lumi test -var x"), "lumi test -var x");
        assert_eq!(long("lumi test -var x -- up"), "lumi test -var x -- up");
    }
}
