//! Dynamic resources whose provider has one id for all of its objects.

use super::Project;

const PROGRAM: &str = "\
    const pulumi = require('@pulumi/pulumi');\n\
    const log = (line) => require('fs').appendFileSync('calls.log', line + '\\n');\n\
    const provider = {\n\
      create: async (inputs) => { log('create ' + inputs.n); return { id: 'same', outs: inputs }; },\n\
      diff: async (id, olds, news) => ({ changes: olds.n !== news.n, replaces: olds.n !== news.n ? ['n'] : [] }),\n\
      delete: async (id, props) => log('delete ' + props.n),\n\
    };\n\
    class Row extends pulumi.dynamic.Resource { constructor(name, n) { super(provider, name, { n }); } }\n\
    new Row('kept', 'one');\n";

#[test]
fn objects_of_one_id_are_replaced_and_deleted() {
    let Some(project) = Project::text(&format!("{PROGRAM}new Row('other', 'two');")) else {
        return;
    };
    project.succeeds(&["up", "-y"]);
    project
        .0
        .file("index.js", format!("{PROGRAM}new Row('other', 'three');"));
    project.succeeds(&["up", "-y"]);
    project.0.file("index.js", PROGRAM);
    project.succeeds(&["up", "-y"]);
    project.succeeds(&["destroy", "-y"]);
    let log = project.0.read("calls.log");
    let mut calls: Vec<&str> = log.lines().collect();
    calls.sort_unstable();
    let expected = [
        "create one",
        "create three",
        "create two",
        "delete one",
        "delete three",
        "delete two",
    ];
    assert_eq!(calls, expected);
}
