//! Packages of test frameworks in tests of programs of Pulumi, which have the interface of Mocha.

use deno_core::url::Url;

use super::error::LoadError;

const MOCHA: &str = "lumi:/pulumi/mocha_module.ts";

/// Packages whose tests run by a command of their own, with that command.
const OTHERS: [(&str, &str); 2] = [("@jest/globals", "npx jest"), ("vitest", "npx vitest run")];

/// The module in the place of a framework; `None` for other specifiers.
pub fn framework(specifier: &str) -> Option<Result<Url, LoadError>> {
    if specifier == "mocha" {
        return Some(Ok(Url::parse(MOCHA).expect("BUG: the constant is a URL")));
    }
    let (_, command) = OTHERS.iter().find(|(name, _)| *name == specifier)?;
    Some(Err(LoadError::OtherTests {
        specifier: specifier.to_owned(),
        command,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_framework_is_served_and_others_are_named() {
        assert_eq!(framework("mocha").unwrap().unwrap().as_str(), MOCHA);
        for (name, command) in OTHERS {
            let told = framework(name).unwrap().unwrap_err().to_string();
            assert!(told.contains(name) && told.contains(command), "{told}");
        }
        assert!(framework("chai").is_none() && framework("mocha/lib/suite").is_none());
    }
}
