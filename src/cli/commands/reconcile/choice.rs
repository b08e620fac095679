//! The side that each difference is resolved on.

use std::io::BufRead;

use lumi_reconciliation::{Drift, PropertyDrift, ResourceDrift};

use lumi_terminal::failure::Failure;
use lumi_terminal::input::consent::unanswered;

use super::drift_text::{headline, property_line};
use super::reconcile_args::Direction;

/// The decision about one property, or about an object that is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    World,
    Program,
    /// Stays as it is.
    Skip,
}

/// A difference, and the decision about it.
pub struct Decision<'d> {
    pub resource: &'d ResourceDrift,
    /// `None` for an object that is gone.
    pub property: Option<&'d PropertyDrift>,
    pub choice: Choice,
}

/// Each difference with its side. Without a direction, the program is the side that is looked at.
pub fn decide<'d>(
    drifts: &'d [ResourceDrift],
    to: Option<Direction>,
    questions: &mut Questions<'_>,
) -> Result<Vec<Decision<'d>>, Failure> {
    let mut decisions = Vec::new();
    for resource in drifts {
        if to == Some(Direction::Ask) {
            (questions.say)(&format!("{}\n", headline(resource)));
        }
        let properties: Vec<Option<&PropertyDrift>> = match &resource.drift {
            Drift::Deleted => vec![None],
            Drift::Changed(properties) => properties.iter().map(Some).collect(),
        };
        for property in properties {
            let choice = match to {
                Some(Direction::World) => Choice::World,
                Some(Direction::Program) | None => Choice::Program,
                Some(Direction::Ask) => questions.ask(property)?,
            };
            decisions.push(Decision {
                resource,
                property,
                choice,
            });
        }
    }
    Ok(decisions)
}

/// The parties of the questions.
pub struct Questions<'a> {
    pub input: &'a mut dyn BufRead,
    pub say: &'a mut dyn FnMut(&str),
}

impl Questions<'_> {
    fn ask(&mut self, property: Option<&PropertyDrift>) -> Result<Choice, Failure> {
        if let Some(property) = property {
            (self.say)(&format!("  {}\n", property_line(property)));
        }
        loop {
            (self.say)("  Which one is right? world / program / skip: ");
            let mut answer = String::new();
            let read = self.input.read_line(&mut answer);
            if read.map_err(|error| unanswered(&error, self.say))? == 0 {
                (self.say)("\n");
                return Ok(Choice::Skip);
            }
            match answer.trim().to_lowercase().as_str() {
                // The side that is right stays, and the other one adopts its value.
                "w" | "world" => return Ok(Choice::Program),
                "p" | "program" => return Ok(Choice::World),
                "s" | "skip" => return Ok(Choice::Skip),
                _ => (self.say)("  Answer world, program or skip.\n"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lumi_graph::{PropertyPath, Urn, Value};

    fn drift() -> Vec<ResourceDrift> {
        let property = |name: &str| PropertyDrift {
            path: name.parse::<PropertyPath>().unwrap(),
            recorded: Some(Value::from("a")),
            world: Some(Value::from("b")),
            program: Some(Value::from("a")),
        };
        let urn =
            |name: &str| Urn::parse(&format!("urn:lumi:dev::web::index::std:fs:File::{name}"));
        vec![
            ResourceDrift {
                urn: urn("x").unwrap(),
                source: None,
                drift: Drift::Changed(vec![property("content"), property("mode")]),
            },
            ResourceDrift {
                urn: urn("y").unwrap(),
                source: None,
                drift: Drift::Deleted,
            },
        ]
    }

    fn decided(to: Option<Direction>, input: &str) -> (Vec<Choice>, String) {
        let (drifts, mut said) = (drift(), String::new());
        let mut questions = Questions {
            input: &mut input.as_bytes(),
            say: &mut |text| said.push_str(text),
        };
        let decisions = decide(&drifts, to, &mut questions).unwrap();
        (decisions.iter().map(|it| it.choice).collect(), said)
    }

    #[test]
    fn a_direction_decides_all() {
        assert_eq!(decided(Some(Direction::World), "").0, [Choice::World; 3]);
        assert_eq!(
            decided(Some(Direction::Program), "").0,
            [Choice::Program; 3]
        );
        assert_eq!(decided(None, ""), (vec![Choice::Program; 3], String::new()));
    }

    #[test]
    fn each_property_is_asked_for() {
        let (choices, said) = decided(Some(Direction::Ask), "what\nWorld\np\n");
        // The end of the input leaves the rest as it is.
        assert_eq!(choices, [Choice::Program, Choice::World, Choice::Skip]);
        insta::assert_snapshot!(said, @r#"
        std:fs:File "x"
          content: "a" -> "b"
          Which one is right? world / program / skip:   Answer world, program or skip.
          Which one is right? world / program / skip:   mode: "a" -> "b"
          Which one is right? world / program / skip: std:fs:File "y": the object is gone
          Which one is right? world / program / skip: 
        "#);
    }
}
