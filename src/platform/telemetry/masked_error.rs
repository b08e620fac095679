//! Hides the secrets of a function in the errors that it throws: they are shown, stored, and answered to clients.

use lumi_host::{ProgramError, Thrown};

/// Changes the texts of an error.
pub fn mask_error(error: &mut ProgramError, mask: &dyn Fn(&str) -> String) {
    match error {
        ProgramError::Thrown(thrown) => mask_thrown(thrown, mask),
        ProgramError::Several(all) => all.iter_mut().for_each(|it| mask_thrown(it, mask)),
        ProgramError::Stopped(..)
        | ProgramError::Stalled(_)
        | ProgramError::NoThread(_)
        | ProgramError::Internal(_) => {}
    }
}

fn mask_thrown(thrown: &mut Thrown, mask: &dyn Fn(&str) -> String) {
    thrown.message = mask(&thrown.message);
    thrown.class = thrown.class.as_deref().map(mask);
    if let Some(excerpt) = &mut thrown.excerpt {
        excerpt.line = excerpt.line.as_deref().map(mask);
    }
    let below = thrown.cause.as_deref_mut().into_iter();
    for inner in below.chain(&mut thrown.aggregated) {
        mask_thrown(inner, mask);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_masked_too() {
        let thrown = |message: &str| Thrown {
            message: message.to_owned(),
            ..Thrown::default()
        };
        let mut error = ProgramError::Thrown(Box::new(Thrown {
            cause: Some(Box::new(Thrown {
                aggregated: vec![thrown("hunter2")],
                ..thrown("with hunter2")
            })),
            ..thrown("hunter2!")
        }));
        mask_error(&mut error, &|text| text.replace("hunter2", "[secret]"));
        let shown = format!("{error:?}");
        assert!(
            !shown.contains("hunter2") && shown.matches("[secret]").count() == 3,
            "{shown}"
        );
    }
}
