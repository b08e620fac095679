//! Searches that secrets are added to one by one.

use std::sync::{Arc, OnceLock};

use super::folded_text::FoldedText;
use super::secret_search::{Form, SecretSearch};

/// A secret, as far as a search has to know it.
pub trait Searchable {
    /// The texts that are searched for.
    fn forms(&self) -> Vec<Form>;

    /// The texts that are searched for in a [`FoldedText`].
    fn folded_forms(&self) -> Vec<Form> {
        Vec::new()
    }
}

impl Searchable for Form {
    fn forms(&self) -> Vec<Form> {
        vec![self.clone()]
    }
}

/// Secrets in groups, each with one search.
///
/// Each group is more than twice as large as the next, so that there are few groups, and secrets
/// that are added one by one are indexed only a few times.
#[derive(Clone)]
pub struct SearchGroups<T> {
    groups: Vec<Group<T>>,
}

#[derive(Clone)]
struct Group<T> {
    secrets: Vec<T>,
    /// Built on the first search; most groups are never searched. Copies share it.
    search: OnceLock<Arc<SecretSearch>>,
    /// The search in folded texts.
    folded: OnceLock<Arc<SecretSearch>>,
}

impl<T> Default for SearchGroups<T> {
    fn default() -> Self {
        Self { groups: Vec::new() }
    }
}

impl<T: Searchable> SearchGroups<T> {
    pub fn add(&mut self, mut secrets: Vec<T>) {
        if secrets.is_empty() {
            return;
        }
        while let Some(last) = self
            .groups
            .pop_if(|it| it.secrets.len() <= 2 * secrets.len())
        {
            secrets.extend(last.secrets);
        }
        self.groups.push(Group {
            secrets,
            search: OnceLock::new(),
            folded: OnceLock::new(),
        });
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    pub fn searches(&self) -> impl Iterator<Item = &SecretSearch> {
        self.groups.iter().map(Group::search)
    }

    /// The searches in folded texts.
    pub fn folded_searches(&self) -> impl Iterator<Item = &SecretSearch> {
        self.groups.iter().map(Group::folded)
    }

    /// Whether a text contains one of the secrets.
    pub fn finds(&self, text: &str) -> bool {
        if self.is_empty() {
            return false;
        }
        if self.searches().any(|it| it.finds(text)) {
            return true;
        }
        FoldedText::of(text)
            .is_some_and(|folded| self.folded_searches().any(|it| it.finds(&folded.text)))
    }
}

impl<T: Searchable> Group<T> {
    fn search(&self) -> &SecretSearch {
        self.search.get_or_init(|| {
            let forms = self.secrets.iter().flat_map(T::forms);
            Arc::new(SecretSearch::new(forms.collect()))
        })
    }

    fn folded(&self) -> &SecretSearch {
        self.folded.get_or_init(|| {
            let forms = self.secrets.iter().flat_map(T::folded_forms);
            Arc::new(SecretSearch::new(forms.collect()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_that_are_added_one_by_one_are_in_few_groups() {
        let mut groups = SearchGroups::default();
        for number in 0..2000 {
            groups.add(vec![Form {
                text: format!("secret number {number}."),
                is_number: false,
            }]);
        }
        assert!(groups.groups.len() < 12);
        assert!(groups.finds("the secret number 0.") && groups.finds("secret number 1999."));
        assert!(!groups.finds("secret number 2000."));
    }
}
