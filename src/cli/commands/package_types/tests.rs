use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use lumi_graph::{InterfaceError, PackageInterface, PackageInterfaces};
use lumi_provider::DescriptionKey;
use lumi_terraform::interface::{SchemaFile, TerraformInterface};
use lumi_terraform::process::ProtocolVersion;

use super::*;
use lumi_project::interfaces::refresh_declarations;

/// A project with one large package, `cloud`.
struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    fn new(resources: usize, program: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let answer = synthetic::response(resources);
        let file = folder.path().join(".lumi/schemas/cloud");
        let version = ProtocolVersion::Five;
        SchemaFile::write(&file, DescriptionKey::default(), version, &answer).unwrap();
        fs::write(folder.path().join("index.ts"), program).unwrap();
        let args = TypesArgs {
            folder: ".".into(),
            full: false,
            project: false,
        };
        crate::commands::types::run(&args, folder.path(), &mut Vec::new()).unwrap();
        Self { folder }
    }

    fn write(&self, is_full: bool) -> bool {
        let mut written = write_declarations(self.folder.path(), self, is_full);
        written.pop().unwrap().1.unwrap()
    }

    fn packages(&self) -> std::path::PathBuf {
        self.folder.path().join(".lumi/types/packages")
    }

    /// The output of the compiler, and the number of bytes of the package that it reads; `None` without it.
    fn compiled(&self) -> Option<(String, u64)> {
        let compiler = Path::new(env!("CARGO_MANIFEST_DIR"));
        let compiler = compiler.join("../../tools/types/node_modules/.bin/tsc");
        if !compiler.exists() {
            eprintln!("skipped: TypeScript is not installed; see tools/npm-packages");
            assert!(std::env::var_os("CI").is_none(), "CI must not skip it");
            return None;
        }
        let mut command = Command::new(compiler);
        command.args(["-p", ".", "--noEmit", "--strict", "--skipLibCheck", "false"]);
        let output = command
            .arg("--listFiles")
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let (files, messages): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|it| it.starts_with('/'));
        let own = files.iter().filter(|it| {
            it.contains("/.lumi/types/packages/") || it.contains("/.lumi/types/modules/")
        });
        let size = own.map(|it| fs::metadata(it).unwrap().len()).sum();
        Some((messages.join("\n"), size))
    }
}

impl PackageInterfaces for Project {
    fn names(&self) -> Vec<String> {
        vec!["cloud".to_owned()]
    }

    fn open(&self, name: &str) -> Option<Result<Arc<dyn PackageInterface>, InterfaceError>> {
        let file = self.folder.path().join(".lumi/schemas").join(name);
        let file = SchemaFile::open(&file, DescriptionKey::default()).ok()?;
        let interface = TerraformInterface::new(name, "1.0.0", file);
        Some(Ok(Arc::new(interface)))
    }
}

/// The class of the resource with this number.
fn class(project: &Project, at: usize) -> String {
    let package = project.open("cloud").unwrap().unwrap();
    let token = format!("cloud:resources:{}", synthetic::resource_name(at));
    let members = package.members().resources.iter();
    members
        .clone()
        .find(|it| it.token == token)
        .unwrap()
        .name
        .clone()
}

#[test]
fn compilers_read_little_of_a_large_package() {
    let project = Project::new(1500, "");
    // One of those with nested statements, and one that is small.
    let (used, other) = (class(&project, 40), class(&project, 41));
    let program = format!(
        "import * as cloud from 'lumi:cloud';\n\
         const one: cloud.{used} = new cloud.{used}('one', {{ name: 'n' }});\n\
         export const arn = one.arn;\n"
    );
    fs::write(project.folder.path().join("index.ts"), &program).unwrap();
    assert!(project.write(false));
    assert!(!project.write(false), "they are up to date");
    let Some((messages, size)) = project.compiled() else {
        return;
    };
    assert_eq!(messages, "");
    assert!(size > 10_000, "{size} bytes are none of a package");
    assert!(size <= 100_000, "the compiler reads {size} bytes");
    // The compiler finds a mistake in a class that the project uses; a class that it does not use yet takes any inputs.
    let more = format!(
        "new cloud.{used}('two', {{ nam: '' }});\nnew cloud.{other}('x', {{ nam: '' }});\n"
    );
    fs::write(
        project.folder.path().join("index.ts"),
        format!("{program}{more}"),
    )
    .unwrap();
    let (messages, _) = project.compiled().unwrap();
    assert_eq!(messages.lines().count(), 1, "{messages}");
    assert!(
        messages.contains("Did you mean to write 'name'?"),
        "{messages}"
    );
    // The next command describes it.
    assert_eq!(
        refresh_declarations(project.folder.path(), &project),
        ["cloud"]
    );
    let (messages, _) = project.compiled().unwrap();
    assert_eq!(messages.lines().count(), 2, "{messages}");
    assert!(refresh_declarations(project.folder.path(), &project).is_empty());
}

