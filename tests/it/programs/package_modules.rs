//! Packages of the project as modules: `import * as kit from "lumi:kit"`.

use crate::support::lumi::{Lumi, tool};
use crate::support::peers::{terraform_provider, tsc};

fn project(program: &str) -> Option<Lumi> {
    let (kit, time) = (terraform_provider("kit")?, terraform_provider("time")?);
    let lumi = Lumi::program(program);
    let manifest = format!(
        "name: demo\nplugins:\n  kit: {}\n  time: {}\n",
        kit.display(),
        time.display()
    );
    lumi.file("Lumi.yaml", manifest);
    Some(lumi)
}

#[test]
fn a_package_of_a_provider_is_a_module() {
    let program = "\
        import * as kit from 'lumi:kit';\n\
        import { Sleep } from 'lumi:time';\n\
        import { createRequire } from 'node:module';\n\
        class Mine extends kit.Thing { constructor(n: string) { super(n, { name: n }); } }\n\
        const mine = new Mine('b');\n\
        const echo = kit.data.echo({ name: 'a' });\n\
        const provider = new kit.Provider('p', { greeting: 'hello' });\n\
        new kit.Thing('d', { name: echo.answer, port: { from: 1 } }, { provider });\n\
        const found = kit.Thing.get('c', 'some-id');\n\
        new Sleep('s', { create_duration: '1s' });\n\
        console.log(kit.Thing.isInstance(mine), kit.Thing.isInstance(provider), found instanceof kit.Thing);\n\
        console.log(Object.keys(kit).join(), Object.keys(kit.data).join(), kit.Thing.name);\n\
        console.log(createRequire(import.meta.url)('lumi:kit').Thing === kit.Thing);\n\
        export const secret = mine.secret;\n\
        export const joined = kit.functions.join('-', 'a', mine.name);\n";
    let Some(lumi) = project(program) else { return };
    let refused = lumi.run(&["run"]).transcript();
    assert!(refused.contains("`kit` is not described yet"), "{refused}");
    assert!(refused.contains("index.ts:1:22"), "{refused}");
    let first = lumi.run(&["run", "-P"]).transcript();
    for expected in [
        "true false true",
        "Gadget,Provider,Safe,Thing,data,ephemeral,functions echo Thing",
        "kit:resources:kit_thing",
        "time:resources:time_sleep",
        "lumi:providers:kit",
    ] {
        assert!(first.contains(expected), "{expected}: {first}");
    }
    // The description suffices from now on: no provider is started, and none need be there to answer.
    let again = lumi.run(&["run"]).transcript();
    assert_eq!(first.replace(" -P", ""), again);
    // A program in a process of its own imports the same packages.
    let apart = lumi.run(&["engine", "run"]).transcript();
    assert!(apart.contains("time:resources:time_sleep"), "{apart}");
    // A damaged description is made again.
    lumi.file(".lumi/schemas/kit", "damaged");
    assert!(
        lumi.run(&["run"])
            .transcript()
            .contains("not described yet")
    );
    lumi.run(&["run", "-P"]).ok();
    lumi.run(&["run"]).ok();
}

#[test]
fn mistakes_are_found_in_a_plan() {
    let kit = "import * as kit from 'lumi:kit';\n";
    for (text, problem, place) in [
        (
            "new kit.Thing('b', { nam: 'x' });",
            "there is no \"nam\"; did you mean \"name\"?",
            "index.ts:2:22",
        ),
        (
            "new kit.Thing('b', { name: 'x', port: [{ from: 1, t: 2 }] });",
            "there is no \"port[0].t\"; did you mean \"to\"?",
            "index.ts:2:51",
        ),
        (
            "new kit.Thing('b', { name: ['x'] });",
            "\"name\" must be a string, not an array",
            "index.ts:2:22",
        ),
        (
            "new kit.Thing('b');",
            "\"name\" is required",
            "index.ts:2:1",
        ),
        (
            "const b = new kit.Thing('b', { name: 'x' });\nexport const c = b.secrt;",
            "has no output \"secrt\"; did you mean \"secret\"?",
            "index.ts:3:20",
        ),
        (
            "new kit.Thin('b');",
            "kit.Thin is not a constructor; did you mean \"Thing\"?",
            "index.ts:2:1",
        ),
        (
            "kit.data.ecko({});",
            "lumi:kit has no data source \"ecko\"; did you mean \"echo\"?",
            "index.ts:2:10",
        ),
        (
            "kit.data.echo({ nme: 'a' });",
            "there is no \"nme\"; did you mean \"name\"?",
            "index.ts:2:17",
        ),
        (
            "new kit.Provider('p', { greetin: 'x' });",
            "there is no \"greetin\"; did you mean \"greeting\"?",
            "index.ts:2:25",
        ),
        (
            "import { Thong } from 'lumi:kit'; new Thong('b');",
            "does not provide an export named 'Thong'; did you mean \"Thing\"?",
            "index.ts:2:10",
        ),
        (
            "import { Thing } from 'lumi:kitt'; new Thing('b');",
            "the project has no such package; did you mean \"lumi:kit\"?",
            "index.ts:2:23",
        ),
        (
            "import { Thing } from 'lumi:cloud'; new Thing('b');",
            "the project has no such package; it has kit, time, and `lumi add` adds others",
            "index.ts:2:23",
        ),
    ] {
        let Some(lumi) = project(&format!("{kit}{text}\n")) else {
            return;
        };
        let said = lumi.run(&["run", "-P"]).transcript();
        assert!(said.contains(problem), "{text}: {said}");
        assert!(
            said.contains(&format!("--> {place}\n")),
            "{text}: {place}: {said}"
        );
    }
}

