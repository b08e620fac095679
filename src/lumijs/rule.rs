//! The rules of LumiJS, each with its code.

use std::str::FromStr;

/// A rule that a program can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    InputOutput,
    Environment,
    Clock,
    Random,
    Locale,
    TimeZone,
    SettlingOrder,
    CodeFromText,
    Reflection,
    WeakReference,
    DynamicImport,
    ForeignPackage,
    CommonJs,
    LostTrack,
    UnknownGlobal,
    ChangedBuiltin,
    Captured,
    Unpackable,
}

#[derive(Clone, Copy, Debug)]
pub struct RuleText {
    pub rule: Rule,
    /// Stable: a code is never used for another rule.
    pub code: &'static str,
    pub title: &'static str,
    /// Why the subset excludes it.
    pub reason: &'static str,
    /// The advice: what to write instead.
    pub help: &'static str,
    /// A program that breaks the rule.
    pub wrong: &'static str,
    /// The same intent within the subset.
    pub right: &'static str,
}

/// All rules in the order of their codes.
pub const RULES: &[RuleText] = &[
    RuleText {
        rule: Rule::InputOutput,
        code: "LJ001",
        title: "input or output",
        reason: "Files, networks and processes answer differently from one evaluation to the next. `console` is allowed: \
                 output is not a part of the graph.",
        help: "import files with `with { type: \"json\" }` or `\"text\"`, deploy them with `FileAsset`, and take other \
               values from the configuration or from resources",
        wrong: "import { readFileSync } from \"node:fs\";\nexport const motd = readFileSync(\"motd.txt\", \"utf8\");\n",
        right: "import motd from \"./motd.txt\" with { type: \"text\" };\nexport { motd };\n",
    },
    RuleText {
        rule: Rule::Environment,
        code: "LJ002",
        title: "a fact about this machine or process",
        reason: "Environment variables, arguments, folders and the operating system differ between machines, and are not \
                 recorded with the stack.",
        help: "take the value from the configuration: `new Config().get(…)`",
        wrong: "export const region = process.env.REGION;\n",
        right: "import { Config } from \"lumi\";\nexport const region = new Config().require(\"region\");\n",
    },
    RuleText {
        rule: Rule::Clock,
        code: "LJ003",
        title: "a clock or a timer",
        reason: "The time of evaluation would become a part of the graph, so no two previews would be equal.",
        help: "take the time from the configuration, or from a resource such as those of `time` in \"lumi/std\"",
        wrong: "export const built = Date.now();\n",
        right: "export const epoch = new Date(0).toISOString();\n",
    },
    RuleText {
        rule: Rule::Random,
        code: "LJ004",
        title: "random numbers",
        reason: "Each evaluation would plan other values, so each deployment would change the resources that have them.",
        help: "use a resource of `random` in \"lumi/std\", which keeps its value in the state",
        wrong: "export const suffix = Math.random().toString(36);\n",
        right: "import { random } from \"lumi/std\";\nexport const suffix = new random.Id(\"suffix\", { byteLength: 4 }).hex;\n",
    },
    RuleText {
        rule: Rule::Locale,
        code: "LJ005",
        title: "a result that depends on the locale",
        reason: "The locale of the machine, and the version of its locale data, decide how texts are sorted and written.",
        help: "compare with `<` and `>`, and write numbers and dates with `String`, `toFixed` and `toISOString`",
        wrong: "export const names = [\"b\", \"a\"].sort((a, b) => a.localeCompare(b));\n",
        right: "export const names = [\"b\", \"a\"].sort((a, b) => (a < b ? -1 : 1));\n",
    },
    RuleText {
        rule: Rule::TimeZone,
        code: "LJ006",
        title: "a result that depends on the time zone",
        reason: "Local time is that of the machine: the same instant is another day, hour or text elsewhere.",
        help: "use `getUTC…`, `setUTC…`, `Date.UTC(…)`, `toISOString()`, and text that ends with `Z`",
        wrong: "export const day = new Date(2026, 0, 1).getDay();\n",
        right: "export const day = new Date(Date.UTC(2026, 0, 1)).getUTCDay();\n",
    },
    RuleText {
        rule: Rule::SettlingOrder,
        code: "LJ007",
        title: "a result that depends on what settles first",
        reason: "Which promise settles first is decided by the speed of providers, not by the program.",
        help: "combine values with `all(…)` or `Promise.all(…)`, which keep their order, and return values from callbacks \
               instead of collecting them outside",
        wrong: "const found: string[] = [];\nfor (const name of [\"a\", \"b\"]) Promise.resolve(name).then((it) => found.push(it));\n\
                export { found };\n",
        right: "export const found = await Promise.all([\"a\", \"b\"].map((name) => Promise.resolve(name)));\n",
    },
    RuleText {
        rule: Rule::CodeFromText,
        code: "LJ008",
        title: "code made from text",
        reason: "Code that exists only when the program runs cannot be checked, compiled or raised.",
        help: "write a function; for data, use `JSON.parse`",
        wrong: "export const sum = eval(\"1 + 2\");\n",
        right: "export const sum = 1 + 2;\n",
    },
    RuleText {
        rule: Rule::Reflection,
        code: "LJ009",
        title: "reflection that defeats analysis",
        reason: "A name that is computed, an object with traps, or another prototype can stand for anything, so the \
                 text does not show what the program does.",
        help: "name the member, and use classes, plain objects and `Map`",
        wrong: "const name = [\"no\", \"w\"].join(\"\");\nexport const it = globalThis[name];\n",
        right: "const table = new Map([[\"now\", 0]]);\nexport const it = table.get(\"now\");\n",
    },
    RuleText {
        rule: Rule::WeakReference,
        code: "LJ010",
        title: "weak references",
        reason: "They show when the garbage collector has run, which nothing in the program decides.",
        help: "hold the object itself, or use a `WeakMap`, which does not show it",
        wrong: "export const isThere = new WeakRef({}).deref() !== undefined;\n",
        right: "const known = new WeakMap<object, string>();\nexport const isKnown = known.has({});\n",
    },
    RuleText {
        rule: Rule::DynamicImport,
        code: "LJ011",
        title: "an import whose name is computed",
        reason: "All modules of a program must be known before it runs.",
        help: "import each module by its name, and choose between them afterwards",
        wrong: "const name = [\"./a\", \"ts\"].join(\".\");\nexport const module = await import(name);\n",
        right: "import { basename } from \"node:path\";\n\nexport const name = basename(\"/a/b\");\n",
    },
    RuleText {
        rule: Rule::ForeignPackage,
        code: "LJ012",
        title: "a package that is not a pack",
        reason: "What a package of npm does cannot be followed, and its code is not a part of the project.",
        help: "use it in functions that run elsewhere only, or copy what you need into the project",
        wrong: "import { chunk } from \"lodash-es\";\nexport const pairs = chunk([1, 2, 3], 2);\n",
        right: "const chunk = <T>(items: T[]) => [items.slice(0, 2), items.slice(2)];\nexport const pairs = chunk([1, 2, 3]);\n",
    },
    RuleText {
        rule: Rule::CommonJs,
        code: "LJ013",
        title: "a CommonJS module",
        reason: "What such a module exports, and what it requires, is only known once it has run.",
        help: "write `import` and `export`, and name the file .ts, .mts, .js or .mjs",
        wrong: "export const path = require(\"node:path\");\n",
        right: "import * as path from \"node:path\";\nexport const name = path.basename(\"/a/b\");\n",
    },
    RuleText {
        rule: Rule::LostTrack,
        code: "LJ014",
        title: "an object that analysis cannot follow",
        reason: "A part of the language that has clocks, random numbers or local time goes to code that is not known, which \
                 could use any of it.",
        help: "pass the values that are needed instead of the object",
        wrong: "import { log } from \"lumi\";\nlog.info(Math as unknown as string);\n",
        right: "import { log } from \"lumi\";\nlog.info(`${Math.PI}`);\n",
    },
    RuleText {
        rule: Rule::UnknownGlobal,
        code: "LJ015",
        title: "a global that LumiJS does not know",
        reason: "What is not a part of the language may be there on one machine only.",
        help: "declare it, or import it from the module that has it",
        wrong: "declare const secretSauce: string;\nexport const sauce = secretSauce;\n",
        right: "const secretSauce = \"mustard\";\nexport const sauce = secretSauce;\n",
    },
    RuleText {
        rule: Rule::ChangedBuiltin,
        code: "LJ016",
        title: "a change of a built-in object",
        reason: "Once a part of the language is replaced, nothing that uses it can be analysed.",
        help: "write a function of your own",
        wrong: "(globalThis as any).answer = 42;\n",
        right: "export const answer = 42;\n",
    },
    RuleText {
        rule: Rule::Captured,
        code: "LJ017",
        title: "a value that a function cannot take with it",
        reason: "A function that runs elsewhere takes the values of its variables with it, and what they contain. This one belongs \
                 to the process: its content is not data.",
        help: "make it in the function, or capture the data that it is made of, such as a `Map` or an array",
        wrong: "import { compute } from \"lumi\";\n\nconst seen = new WeakMap<object, number>();\ncompute((it: object) => \
                seen.get(it));\n",
        right: "import { compute } from \"lumi\";\n\nconst seen = new Map<object, number>();\ncompute((it: object) => \
                seen.get(it));\n",
    },
    RuleText {
        rule: Rule::Unpackable,
        code: "LJ018",
        title: "a construct that LumiIL does not have",
        reason: "Packages, and source that is raised from them, are made of LumiIL, which has the part of the language that means the \
                 same everywhere. Functions that run elsewhere may have all of the language.",
        help: "write it with other constructs: the finding says which",
        wrong: "namespace Sizes {\n  export const small = 1;\n}\nexport const size = Sizes.small;\n",
        right: "const sizes = { small: 1 };\nexport const size = sizes.small;\n",
    },
];

