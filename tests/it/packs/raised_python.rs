//! Packages as Python: the source is a program with the same code.

use crate::support::lumi::Lumi;

const PROGRAM: &str = r#"import lumi
from lumi.std import fs
from pages import TITLE, page


class Site(lumi.ComponentResource):
    def __init__(self, name, titles, opts=None):
        super().__init__("demo:index:Site", name, {"titles": titles}, opts)
        self.files = [
            fs.File(
                f"{name}-{index}",
                path=f"out/{index}.html",
                content=page(title),
                opts=lumi.ResourceOptions(parent=self),
            )
            for index, title in enumerate(titles)
        ]
        self.register_outputs({"count": len(self.files)})


name = lumi.Config().get("name") or TITLE
site = Site("docs", [name, "b"])
lumi.export("paths", [it.path for it in site.files])
"#;

const PAGES: &str = r#"TITLE = "Lumi"


def page(title, *, level=1):
    return f"<h{level}>{title}</h{level}>\n"
"#;

#[test]
fn python_is_raised_to_the_program_that_it_was() {
    let lumi = Lumi::new();
    lumi.file("Lumi.yaml", "name: web\nmain: index.py\n");
    lumi.file("index.py", PROGRAM);
    lumi.file("pages.py", PAGES);
    lumi.run(&["pack", "build", "-o", "a.lumipack"]).ok();
    lumi.run(&[
        "pack",
        "raise",
        "a.lumipack",
        "-o",
        "raised",
        "--to",
        "python",
    ])
    .ok();
    assert_eq!(lumi.read("raised/pages.py"), PAGES);
    let isolated = PROGRAM.replace("\nfrom pages", "\n\nfrom pages");
    assert_eq!(lumi.read("raised/index.py"), isolated);
    lumi.run(&["pack", "build", "raised", "-o", "b.lumipack"])
        .ok();
    lumi.run(&["pack", "diff", "a.lumipack", "b.lumipack"]).ok();
    lumi.run(&["run", "raised"]).ok();
}

#[test]
fn code_that_python_cannot_say_is_refused() {
    let lumi = Lumi::program("export const size = [1, 2].map((it) => it * 2);\n");
    lumi.file("Lumi.yaml", "name: web\n");
    lumi.run(&["pack", "build", "-o", "a.lumipack"]).ok();
    let raise = [
        "pack",
        "raise",
        "a.lumipack",
        "-o",
        "raised",
        "--to",
        "python",
    ];
    let failed = lumi.run(&raise);
    assert_eq!(failed.code, 1, "{}", failed.transcript());
    let said = failed.stderr;
    assert!(said.contains("index.ts:1:"), "{said}");
    assert!(said.contains("Python of LumiPy cannot say"), "{said}");
    assert!(said.contains("raise it to TypeScript"), "{said}");
    assert!(!lumi.folder().join("raised").exists());
}
