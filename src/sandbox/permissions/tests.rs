//! Tests of permission flags.

use super::*;

const ENTRIES: [Check; 3] = [Check::READ_ENTRY, Check::WRITE_ENTRY, Check::WRITE_NAME];

fn sandbox(flags: &PermissionFlags, project: &Path) -> Permissions {
    Permissions::new(flags, &project.canonicalize().unwrap(), project)
}

#[test]
fn reads_below_the_project_only() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("project");
    std::fs::create_dir_all(project.join("sub")).unwrap();
    std::fs::write(folder.path().join("outside"), "").unwrap();
    let it = sandbox(&PermissionFlags::default(), &project);
    assert!(it.check_read(&project.join("sub/missing")).is_ok());
    assert!(it.check_read(&project.join("sub/../x")).is_ok());
    assert!(it.check_read(&project.join("../outside")).is_err());
    assert!(
        it.check_read(&project.join("missing/../../outside"))
            .is_err()
    );
    assert!(it.check_write(&project.join("x")).is_err());
}

#[test]
fn files_of_lumi_need_permission_for_their_own_path() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    for name in ["project/.lumi/types", "project/sub/.lumi", "project/types"] {
        std::fs::create_dir_all(folder.join(name)).unwrap();
    }
    let project = folder.join("project");
    let kept = [
        ".lumi",
        ".lumi/key",
        ".lumi/stacks/a/b",
        "sub/.lumi/key",
        ".LUMI/key",
    ];
    let opened = |paths: &[&str]| {
        let paths = Allow::Only(paths.iter().map(|&it| it.to_owned()).collect());
        let flags = PermissionFlags {
            read: paths.clone(),
            write: paths,
            ..PermissionFlags::default()
        };
        Permissions::of_providers(&flags, &project, &project)
    };
    for it in [opened(&[]), opened(&["."]), opened(&["..", "/"])] {
        for path in kept.map(|it| project.join(it)) {
            let denied = it.check_read(&path).unwrap_err();
            assert!(denied.to_string().contains("keys and states"), "{denied}");
            it.check_write(&path).unwrap_err();
            for check in ENTRIES {
                it.find(&path, check).unwrap_err();
            }
        }
        for path in [".lumi/types/globals.d.ts", "types/key", ".lumi2/key"] {
            it.check_read(&project.join(path)).unwrap();
        }
    }
    for flag in [".lumi", ".lumi/key"] {
        let it = opened(&[flag]);
        it.check_read(&project.join(".lumi/key")).unwrap();
        it.check_read(&project.join("sub/.lumi/key")).unwrap_err();
    }
    let all = PermissionFlags {
        read: Allow::All,
        ..PermissionFlags::default()
    };
    let it = sandbox(&all, &project);
    it.check_read(&project.join(".lumi/key")).unwrap();
}

/// Variables, memory and arguments of a process are more than files: access to them would bypass
/// permissions for variables and programs.
#[cfg(target_os = "linux")]
#[test]
fn files_about_processes_need_all_permissions() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("/proc/self/environ", &link).unwrap();
    let paths = [
        "/proc/self/environ",
        "/proc/thread-self/environ",
        "/proc/self/../self/mem",
        "/proc/1/environ",
        "/proc/self/task",
        "/dev/fd",
        link.to_str().unwrap(),
    ];
    let root = || Allow::Only(vec!["/".to_owned(), "/proc/self".to_owned()]);
    for read in [Allow::All, root()] {
        let write = read.clone();
        let flags = PermissionFlags {
            read,
            write,
            ..PermissionFlags::default()
        };
        let it = sandbox(&flags, folder.path());
        for path in paths.map(Path::new) {
            let denied = it.check_read(path).unwrap_err().to_string();
            assert!(denied.contains("--allow-all"), "{denied}");
            it.check_write(path).unwrap_err();
        }
        it.find(Path::new("/proc/self/environ"), Check::READ_ENTRY)
            .unwrap_err();
        it.check_read(Path::new("/proc/cpuinfo")).unwrap();
        it.find(&link, Check::READ_ENTRY).unwrap();
    }
    // A program in the topmost folder has that for its project.
    let it = sandbox(&PermissionFlags::default(), Path::new("/"));
    it.check_read(Path::new("/proc/self/environ")).unwrap_err();
    let all = PermissionFlags {
        read: Allow::All,
        write: Allow::All,
        net: Allow::All,
        env: Allow::All,
        run: Allow::All,
    };
    sandbox(&all, folder.path())
        .check_read(Path::new("/proc/self/environ"))
        .unwrap();
}