impl Rule {
    pub fn text(self) -> &'static RuleText {
        let text = RULES.iter().find(|it| it.rule == self);
        text.expect("BUG: each rule has texts")
    }

    pub fn code(self) -> &'static str {
        self.text().code
    }
}

/// There is no rule of this code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCode;

impl FromStr for Rule {
    type Err = UnknownCode;

    fn from_str(code: &str) -> Result<Self, UnknownCode> {
        let text = RULES.iter().find(|it| it.code.eq_ignore_ascii_case(code));
        text.map(|it| it.rule).ok_or(UnknownCode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `docs/lumijs.md` has one row for each rule, made of its texts.
    #[test]
    fn the_page_has_all_rules() {
        let page = include_str!("../../docs/lumijs.md");
        let rows = RULES.iter().map(|it| {
            format!(
                "| {} | {} | {} | {} |\n",
                it.code, it.title, it.reason, it.help
            )
        });
        let table: String = rows.collect();
        assert!(
            page.contains(&table),
            "docs/lumijs.md must have these rows:\n{table}"
        );
    }

    #[test]
    fn codes_are_in_order_and_each_rule_has_one() {
        for (index, text) in RULES.iter().enumerate() {
            assert_eq!(text.code, format!("LJ{:03}", index + 1));
            assert_eq!(text.rule as usize, index);
            assert_eq!(text.code.parse(), Ok(text.rule));
        }
        assert_eq!("LJ999".parse::<Rule>(), Err(UnknownCode));
    }
}
