//! The characters of passwords.

use std::collections::BTreeSet;

use zeroize::Zeroizing;

use crate::ProviderError;

use super::seeded_rng::SeededRng;

const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const NUMERIC: &str = "0123456789";
/// No quotes, backslash or blank, which cause trouble in shells and connection strings.
const SPECIAL: &str = "!@#$%&*()-_=+[]{}<>:?";

/// A class of characters, and the minimum number of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    characters: Vec<char>,
    minimum: usize,
}

/// The characters of a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabet {
    pub length: usize,
    pub classes: Vec<Class>,
}

impl Class {
    pub fn lower(minimum: usize) -> Self {
        Self::of(LOWER, minimum)
    }

    pub fn upper(minimum: usize) -> Self {
        Self::of(UPPER, minimum)
    }

    pub fn numeric(minimum: usize) -> Self {
        Self::of(NUMERIC, minimum)
    }

    pub fn special(minimum: usize, characters: Option<&str>) -> Self {
        Self::of(characters.unwrap_or(SPECIAL), minimum)
    }

    /// Duplicate characters are removed, so that they are not more likely.
    fn of(characters: &str, minimum: usize) -> Self {
        let characters: BTreeSet<char> = characters.chars().collect();
        Self {
            characters: characters.into_iter().collect(),
            minimum,
        }
    }
}

impl Alphabet {
    /// The sum of the minimums.
    pub fn minimum(&self) -> usize {
        self.classes.iter().map(|it| it.minimum).sum()
    }

    /// Draws the minimum of each class, the rest from all characters, and shuffles, all without
    /// bias. The minimums must not exceed the length, and at least one class must have characters.
    pub fn password(&self, rng: &mut SeededRng) -> Result<Zeroizing<String>, ProviderError> {
        let mut drawn = Zeroizing::new(Vec::<char>::with_capacity(self.length));
        for class in &self.classes {
            for _ in 0..class.minimum {
                drawn.extend(rng.pick(&class.characters)?);
            }
        }
        let all: BTreeSet<char> = self.characters().collect();
        let all: Vec<char> = all.into_iter().collect();
        for _ in drawn.len()..self.length {
            drawn.extend(rng.pick(&all)?);
        }
        rng.shuffle(&mut drawn)?;
        Ok(Zeroizing::new(drawn.iter().collect()))
    }

    fn characters(&self) -> impl Iterator<Item = char> {
        self.classes
            .iter()
            .flat_map(|it| it.characters.iter().copied())
    }
}

/// The characters of a text outside the default alphabet: the `overrideSpecial` with which a
/// password could have this text. `None` if the defaults suffice.
pub fn unusual(text: &str) -> Option<String> {
    let special: BTreeSet<char> = text
        .chars()
        .filter(|it| !it.is_ascii_alphanumeric())
        .collect();
    let is_usual = special.iter().all(|it| SPECIAL.contains(*it));
    (!is_usual).then(|| special.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn count(text: &str, characters: &str) -> usize {
        text.chars().filter(|it| characters.contains(*it)).count()
    }

    proptest! {
        #[test]
        fn every_minimum_is_honoured(
            minimums in prop::array::uniform4(0..6_usize),
            more in 0..20_usize,
            special in prop::option::of("[äß.~]{1,4}"),
        ) {
            let [lower, upper, numeric, other] = minimums;
            let alphabet = Alphabet {
                length: minimums.iter().sum::<usize>() + more,
                classes: vec![
                    Class::lower(lower),
                    Class::upper(upper),
                    Class::numeric(numeric),
                    Class::special(other, special.as_deref()),
                ],
            };
            let text = alphabet.password(&mut SeededRng::system()).unwrap();
            let special = special.as_deref().unwrap_or(SPECIAL);
            prop_assert_eq!(text.chars().count(), alphabet.length);
            prop_assert!(count(&text, LOWER) >= lower);
            prop_assert!(count(&text, UPPER) >= upper);
            prop_assert!(count(&text, NUMERIC) >= numeric);
            prop_assert!(count(&text, special) >= other);
            let known = [LOWER, UPPER, NUMERIC, special].concat();
            prop_assert_eq!(count(&text, &known), alphabet.length);
        }
    }

    #[test]
    fn only_the_classes_asked_for_are_used() {
        let alphabet = Alphabet {
            length: 200,
            classes: vec![Class::numeric(0)],
        };
        let text = alphabet.password(&mut SeededRng::system()).unwrap();
        assert_eq!(count(&text, NUMERIC), 200);
    }

    /// The order of classes and duplicate characters do not affect the result.
    #[test]
    fn every_character_is_as_likely_at_every_place() {
        let alphabet = Alphabet {
            length: 4,
            classes: vec![
                Class::special(1, Some("aab")),
                Class::special(1, Some("cd")),
            ],
        };
        let mut rng = SeededRng::seeded("fair");
        let mut counts: BTreeMap<(usize, char), u32> = BTreeMap::new();
        for _ in 0..20_000 {
            for (place, character) in alphabet.password(&mut rng).unwrap().chars().enumerate() {
                *counts.entry((place, character)).or_default() += 1;
            }
        }
        assert_eq!(counts.len(), 16);
        // Five times the standard deviation of 61.
        assert!(
            counts.values().all(|it| it.abs_diff(5_000) < 306),
            "{counts:?}"
        );
    }

    #[test]
    fn unusual_characters_are_found() {
        assert_eq!(unusual("aB3!"), None);
        assert_eq!(unusual("aB3!\"é"), Some("!\"é".to_owned()));
    }
}