#[test]
fn symlinks_do_not_lead_out() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("project");
    std::fs::create_dir_all(&project).unwrap();
    std::fs::write(folder.path().join("outside"), "").unwrap();
    std::os::unix::fs::symlink(folder.path(), project.join("out")).unwrap();
    std::os::unix::fs::symlink("/nowhere/at/all", project.join("dangling")).unwrap();
    let it = sandbox(&PermissionFlags::default(), &project);
    assert!(it.check_read(&project.join("out/outside")).is_err());
    assert!(it.check_read(&project.join("out/missing")).is_err());
    assert!(it.check_read(&project.join("dangling")).is_err());
    // A name with a slash, or a point, after it is the same name.
    std::os::unix::fs::symlink("../outside", project.join("file")).unwrap();
    for name in [
        "file",
        "file/",
        "file/.",
        "file//",
        "dangling/",
        "dangling/.",
    ] {
        let path = format!("{}/{name}", project.display());
        assert!(it.check_read(Path::new(&path)).is_err(), "{name}");
        assert!(it.check_write(Path::new(&path)).is_err(), "{name}");
    }
    let opened = PermissionFlags {
        read: Allow::All,
        ..PermissionFlags::default()
    };
    assert!(
        sandbox(&opened, &project)
            .check_read(&project.join("out/outside"))
            .is_ok()
    );
}

#[test]
fn flags_apply_to_files_created_later() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("project");
    std::fs::create_dir_all(&project).unwrap();
    let link = folder.path().join("dangling");
    std::os::unix::fs::symlink("/nowhere/at/all", &link).unwrap();
    let paths = ["../dangling", "../later/../file", "../new/folder"];
    let flags = PermissionFlags {
        write: Allow::Only(paths.map(str::to_owned).to_vec()),
        ..PermissionFlags::default()
    };
    let it = sandbox(&flags, &project);
    assert!(it.check_write(&link).is_err());
    std::fs::remove_file(&link).unwrap();
    std::fs::write(&link, "").unwrap();
    std::fs::create_dir_all(folder.path().join("new/folder")).unwrap();
    for name in ["dangling", "file", "new/folder/x"] {
        assert!(it.check_write(&folder.path().join(name)).is_ok(), "{name}");
    }
    for name in ["later", "new", "other"] {
        assert!(it.check_write(&folder.path().join(name)).is_err(), "{name}");
    }
    // A link that leads elsewhere does not allow its target.
    std::fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink(folder.path().join("other"), &link).unwrap();
    std::fs::write(folder.path().join("other"), "").unwrap();
    assert!(it.check_write(&link).is_err());
}

#[test]
fn an_entry_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("project");
    std::fs::create_dir_all(&project).unwrap();
    std::os::unix::fs::symlink("/nowhere", project.join("link")).unwrap();
    std::os::unix::fs::symlink(folder.path(), project.join("out")).unwrap();
    let it = sandbox(&PermissionFlags::default(), &project);
    let find = |path: &str, check| it.find(&project.join(path), check);
    assert!(find("link", Check::READ_ENTRY).is_ok());
    assert!(find("out", Check::READ_ENTRY).is_ok());
    for path in ["link/", "out/", "out/.", "out/x", "..", "out/.."] {
        let error = find(path, Check::READ_ENTRY).unwrap_err();
        assert!(matches!(error, PathError::Denied(_)), "{path}: {error:?}");
    }
    assert!(find("link", Check::WRITE_ENTRY).is_err());
}

#[test]
fn a_sibling_with_the_same_prefix_is_outside() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["app", "app-secrets"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    let it = sandbox(&PermissionFlags::default(), &folder.path().join("app"));
    assert!(
        it.check_read(&folder.path().join("app-secrets/key"))
            .is_err()
    );
}

