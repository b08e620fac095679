//! A comparison by meaning, as text and as JSON.

use std::io::{self, Write};

use serde_json::{Value, json};

use lumi_comparison::{DifferenceClass, Finding, FindingSubject, GraphComparison, MAX_OPTIMAL};
use lumi_graph::Urn;
use lumi_terminal::exit::Exit;

/// Classes whose differences end with code 1.
const COUNTED: [DifferenceClass; 2] = [DifferenceClass::Meaningful, DifferenceClass::Identity];

/// The code of the command.
pub fn exit(comparison: &GraphComparison<'_>) -> Exit {
    match COUNTED.iter().all(|class| comparison.count(*class) == 0) {
        true => Exit::Success,
        false => Exit::Failure,
    }
}

pub fn write_json(comparison: &GraphComparison<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{:#}", document(comparison))
}

/// One heading for each class that has differences.
pub fn write_text(comparison: &GraphComparison<'_>, out: &mut dyn Write) -> io::Result<()> {
    for class in DifferenceClass::ALL {
        let count = comparison.count(class);
        if count == 0 {
            continue;
        }
        writeln!(out, "{} ({count}):", class.title())?;
        for finding in comparison.findings.iter().filter(|it| it.class() == class) {
            writeln!(out, "  {finding}")?;
        }
    }
    if comparison.is_approximate {
        writeln!(
            out,
            "More than {MAX_OPTIMAL} resources of a type were alike: other pairs may fit better."
        )?;
    }
    Ok(())
}

pub fn document(comparison: &GraphComparison<'_>) -> Value {
    let classes = DifferenceClass::ALL.iter();
    let counts = classes.map(|it| (it.as_str().to_owned(), comparison.count(*it).into()));
    json!({
        "isApproximate": comparison.is_approximate,
        "counts": Value::Object(counts.collect()),
        "differences": comparison.findings.iter().map(as_json).collect::<Vec<_>>(),
    })
}

fn as_json(finding: &Finding<'_>) -> Value {
    let (first, how) = match &finding.subject {
        FindingSubject::Renamed { first, how, .. } => {
            (Some(first.urn.as_str()), Some(how.as_str()))
        }
        FindingSubject::Difference(_) => (None, None),
    };
    json!({
        "class": finding.class().as_str(),
        "reason": finding.reason.as_str(),
        "urn": finding.urn().map(Urn::as_str),
        "renamedFrom": first,
        "matchedBy": how,
        "difference": finding.to_string(),
    })
}
