//! Programs of several modules.

use super::{Texts, engine, packed};

fn output(files: &[(&str, &str)]) -> String {
    let pack = packed(&mut Texts::of(files));
    engine::run(&pack.unwrap_or_else(|problems| panic!("{problems:#?}")))
}

/// The names that a module imports are names of its own, for other modules, too.
#[test]
fn modules_import_names_for_others() {
    let names = "from lumi import Config, Input, Output\n\
                 from lumi.std import fs, random\n\
                 from dataclasses import dataclass\n\
                 from deep import Deep, answer as number\n\
                 import deep\n\
                 def kind(value: Input[str]) -> Output[str]:\n    return type(value).__name__\n";
    let deep = "from dataclasses import dataclass\n\
                @dataclass\nclass Deep:\n    a: int\n    b: int = 2\n\
                def answer():\n    return 42\n";
    let main = "import names\n\
                from names import Deep, deep, fs, number\n\
                from dataclasses import dataclass\n\
                @dataclass\nclass Below(Deep):\n    c: int = 3\n\
                @dataclass\nclass Other(names.Deep):\n    c: int = 4\n\
                print(Below(1), Other(1, 5), number(), names.number(), deep.answer(), names.kind(Deep(1)))\n\
                print(isinstance(Below(1), names.deep.Deep))\n";
    let files = [("main.py", main), ("names.py", names), ("deep.py", deep)];
    assert_eq!(
        output(&files),
        "Below(a=1, b=2, c=3) Other(a=1, b=5, c=4) 42 42 42 Deep\nTrue"
    );
}
