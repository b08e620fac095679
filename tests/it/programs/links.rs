//! Links in a project that appear after an object was made, or that come with a clone, lead neither
//! reads nor writes nor deletions out of the project.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::support::lumi::{Answer, Lumi};

const FILE: &str = "import { fs } from 'lumi/std';\n\
     const file = new fs.File('f', { path: 'out/f.txt', content: 'a' }, { ignoreChanges: ['content'] });\n\
     file.content.then((it) => console.log('the program sees', it));\n";

const FOLDER: &str = "import { AssetArchive, StringAsset } from 'lumi';\n\
     import { fs } from 'lumi/std';\n\
     const source = new AssetArchive({ 'f.txt': new StringAsset('a'), 'y/z.txt': new StringAsset('z') });\n\
     new fs.Directory('d', { path: 'out/d', source });\n";

const NOTHING: &str = "export const nothing = 1;\n";

/// A project beside a folder with files of the user.
struct Project {
    lumi: Lumi,
    victim: PathBuf,
}

impl Project {
    fn new(program: &str) -> Self {
        let lumi = Lumi::new();
        lumi.file("p/Lumi.yaml", "name: p\n");
        let project = Self {
            victim: lumi.folder().join("victim"),
            lumi,
        };
        for name in ["f.txt", "d/f.txt", "d/y/z.txt"] {
            project.lumi.file(&format!("victim/{name}"), "hidden");
        }
        project.program(program);
        project
    }

    fn program(&self, text: &str) {
        self.lumi.file("p/index.ts", text);
    }

    fn path(&self, name: &str) -> PathBuf {
        self.lumi.folder().join("p").join(name)
    }

    /// `lumi LINE` in the project folder.
    fn run(&self, line: &str) -> Answer {
        let mut words = vec!["-C", "p"];
        words.extend(line.split(' '));
        self.lumi.run(&words)
    }

    /// Puts a link to the folder of the user in the place of a path of the project.
    fn replace_by_link(&self, name: &str, target: &Path) {
        let path = self.path(name);
        if path.is_dir() {
            fs::remove_dir_all(&path).unwrap();
        } else {
            let _ = fs::remove_file(&path);
        }
        symlink(target, path).unwrap();
    }

    fn nothing_is_deleted(&self) {
        for name in ["f.txt", "d/f.txt", "d/y/z.txt"] {
            let text = fs::read_to_string(self.victim.join(name)).unwrap();
            assert_eq!(text, "hidden", "{name}");
        }
    }
}

/// Refused, with a message that names the link; nothing from outside is shown or kept.
#[track_caller]
fn is_refused(project: &Project, line: &str, link: &str) {
    let answer = project.run(line);
    assert_ne!(answer.code, 0, "{}", answer.transcript());
    let named = format!("the link \"{link}\"");
    assert!(answer.stderr.contains(&named), "{}", answer.transcript());
    assert!(
        !answer.transcript().contains("hidden"),
        "{}",
        answer.transcript()
    );
    project.nothing_is_deleted();
}

#[test]
fn a_link_that_appears_later_leads_no_file_out() {
    for link in ["out", "out/f.txt"] {
        let project = Project::new(FILE);
        project.run("up -y").ok();
        let target = project
            .victim
            .join(link.strip_prefix("out").unwrap().trim_start_matches('/'));
        project.replace_by_link(link, &target);
        for line in ["preview -r", "up -r -y", "refresh -y --diff", "destroy -y"] {
            is_refused(&project, line, link);
        }
        project.program(NOTHING);
        is_refused(&project, "up -y", link);
        fs::remove_file(project.path(link)).unwrap();
        project.run("up -y").ok();
        project.nothing_is_deleted();
    }
}

#[test]
fn a_link_that_appears_later_leads_no_folder_out() {
    for link in ["out", "out/d"] {
        let project = Project::new(FOLDER);
        project.run("up -y").ok();
        let target = project
            .victim
            .join(link.strip_prefix("out").unwrap().trim_start_matches('/'));
        project.replace_by_link(link, &target);
        for line in ["preview -r", "refresh -y --diff", "destroy -y"] {
            is_refused(&project, line, link);
        }
        project.program(NOTHING);
        is_refused(&project, "up -y", link);
    }
    // Inside of the folder, files behind a link are gone.
    let project = Project::new(FOLDER);
    project.run("up -y").ok();
    project.replace_by_link("out/d/y", &project.victim.join("d/y"));
    project.run("destroy -y").ok();
    project.nothing_is_deleted();
}

#[test]
fn a_link_to_keys_and_states_is_not_followed() {
    let project = Project::new(FILE);
    project.run("up -y").ok();
    project.lumi.file("p/.lumi/f.txt", "hidden");
    project.replace_by_link("out", Path::new(".lumi"));
    for line in ["preview -r", "destroy -y"] {
        is_refused(&project, line, "out");
    }
    assert!(project.path(".lumi/f.txt").exists());
}