#[test]
fn a_test_runs_against_mocks() {
    let test = "\
        import { run, test } from 'lumi/testing';\n\
        import * as kit from 'lumi:kit';\n\
        test('a thing', async () => {\n\
          const result = await run(() => { new kit.Thing('b', { name: 'x' }); });\n\
          if (result.resources.length !== 1) throw new Error('none');\n\
          let problem = '';\n\
          await run(() => { new kit.Thing('b', { nme: 'x' }); }).catch((it) => problem = String(it));\n\
          if (!problem.includes('did you mean \"name\"')) throw new Error(problem);\n\
        });\n";
    let Some(lumi) = project("export {};\n") else {
        return;
    };
    lumi.file("kit.test.ts", test);
    lumi.run(&["run", "-P"]).ok();
    let text = lumi.run(&["types", "-P"]).ok();
    assert!(text.contains("wrote .lumi/types/packages/kit"), "{text}");
    let said = lumi.run(&["test", "kit.test.ts"]).ok();
    assert!(said.contains("1 passed"), "{said}");
}

#[test]
fn a_compiler_knows_a_package() {
    let Some(compiler) = tsc() else { return };
    let program = "\
        import * as kit from 'lumi:kit';\n\
        import { Sleep } from 'lumi:time';\n\
        class Mine extends kit.Thing { constructor(n: string) { super(n, { name: n }); } }\n\
        const mine = new Mine('b');\n\
        const args: kit.ThingArgs = { name: kit.data.echo({ name: 'a' }).answer, port: { from: 1 } };\n\
        const provider = new kit.Provider('p', { greeting: 'hello' });\n\
        const found: kit.Thing = kit.Thing.get('c', 'some-id');\n\
        new kit.Thing('d', args, { provider, dependsOn: [mine, new Sleep('s')] });\n\
        const ticket = kit.ephemeral.Ticket({ for: 'ann' });\n\
        new kit.Provider('q', { token: ticket.secret });\n\
        new kit.Thing('e', { name: 'e', password: kit.ephemeral.Ticket({ for: ticket.secret }).secret });\n\
        export const names: unknown[] = [mine.rule[0]!.from, found.tags[0], kit.functions.join('-', 'a')];\n";
    let Some(lumi) = project(program) else { return };
    lumi.run(&["types", "-P"]).ok();
    let compiled = |lumi: &Lumi| {
        let output = tool(&compiler)
            .arg("-p")
            .arg(lumi.folder())
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(compiled(&lumi), "");
    lumi.file(
        "bad.ts",
        "import * as kit from 'lumi:kit';\n\
         new kit.Thing('x');\n\
         new kit.Thing('x', { nam: 'x' });\n\
         new kit.Thing('x', { name: 3 });\n\
         export const a = new kit.Thing('x', { name: 'a' }).nam;\n\
         kit.data.echo({});\n\
         kit.functions.join(1);\n\
         new kit.Thing('x', { name: 'x', port: { fro: 1 } });\n\
         new kit.Thing('x', { name: kit.ephemeral.Ticket({ for: 'x' }).secret });\n",
    );
    let said = compiled(&lumi);
    assert_eq!(
        said.lines().filter(|it| it.contains("bad.ts(")).count(),
        8,
        "{said}"
    );
    assert!(said.contains("Did you mean to write 'name'?"), "{said}");
    // A package that is gone leaves none behind.
    let manifest = lumi.read("Lumi.yaml");
    lumi.file(
        "Lumi.yaml",
        format!(
            "{manifest}packages:\n  more: {}\n",
            terraform_provider("kit").unwrap().display()
        ),
    );
    let said = lumi.run(&["types", "-P"]).ok();
    assert_eq!(
        said,
        ".lumi/types is up to date\nwrote .lumi/types/packages/more\n"
    );
    lumi.run(&["remove", "more"]).ok();
    assert!(!lumi.folder().join(".lumi/types/packages/more").exists());
    // A configuration of before packages is left as it is.
    let tsconfig = lumi.read("tsconfig.json");
    lumi.file("tsconfig.json", tsconfig.replace("lumi:*", "lumi-*"));
    let said = lumi.run(&["types"]).ok();
    assert!(said.contains("add to \"paths\" of tsconfig.json"), "{said}");
    lumi.file("tsconfig.json", tsconfig);
    // A preview of a clone writes them.
    std::fs::remove_dir_all(lumi.folder().join(".lumi")).unwrap();
    std::fs::remove_file(lumi.folder().join("bad.ts")).unwrap();
    lumi.run(&["run", "-P"]).ok();
    assert_eq!(compiled(&lumi), "");
}
