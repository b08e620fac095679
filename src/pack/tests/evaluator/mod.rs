//! A reference evaluator of LumiIL, which judges what is printed: generated programs do the same in both.

mod engine;
mod expressions;
mod function_variables;
mod generator;
mod interpreter;
mod operators;
mod statements;
mod value;

use proptest::prelude::*;

use crate::fuzzing::sealed;
use crate::il::Module;
use crate::{Pack, verify};

use engine::Engine;
use interpreter::Interpreter;
use value::Abrupt;

/// Evaluates a program: the texts that it logs, and the error that it throws. `None` is a program that is not judged.
fn evaluated(module: &Module) -> Option<Vec<String>> {
    let mut interpreter = Interpreter::new(module);
    let end = interpreter.statements(&module.body);
    let mut trace = interpreter.trace;
    match end {
        Ok(_) => {}
        Err(Abrupt::Throw(error)) => trace.push(format!("throws {}", error.shown(0))),
        Err(Abrupt::Outside) => return None,
    }
    Some(trace)
}

/// Programs come from bytes, which shrink.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 8..300)
}

fn packed(module: &Module) -> Result<Pack, TestCaseError> {
    let text = serde_json::to_string(module).unwrap();
    verify(&sealed(&text)).map_err(|error| TestCaseError::fail(format!("{error:?}: {text}")))
}

#[test]
fn printed_code_does_what_the_tree_says() {
    let engine = std::cell::RefCell::new(Engine::new());
    let judged = std::cell::Cell::new((0, 0));
    let config = ProptestConfig {
        cases: 1_000,
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..ProptestConfig::default()
    };
    proptest!(config, |(bytes in bytes())| {
        let module = generator::program(&bytes);
        let pack = packed(&module)?;
        let (all, kept) = judged.get();
        judged.set((all + 1, kept));
        if let Some(expected) = evaluated(&module) {
            judged.set((all + 1, kept + 1));
            let code = &pack.scripts()[0].code;
            let found = engine.borrow_mut().run(code);
            prop_assert_eq!(found, expected, "{}", code);
        }
    });
    // Most programs are judged.
    let (all, kept) = judged.get();
    assert!(kept * 2 > all, "{kept} of {all}");
}

/// Source that is raised from a program is that program.
#[test]
fn raised_programs_are_the_same_code() {
    let config = ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(bytes in bytes())| {
        let module = generator::program(&bytes);
        let pack = packed(&module)?;
        let (_, raised) = pack.sources().remove(0);
        let again = super::compiled(&mut super::Texts::of(&[("index.ts", &raised)]));
        let again = again.map_err(|problems| TestCaseError::fail(format!("{problems:?}: {raised}")))?;
        let again = packed(&again.modules[0].module)?;
        prop_assert_eq!(&again.sources()[0].1, &raised);
    });
}

/// Programs with what they log, which other implementations use, too.
#[test]
fn fixtures_log_what_they_say() {
    let mut engine = Engine::new();
    for (path, fixture) in super::conformance::fixtures("lumiil/evaluated") {
        let name = path.display();
        let text = fixture["module"].to_string();
        let pack = verify(&sealed(&text)).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let logged: Vec<String> = serde_json::from_value(fixture["logged"].clone()).unwrap();
        assert_eq!(engine.run(&pack.scripts()[0].code), logged, "{name}");
        if let Some(found) = evaluated(&pack.modules[0]) {
            assert_eq!(found, logged, "{name}");
        }
    }
}