#[test]
fn a_class_of_a_module_is_typed_before_anything_has_run() {
    let project = Project::new(1500, "");
    assert!(project.write(false));
    // The third resource with the first word `access`.
    let program = "import * as access from 'lumi:cloud/access';\n\
                   import { AccessHostedDomain0 } from 'lumi:cloud';\n\
                   const one: access.HostedDomain0 = new access.HostedDomain0('one', { name: 'n' });\n\
                   export const arn = one.arn;\n\
                   export const all = [access.HostedDomain0, AccessHostedDomain0, access.data.hostedDomain0];\n\
                   new access.HostedDomain0('two', { nam: '' });\n\
                   import * as nothing from 'lumi:cloud/acces';\n";
    fs::write(project.folder.path().join("index.ts"), program).unwrap();
    let Some((messages, size)) = project.compiled() else {
        return;
    };
    let found: Vec<&str> = messages.lines().collect();
    assert_eq!(found.len(), 2, "{messages}");
    assert!(
        found[0].contains("Did you mean to write 'name'?"),
        "{messages}"
    );
    assert!(found[1].contains("lumi:cloud/acces"), "{messages}");
    // One of 24 modules of equal size, of a package of 25 MB.
    assert!(size < 2_500_000, "the compiler reads {size} bytes");
    let stamp = project
        .folder
        .path()
        .join(".lumi/types/modules/cloud/stamp");
    let before = fs::metadata(&stamp).unwrap().modified().unwrap();
    assert!(
        project.write(false),
        "the program uses another class of the package"
    );
    assert_eq!(fs::metadata(&stamp).unwrap().modified().unwrap(), before);
}

#[test]
fn a_class_that_is_imported_alone_is_read_alone() {
    let project = Project::new(1500, "");
    assert!(project.write(false));
    let program = "import { HostedDomain0 } from 'lumi:cloud/access/HostedDomain0';\n\
                   import type { JobFilter1200Args } from 'lumi:cloud/access/JobFilter1200';\n\
                   const one: HostedDomain0 = new HostedDomain0('one', { name: 'n' });\n\
                   export const [arn, args] = [one.arn, {} as JobFilter1200Args];\n\
                   new HostedDomain0('two', { nam: '' });\n";
    fs::write(project.folder.path().join("index.ts"), program).unwrap();
    let Some((messages, size)) = project.compiled() else {
        return;
    };
    assert_eq!(messages.lines().count(), 1, "{messages}");
    assert!(
        messages.contains("Did you mean to write 'name'?"),
        "{messages}"
    );
    assert!(size < 150_000, "the compiler reads {size} bytes");
}

#[test]
fn a_class_of_a_huge_package_is_typed_once_a_source_imports_it() {
    let import = "import { HostedDomain0 } from 'lumi:cloud/access/HostedDomain0';\n";
    let project = Project::new(3200, import);
    assert!(project.write(false));
    let program = format!("{import}new HostedDomain0('one', {{ nam: '' }});\n");
    fs::write(project.folder.path().join("index.ts"), program).unwrap();
    let classes = project
        .folder
        .path()
        .join(".lumi/types/modules/cloud/access");
    assert_eq!(fs::read_dir(classes).unwrap().count(), 1);
    let Some((messages, size)) = project.compiled() else {
        return;
    };
    assert!(
        messages.contains("Did you mean to write 'name'?"),
        "{messages}"
    );
    assert!(size < 150_000, "the compiler reads {size} bytes");
}

#[test]
fn all_of_a_large_package_can_be_written() {
    let project = Project::new(300, "import 'lumi:cloud';\n");
    let started = Instant::now();
    assert!(project.write(true));
    eprintln!("300 classes were written in {:?}", started.elapsed());
    let index = fs::read_to_string(project.packages().join("cloud/index.d.ts")).unwrap();
    assert_eq!(index.matches("from \"./r/").count(), 300);
    let Some((messages, _)) = project.compiled() else {
        return;
    };
    assert_eq!(messages, "");
}

#[test]
fn nested_types_that_are_equal_are_one() {
    let project = Project::new(250, "import 'lumi:cloud';\n");
    let (deep, shallow) = (class(&project, 40), class(&project, 41));
    let program =
        format!("import {{ {deep}, {shallow} }} from 'lumi:cloud';\n{deep}; {shallow};\n");
    fs::write(project.folder.path().join("index.ts"), program).unwrap();
    assert!(project.write(false));
    let file = format!("cloud/r/{}.d.ts", synthetic::resource_name(40));
    let text = fs::read_to_string(project.packages().join(file)).unwrap();
    let interfaces = text.matches("export interface").count();
    // Written out, they would be some hundreds.
    assert!(interfaces < 70, "{interfaces} interfaces");
}

#[cfg(unix)]
#[test]
fn a_link_in_the_way_is_not_followed() {
    let project = Project::new(3, "import 'lumi:cloud';\n");
    let elsewhere = tempfile::tempdir().unwrap();
    fs::create_dir_all(project.folder.path().join(".lumi/types")).unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), project.packages()).unwrap();
    let mut written = write_declarations(project.folder.path(), &project, false);
    let error = written.pop().unwrap().1.unwrap_err().to_string();
    assert!(error.contains("link"), "{error}");
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
}
