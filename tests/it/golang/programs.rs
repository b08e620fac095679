//! Programs in LumiGo as a user runs them.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::support::lumi::{Lumi, command};

const PROGRAM: &str = r#"package main

import (
	"fmt"
	"strings"

	"lumi.example/sdk/go/lumi"
)

type site struct {
	*lumi.Component
	path lumi.Output[string]
}

func newSite(ctx *lumi.Context, name string, titles []string) *site {
	s := &site{Component: lumi.NewComponent(ctx, "web:index:Site", name, lumi.Map{"titles": titles})}
	release := lumi.NewResource(ctx, "std:random:Id", name+"-release", lumi.Map{"byteLength": 4}, lumi.Parent(s))
	page := lumi.NewResource(ctx, "std:fs:File", name+"-page", lumi.Map{
		"path":    "out/index.html",
		"content": lumi.Sprintf(ctx, "<h1>%s</h1>\n<p>release %s</p>\n", strings.Join(titles, ", "), release.Output("hex")),
	}, lumi.Parent(s))
	s.path = lumi.OutputOf[string](page, "path")
	s.RegisterOutputs(lumi.Map{"path": s.path})
	return s
}

func main() {
	lumi.Run(func(ctx *lumi.Context) error {
		title := ctx.Config().Get("title")
		if title == "" {
			title = "Hello"
		}
		s := newSite(ctx, "site", []string{title, heading(7)})
		ctx.Export("path", s.path)
		ctx.Export("upper", lumi.Apply(s.path, func(it string) (string, error) { return strings.ToUpper(it), nil }))
		ctx.Export("token", lumi.Secret[string](ctx, fmt.Sprint("t", 1)))
		return nil
	})
}
"#;

/// A file of the same package.
const HEADINGS: &str = "package main\n\nimport \"fmt\"\n\nfunc heading(number int) string { return fmt.Sprintf(\"No. %03d\", number) }\n";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn project(program: &str) -> Lumi {
    let lumi = Lumi::new();
    lumi.file("main.go", program);
    lumi
}

fn run(lumi: &Lumi, arguments: &[&str]) -> Output {
    let mut command = command();
    command.args(arguments).current_dir(lumi.folder());
    // No Go is found.
    command
        .env("PATH", "/nowhere")
        .env("LUMI_PASSPHRASE", "a b c");
    command.output().unwrap()
}

