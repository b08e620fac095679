//! Tests of insertions and their removal.

use super::*;
use proptest::prelude::*;

fn instrumented(code: &str) -> Option<String> {
    instrument(&Analysis::new("a.js", code.into(), None).unwrap())
        .map(|it| it.replace(OPEN, "‹").replace(CLOSE, "›"))
}

#[test]
fn most_modules_stay_as_they_are() {
    assert_eq!(
        instrumented("const a = 1; export const f = () => a; let b = 2; b++;"),
        None
    );
    assert_eq!(instrumented("class K { m() { return this.x; } }"), None);
    assert_eq!(instrumented("let n = 0; const f = () => 1;"), None);
}

#[test]
fn shared_variables_get_a_cell() {
    insta::assert_snapshot!(
        instrumented("function make() { let n = 0; return () => ++n }").unwrap(),
        @"function make() { let n = 0; return () => ++n ‹;function $lumi_cell_0(){$lumi_cell_0}›}"
    );
    insta::assert_snapshot!(
        instrumented("const make = (n) => () => ++n;").unwrap(),
        @"const make = (n) => ‹{return(›() => ++n‹);function $lumi_cell_0(){$lumi_cell_0}}›;"
    );
    insta::assert_snapshot!(
        instrumented("for (let i = 0; i < 3; i++) { go(() => i); }").unwrap(),
        @"for (let i = 0; i < 3; i++) { go(() => i); ‹;function $lumi_cell_0(){$lumi_cell_0}›}"
    );
}

#[test]
fn arrows_keep_their_names() {
    insta::assert_snapshot!(
        instrumented("class K { h = (a) => this.x; m() { return [() => this]; } }").unwrap(),
        @r#"class K { h = ‹(($lumi_this)=>(()=>$lumi_this,{["h"]:›(a) => this.x‹}["h"]))(this)›; m() { return [‹(($lumi_this)=>(()=>$lumi_this,›() => this‹))(this)›]; } }"#
    );
}

#[test]
fn a_truncated_module_is_refused() {
    let text = "function deep() { let inside = 1; const go = () => { inside++";
    assert!(Analysis::new("a.js", text.into(), None).is_err());
}

#[test]
fn super_is_called_first() {
    let text = "class K extends L { constructor() { const f = () => this; super(f); this.g = () => this; } }";
    let result = instrumented(text).unwrap();
    assert!(
        result.contains("const f = () => this; super(f)"),
        "{result}"
    );
    assert_eq!(result.matches("(this)").count(), 1);
}

#[test]
fn instrumentation_can_be_removed() {
    let code = "class K { h = (a) => this.x; m(n) { return [() => this, () => n++]; } }";
    let analysis = Analysis::new("a.js", code.into(), None).unwrap();
    let result = instrument(&analysis).unwrap();
    assert_eq!(original(&result), code);
    let columns = LineColumns::of(&result);
    let mut at = 0;
    let mut before = 0;
    while at < result.len() {
        if result[at..].starts_with(OPEN) {
            at += result[at..].find(CLOSE).unwrap() + CLOSE.len();
            continue;
        }
        assert_eq!(columns.original(at), before, "{}", &result[at..]);
        assert_eq!(columns.instrumented(before), at);
        assert_eq!(result.as_bytes()[at], code.as_bytes()[before]);
        (at, before) = (at + 1, before + 1);
    }
    assert!(
        Analysis::new("a.js", result.as_str().into(), None).is_ok(),
        "{result}"
    );
}

proptest! {
    #[test]
    fn any_text_is_analysed_without_panic(code in "[a-z(){}=>;,.#\\[\\] \\n'`$0-9*/]{0,120}") {
        if let Ok(analysis) = Analysis::new("a.js", code.as_str().into(), None)
            && let Some(result) = instrument(&analysis)
        {
            prop_assert_eq!(original(&result), code);
        }
    }
}
