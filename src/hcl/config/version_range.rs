//! Ranges of versions, as blocks write them.

use std::cmp::Ordering;

/// Whether a version without a prerelease lies in a range such as `>= 1.2, < 2.0`; `None` for a text that is no range.
pub fn contains(range: &str, version: [u64; 3]) -> Option<bool> {
    let mut is_inside = true;
    for part in range.split(',') {
        is_inside &= part_contains(part.trim(), version)?;
    }
    Some(is_inside)
}

fn part_contains(part: &str, version: [u64; 3]) -> Option<bool> {
    let at = part.find(|it: char| it.is_ascii_digit() || it == 'v')?;
    let (operator, text) = part.split_at(at);
    let (numbers, is_release) = numbers(text.trim())?;
    let mut limit = [0; 3];
    for (place, number) in limit.iter_mut().zip(&numbers) {
        *place = *number;
    }
    let order = match version.cmp(&limit) {
        // A release comes after its prereleases.
        Ordering::Equal if !is_release => Ordering::Greater,
        order => order,
    };
    Some(match operator.trim() {
        "" | "=" => order == Ordering::Equal,
        "!=" => order != Ordering::Equal,
        ">" => order == Ordering::Greater,
        ">=" => order != Ordering::Less,
        "<" => order == Ordering::Less,
        "<=" => order != Ordering::Greater,
        "~>" => {
            let fixed = numbers.len().saturating_sub(1).min(limit.len());
            order != Ordering::Less && version.iter().zip(&limit).take(fixed).all(|(a, b)| a == b)
        }
        _ => return None,
    })
}

/// The numbers of a version, and whether it is no prerelease.
fn numbers(text: &str) -> Option<(Vec<u64>, bool)> {
    let text = text.strip_prefix('v').unwrap_or(text);
    let text = text.split('+').next().unwrap_or(text);
    let (core, prerelease) = match text.split_once('-') {
        Some((core, prerelease)) => (core, Some(prerelease)),
        None => (text, None),
    };
    if prerelease == Some("") {
        return None;
    }
    let numbers: Option<Vec<u64>> = core.split('.').map(|it| it.parse().ok()).collect();
    let numbers = numbers.filter(|it| (1..=4).contains(&it.len()))?;
    Some((numbers, prerelease.is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_the_language() {
        for (range, inside) in [
            (">= 1.3", Some(true)),
            ("~> 1.12", Some(true)),
            ("~> 1.11.0", Some(false)),
            ("~>1.12.0", Some(true)),
            ("~> 1", Some(true)),
            (">= 1.0, < 1.12.6", Some(false)),
            ("!= 1.12.6", Some(false)),
            ("1.12.6", Some(true)),
            ("= v1.12.6", Some(true)),
            (">= 1.12.6-rc1", Some(true)),
            ("", None),
            (">= x", None),
            ("=> 1", None),
            ("1.2.", None),
        ] {
            assert_eq!(contains(range, [1, 12, 6]), inside, "{range}");
        }
    }
}