fn graph(lumi: &Lumi, program: &str) -> Value {
    let output = run(lumi, &["run", program, "--format", "json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_program_is_deployed_and_packed() {
    let lumi = project(PROGRAM);
    lumi.file("headings.go", HEADINGS);
    let output = run(&lumi, &["up", "-y"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let page = lumi.read("out/index.html");
    assert!(
        page.starts_with("<h1>Hello, No. 007</h1>\n<p>release "),
        "{page}"
    );
    let shown = text(&output.stdout);
    for line in ["path: \"out/index.html\"", "upper: \"OUT/INDEX.HTML\""] {
        assert!(shown.contains(line), "{shown}");
    }
    assert!(!shown.contains("\"t1\""), "{shown}");
    let output = run(&lumi, &["preview", "--detailed-exitcode"]);
    assert!(output.status.success(), "{}", text(&output.stderr));

    let graph_of_sources = graph(&lumi, "main.go");
    assert_eq!(graph(&lumi, "."), graph_of_sources);
    let output = run(&lumi, &["pack", "build", "-o", "a.lumipack"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(graph(&lumi, "a.lumipack"), graph_of_sources);
}

#[test]
fn positions_are_those_of_the_go_file() {
    let lumi = project(PROGRAM);
    lumi.file("headings.go", HEADINGS);
    let shown = graph(&lumi, "main.go").to_string();
    assert!(!shown.contains("lumigo/"), "{shown}");
    // The component and its resources.
    for line in [16, 17, 18] {
        assert!(shown.contains(&format!("\"line\":{line},")), "{shown}");
    }
}

#[test]
fn errors_name_the_line_of_the_go_file() {
    let lumi = project(
        "package main\n\nfunc element(of []int, at int) int {\n\treturn of[at]\n}\n\nfunc main() {\n\telement([]int{1}, 3)\n}\n",
    );
    let output = run(&lumi, &["run", "main.go"]);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("index out of range [3] with length 1"),
        "{errors}"
    );
    assert!(errors.contains("main.go:4:"), "{errors}");
    assert!(errors.contains("return of[at]"), "{errors}");
    assert!(!errors.contains("lumigo/"), "{errors}");
}

#[test]
fn places_that_are_not_lumigo_are_reported() {
    let lumi = project(
        "package main\n\nimport \"lumi.example/sdk/go/lumi\"\n\nfunc main() {\n\tlumi.Run(func(ctx *lumi.Context) error {\n\t\tgo ctx.Info(\"a\")\n\t\treturn nil\n\t})\n}\n",
    );
    for arguments in [&["run"][..], &["check"]] {
        let output = run(&lumi, arguments);
        assert_eq!(output.status.code(), Some(1));
        insta::allow_duplicates! {
            insta::assert_snapshot!(text(&output.stderr), @r"
            error: LumiGo has no goroutines (GO002)
             --> main.go:7:3
            help: call the function: resources wait for each other by their Outputs
            ");
        }
    }
}

#[test]
fn a_program_is_checked() {
    let lumi = project(PROGRAM);
    lumi.file("headings.go", HEADINGS);
    let output = run(&lumi, &["check"]);
    let shown = text(&output.stderr);
    assert!(output.status.success(), "{shown}");
    assert!(shown.contains("checked 1 module: no findings"), "{shown}");
}

/// A program is kept while its files are the same, and no file of its package is new.
#[test]
fn a_program_with_a_new_file_is_compiled_again() {
    let lumi = project(
        "package main\n\nimport \"lumi.example/sdk/go/lumi\"\n\nvar names []string\n\nfunc main() {\n\tlumi.Run(func(ctx *lumi.Context) error {\n\t\tctx.Export(\"names\", names)\n\t\treturn nil\n\t})\n}\n",
    );
    let cache = lumi.folder().join("cache");
    let names = || {
        let mut command = command();
        command.args(["run", "--format", "json"]);
        command.env("LUMI_CACHE", &cache).current_dir(lumi.folder());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let graph: Value = serde_json::from_slice(&output.stdout).unwrap();
        graph["outputs"]["names"].to_string()
    };
    let before = names();
    assert_eq!(fs::read_dir(cache.join("packages")).unwrap().count(), 1);
    assert_eq!(names(), before);
    let file = "package main\n\nfunc init() { names = append(names, \"a\") }\n";
    lumi.file("more.go", file);
    assert_eq!(names(), "[\"a\"]");
    fs::remove_file(lumi.folder().join("more.go")).unwrap();
    assert_eq!(names(), before);
}

#[test]
fn a_program_in_go_makes_no_library() {
    let lumi = project("package main\n\nfunc main() {}\n");
    let output = run(&lumi, &["pack", "build", "--library", "-o", "a.lumipack"]);
    let errors = text(&output.stderr);
    assert!(!output.status.success(), "{errors}");
    assert!(
        errors.contains("LumiGo has no libraries for other programs"),
        "{errors}"
    );
}

/// As the SDK for Go makes data of structs: `omitempty` is about zero values, and a field has its own name without another.
#[test]
fn structs_are_the_data_that_the_sdk_for_go_makes_of_them() {
    let lumi = project(
        r#"package main

import "lumi.example/sdk/go/lumi"

type inner struct {
	Name string `lumi:"name"`
}

type shape struct {
	Flag   *bool   `lumi:"flag,omitempty"`
	Text   *string `lumi:"text,omitempty"`
	None   *string `lumi:"none,omitempty"`
	List   []int   `lumi:"list,omitempty"`
	Filled []int   `lumi:"filled,omitempty"`
	Zero   inner   `lumi:"zero,omitempty"`
	Inner  inner   `lumi:"inner,omitempty"`
	Own    int     `lumi:",omitempty"`
	Count  int     `lumi:"count,omitempty"`
}

func main() {
	lumi.Run(func(ctx *lumi.Context) error {
		flag, text := false, ""
		ctx.Export("shape", shape{Flag: &flag, Text: &text, Filled: []int{}, Inner: inner{"a"}, Own: 1})
		return nil
	})
}
"#,
    );
    let output = run(&lumi, &["run", "--format", "json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let graph: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        graph["outputs"]["shape"],
        serde_json::json!({ "flag": false, "text": "", "filled": [], "inner": { "name": "a" }, "Own": 1 })
    );
}

#[test]
fn configuration_fits_the_types_of_a_struct() {
    let lumi = project(
        "package main\n\nimport \"lumi.example/sdk/go/lumi\"\n\ntype limits struct {\n\tSmall uint8 `lumi:\"small\"`\n}\n\nfunc main() {\n\tlumi.Run(func(ctx *lumi.Context) error {\n\t\tvar found limits\n\t\tctx.Config().RequireObject(\"limits\", &found)\n\t\tctx.Export(\"small\", found.Small)\n\t\treturn nil\n\t})\n}\n",
    );
    for (value, is_right) in [("255", true), ("256", false), ("-1", false), ("1.5", false)] {
        let config = format!("limits={{\"small\": {value}}}");
        let output = run(&lumi, &["run", "-c", &config]);
        assert_eq!(
            output.status.success(),
            is_right,
            "{value}: {}",
            text(&output.stderr)
        );
    }
}
