//! A package of thousands of names: the classes that a program asks for are made, and no others.

use super::Project;

const PROGRAM: &str = r#"
import * as giant from "lumi:giant";
import { BucketHostedDomain1 } from "lumi:giant";

new giant.AccessHostedDomain0("first", { name: "x" });
new BucketHostedDomain1("second", { name: "x" });
const late = await import("./late.ts");
if (late.Bucket !== BucketHostedDomain1) throw new Error("a class has a second one");
"#;

/// A module that is loaded late asks for a class that nothing has asked for, and then for all of them.
const LATE: &str = r#"
import { BucketHostedDomain1, ZoneHostedDomain23 } from "lumi:giant";
import * as giant from "lumi:giant";

new ZoneHostedDomain23("third", { name: "x" });
const all: Record<string, unknown> = giant;
const missing = Object.keys(all).filter((name) => all[name] === undefined);
if (missing.length > 0) throw new Error(`${missing} are not there`);
export const Bucket = BucketHostedDomain1;
"#;

/// The classes of one service, beside those of the whole package.
const MODULE: &str = r#"
import * as access from "lumi:giant/access";
import { HostedDomain1 as Domain, data } from "lumi:giant/bucket";
import { HostedDomain0 } from "lumi:giant/access/HostedDomain0";
import { AccessHostedDomain0 } from "lumi:giant";

if (HostedDomain0 !== AccessHostedDomain0) throw new Error("a class that is imported alone is another one");
if (access.HostedDomain0 !== AccessHostedDomain0) throw new Error("a class has a second one");
if (typeof data.hostedDomain1 !== "function") throw new Error("data sources are not there");
new access.HostedDomain0("first", { name: "x" });
new Domain("second", { name: "x" });
"#;

#[test]
fn a_module_of_a_large_package_has_shorter_names() {
    let Some(project) = Project::new("giant", MODULE) else {
        return;
    };
    let planned = project.preview();
    for line in [
        "+ giant:resources:giant_access_hosted_domain0  first",
        "+ giant:resources:giant_bucket_hosted_domain1  second",
        "Plan: +2 to create",
    ] {
        assert!(planned.contains(line), "{planned}");
    }
    project.0.file(
        "all.cjs",
        "const { HostedDomain0 } = require('lumi:giant/access');\nnew HostedDomain0('one', { name: 'x' });\n",
    );
    let planned = project.run(&["preview", "-P", "all.cjs"]);
    assert!(planned.contains("Plan: +1 to create"), "{planned}");
    for (program, problem) in [
        ("import 'lumi:giant/acces'", "\"lumi:giant/access\""),
        (
            "import 'lumi:giant/access/HostedDomain00'",
            "\"lumi:giant/access/HostedDomain0\"",
        ),
        (
            "import * as it from 'lumi:giant/access'; new it.HostedDomain00('a', { name: 'x' })",
            "it.HostedDomain00 is not a constructor; did you mean \"HostedDomain0\"?",
        ),
        (
            "import { HostedDomain00 } from 'lumi:giant/access'; new HostedDomain00('a', { name: 'x' })",
            "did you mean \"HostedDomain0\"?",
        ),
    ] {
        project.program(program);
        let failed = project.preview();
        assert!(failed.contains(problem), "{failed}");
    }
}

#[test]
fn a_large_package_has_the_classes_that_are_asked_for() {
    let Some(project) = Project::new("giant", PROGRAM) else {
        return;
    };
    project.0.file("late.ts", LATE);
    insta::assert_snapshot!(project.preview(), @r#"
    $ lumi preview -P
    [exit 0]
    --- stdout
      Type                                         Name
    + giant:resources:giant_access_hosted_domain0  first
    + giant:resources:giant_bucket_hosted_domain1  second
    + giant:resources:giant_zone_hosted_domain23   third

    Plan: +3 to create
    --- stderr
    Previewing stack dev of demo
    "#);
    project.0.file("all.cjs", "const giant = require('lumi:giant');\nnew giant.ZoneHostedDomain23('one', { name: 'x' });\n");
    insta::assert_snapshot!(project.run(&["preview", "-P", "all.cjs"]), @r#"
    $ lumi preview -P all.cjs
    [exit 0]
    --- stdout
      Type                                        Name
    + giant:resources:giant_zone_hosted_domain23  one

    Plan: +1 to create
    --- stderr
    Previewing stack dev of demo
    "#);
    project.program("import * as giant from 'lumi:giant';\nnew giant.ZoneHostedDomain22('one', { name: 'x' });\n");
    insta::assert_snapshot!(project.preview(), @r#"
    $ lumi preview -P
    [exit 1]
    --- stdout
    Failed: no plan was made
    --- stderr
    Previewing stack dev of demo
    error: TypeError: giant.ZoneHostedDomain22 is not a constructor; did you mean "ZoneHostedDomain23"?
     --> index.ts:3:1
      |
    3 | new giant.ZoneHostedDomain22('one', { name: 'x' });
      | ^
    "#);
}
