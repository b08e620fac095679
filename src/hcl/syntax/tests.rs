use super::*;

#[test]
fn bodies_have_attributes_and_blocks() {
    let text = "\u{feff}a = 1 # one\nb \"x\" y { c = 2 }\nb {\n  d = <<-E\n    x\n      ${1}\n  E\n}\n";
    let body = parse_native("main.tf", text).unwrap();
    let schema = BodySchema::new(&["a!"], &[("b", &[])]);
    let (content, diagnostics) = body.content(&schema);
    assert_eq!(content.attributes["a"].expression.span.text(), "1");
    assert_eq!(content.blocks.len(), 1);
    assert!(diagnostics.to_string().contains("main.tf:2:3"), "{diagnostics}");
}

/// Reads the files of the folder `HCL_FILES`, which all must be valid, but those with `invalid` or `broken` in their
/// path.
#[test]
#[ignore = "needs a folder"]
fn soak_files_of_a_folder_are_read() {
    let Some(folder) = std::env::var_os("HCL_FILES") else { return };
    let mut folders = vec![std::path::PathBuf::from(folder)];
    let (mut count, mut refused) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.to_string_lossy().into_owned();
            let endings = [".tf", ".tofu", ".tfvars", ".tf.json", ".tofu.json", ".tfvars.json"];
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|it| name.ends_with(it)) {
                count += 1;
                if let Err(error) = parse_body(&name, &std::fs::read(&path).unwrap())
                    && !name.contains("invalid") && !name.contains("broken")
                {
                    refused.push(error.to_string());
                }
            }
        }
    }
    assert!(refused.is_empty(), "{} of {count}:\n{}", refused.len(), refused.join("\n"));
    assert!(count > 0, "the folder has no files");
}
