//! The second report of one exception.

use super::errors::error::{ProgramError, SourceLine, Thrown};

/// The exception of a program, which V8 reports once more: nothing handles the promise of a module that throws. A third
/// one with the same message is an exception of its own.
pub struct Repeat {
    message: String,
    excerpt: Option<SourceLine>,
}

impl Repeat {
    pub fn of(error: &ProgramError) -> Option<Self> {
        match error {
            ProgramError::Thrown(thrown) => Some(Self {
                message: thrown.message.clone(),
                excerpt: thrown.excerpt.clone(),
            }),
            _ => None,
        }
    }

    pub fn is(&self, thrown: &Thrown) -> bool {
        thrown.message == self.message && thrown.excerpt == self.excerpt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_exception_repeats() {
        let thrown = |message: &str| Thrown {
            message: message.to_owned(),
            ..Thrown::default()
        };
        let error = ProgramError::Thrown(Box::new(thrown("a")));
        let mut same = Repeat::of(&error);
        let mut drops = |message| same.take_if(|it| it.is(&thrown(message))).is_some();
        assert_eq!(["b", "a", "a"].map(&mut drops), [false, true, false]);
        assert!(Repeat::of(&ProgramError::Internal("a".to_owned())).is_none());
    }
}