#[test]
fn files_made_with_a_permission_over_a_link_are_deleted_without_it() {
    let project = Project::new(FILE);
    let elsewhere = project.lumi.folder().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    symlink(&elsewhere, project.path("out")).unwrap();
    let permission = format!("up -y --allow-write={}", elsewhere.display());
    project.run(&permission).ok();
    assert!(elsewhere.join("f.txt").exists());
    project.run("refresh -y").ok();
    project.run("destroy -y").ok();
    assert!(!elsewhere.join("f.txt").exists());
}

#[test]
fn links_below_the_project_are_followed() {
    let project = Project::new(FILE);
    fs::create_dir(project.path("one")).unwrap();
    symlink("one", project.path("out")).unwrap();
    project.run("up -y").ok();
    fs::rename(project.path("one"), project.path("two")).unwrap();
    project.replace_by_link("out", Path::new("two"));
    project.run("refresh -y").ok();
    project.run("destroy -y").ok();
    assert!(!project.path("two/f.txt").exists());
}

/// Git keeps links, so each of these may be in a clone.
#[test]
fn links_of_a_clone_lead_no_files_of_lumi_out() {
    for (link, target, line) in [
        (".lumi/types/globals.d.ts", "f.txt", "preview"),
        (".lumi/types/stamp", "f.txt", "preview"),
        (".lumi/types/lumi", "d", "preview"),
        (".lumi/types", "d", "types"),
        (".lumi", "d", "up -y"),
        (".lumi/stacks", "d", "up -y"),
        (".lumi/stacks/p/dev", "d", "up -y"),
        (".lumi/stacks/p/dev/guard", "f.txt", "up -y"),
        (".lumi/made", "d", "up -y"),
        (".lumi/selected", "f.txt", "stack select other"),
        ("Lumi.dev.yaml", "empty.yaml", "config set a b"),
        ("Lumi.dev.yaml", "empty.yaml", "up -y -c a=b"),
        ("Lumi.dev.yaml", "missing.yaml", "config set a b"),
        ("tsconfig.json", "missing.json", "types"),
    ] {
        let project = Project::new(FILE);
        project.lumi.file("victim/empty.yaml", "config: {}\n");
        if line != "types" {
            let text = "{ \"include\": [\".lumi/types/globals.d.ts\"] }";
            project.lumi.file("p/tsconfig.json", text);
        }
        if line.starts_with("stack select") {
            project.run("stack init other").ok();
            fs::remove_file(project.path(link)).unwrap();
        }
        let before = tree(&project.victim);
        let path = project.path(link);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(project.victim.join(target), &path).unwrap();
        let answer = project.run(line);
        assert_eq!(
            tree(&project.victim),
            before,
            "{link}: {}",
            answer.transcript()
        );
        assert!(path.is_symlink(), "{link}: {}", answer.transcript());
        // Declarations, records of folders and `-c` are left out; all else is an error.
        let is_best_effort = line == "preview" || link == ".lumi/made" || line.contains("-c");
        assert_eq!(
            answer.code == 0,
            is_best_effort,
            "{link}: {}",
            answer.transcript()
        );
        if !is_best_effort {
            let named = format!("the link \"{}\"", link);
            assert!(
                answer.stderr.contains(&named),
                "{link}: {}",
                answer.transcript()
            );
        }
    }
}

/// All files below a folder, with their content.
fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(tree(&path)),
            false => files.push((path.clone(), fs::read(&path).unwrap())),
        }
    }
    files.sort();
    files
}

#[test]
fn states_in_a_linked_folder_of_the_project_are_found() {
    use std::os::unix::fs::PermissionsExt as _;
    let project = Project::new(FILE);
    fs::create_dir(project.path("states")).unwrap();
    symlink("states", project.path(".lumi")).unwrap();
    project.run("up -y").ok();
    let guard = project.path("states/stacks/p/dev/guard");
    let mode = fs::metadata(guard).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    project.run("destroy -y").ok();
}

/// The program hashes the new source, and the provider reads the recorded one.
#[test]
fn a_link_in_a_recorded_source_is_not_followed() {
    let program = |source: &str, made: &str| {
        format!(
            "import {{ FileArchive }} from 'lumi';\nimport {{ fs }} from 'lumi/std';\n\
             const source = new FileArchive('{source}');\n\
             new fs.Directory('d', {{ path: '{made}', source }}, {{ ignoreChanges: ['source'] }});\n"
        )
    };
    let project = Project::new(&program("one", "out/a"));
    project.lumi.file("p/one/a.txt", "a");
    project.lumi.file("p/two/a.txt", "a");
    project.run("up -y").ok();
    symlink(project.victim.join("f.txt"), project.path("one/link")).unwrap();
    project.program(&program("two", "out/b"));
    let answer = project.run("up -y");
    assert_ne!(answer.code, 0, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("one/link"),
        "{}",
        answer.transcript()
    );
    assert!(!project.path("out/b/link").exists());
}