#[test]
fn names_and_hosts() {
    let only = |names: &[&str]| Allow::Only(names.iter().map(|&it| it.to_owned()).collect());
    let folder = tempfile::tempdir().unwrap();
    let flags = PermissionFlags {
        net: only(&["example.com", "localhost:8080"]),
        env: only(&["HOME", "AWS_*"]),
        run: only(&["git"]),
        ..PermissionFlags::default()
    };
    let it = sandbox(&flags, folder.path());
    assert!(it.check_net("example.com", 443).is_ok());
    assert!(it.check_net("localhost", 8080).is_ok());
    assert!(it.check_net("localhost", 80).is_err());
    assert!(it.check_env("AWS_REGION").is_ok());
    assert!(it.check_env("PATH").is_err());
    assert!(it.check_run("git").is_ok());
    assert!(it.check_run("/tmp/git").is_err());
}

#[test]
fn the_target_of_a_linked_folder_of_lumi_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().canonicalize().unwrap();
    std::fs::create_dir(project.join("states")).unwrap();
    std::fs::write(project.join("states/key"), "").unwrap();
    std::os::unix::fs::symlink("states", project.join(".lumi")).unwrap();
    let it = sandbox(&PermissionFlags::default(), &project);
    for name in [".lumi/key", "states/key", "states", ".lumi"] {
        assert!(it.check_read(&project.join(name)).is_err(), "{name}");
    }
    assert!(it.check_read(&project.join("other")).is_ok());
    let flags = PermissionFlags {
        read: Allow::Only(vec!["states".to_owned()]),
        ..PermissionFlags::default()
    };
    let opened = sandbox(&flags, &project);
    assert!(opened.check_read(&project.join("states/key")).is_ok());
}

/// A link to a missing file is a missing file if the target may be read; a program does not learn which others exist.
#[test]
fn links_to_nowhere_are_denied_only_where_they_lead_out() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("project");
    std::fs::create_dir_all(project.join("sub")).unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    for (name, target) in [
        ("broken", "nowhere"),
        ("below", "sub/nowhere/x"),
        ("loop", "loop"),
        ("out", "../nowhere"),
        ("out_and_in", "../nowhere/../project/sub"),
        ("through_file", "../file/x"),
        ("lumi", ".lumi/key"),
    ] {
        std::os::unix::fs::symlink(target, project.join(name)).unwrap();
    }
    let it = sandbox(&PermissionFlags::default(), &project);
    let code = |path: &str| match it.find(&project.join(path), Check::READ) {
        Ok(place) => Some(place.real.symlink_metadata().unwrap_err().raw_os_error()),
        Err(PathError::System(error)) => Some(error.raw_os_error()),
        Err(PathError::Denied(_)) => None,
    };
    assert_eq!(code("broken"), Some(Some(libc::ENOENT)));
    assert_eq!(code("broken/x"), Some(Some(libc::ENOENT)));
    assert_eq!(code("broken/../x"), Some(Some(libc::ENOENT)));
    assert_eq!(code("below"), Some(Some(libc::ENOENT)));
    assert_eq!(code("loop"), Some(Some(libc::ELOOP)));
    for path in [
        "out",
        "out/",
        "out/../project",
        "out_and_in",
        "through_file",
        "lumi",
    ] {
        assert_eq!(code(path), None, "{path}");
    }
}

/// A file that is opened to be written may be a link, as one that is read.
#[test]
fn a_link_that_leads_out_is_named_where_a_file_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().canonicalize().unwrap();
    let project = base.join("project");
    std::fs::create_dir(&project).unwrap();
    std::os::unix::fs::symlink("../out", project.join("link")).unwrap();
    let flags = PermissionFlags {
        write: Allow::Only(vec![".".to_owned()]),
        ..PermissionFlags::default()
    };
    let it = sandbox(&flags, &project);
    let target = |lookup| match it.find(&project.join("link"), Check::new(Access::Write, lookup)) {
        Err(PathError::Denied(denied)) => denied.target,
        _ => None,
    };
    let out = Some(base.join("out"));
    assert_eq!(
        [Lookup::Target, Lookup::Made].map(target),
        [out.clone(), out]
    );
    // The link itself may be written.
    for lookup in [Lookup::Name, Lookup::MadeEntry, Lookup::Entry] {
        let check = Check::new(Access::Write, lookup);
        assert!(it.find(&project.join("link"), check).is_ok(), "{lookup:?}");
    }
}
