//! A program of many modules, generated: a tree in which each module imports eight others.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::Result;

const MODULES: usize = 1000;
const CHILDREN: usize = 8;

/// Writes the tree with its entry `main.ts`; answers what the program prints.
pub fn write(folder: &Path) -> Result<String> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    for index in 0..MODULES {
        fs::write(folder.join(format!("m{index}.ts")), module(index))?;
    }
    let main = "import { total } from \"./m0.ts\";\n\nconsole.log(`${total()} modules`);\n";
    fs::write(folder.join("main.ts"), main)?;
    Ok(format!("{MODULES} modules"))
}

/// About 60 lines with types in most of them, some of which run.
fn module(index: usize) -> String {
    let children: Vec<usize> = (1..=CHILDREN)
        .map(|child| index * CHILDREN + child)
        .filter(|&child| child < MODULES)
        .collect();
    let mut text = String::new();
    for child in &children {
        let _ = writeln!(
            text,
            "import {{ total as total{child} }} from \"./m{child}.ts\";"
        );
    }
    for part in 0..4 {
        text.push_str(
            &PART
                .replace("INDEX", &index.to_string())
                .replace("PART", &part.to_string()),
        );
    }
    text.push_str("\nexport function total(): number {\n  return 1");
    for child in &children {
        let _ = write!(text, " + total{child}()");
    }
    text.push_str(";\n}\n");
    text
}

const PART: &str = r#"
export interface SettingsPART {
  name: string;
  size?: number;
  tags: Record<string, string>;
}

export class ServicePART {
  private readonly settings: SettingsPART;

  constructor(settings: SettingsPART) {
    this.settings = settings;
  }

  describe(indent: string = "  "): string {
    const { name, size, tags } = this.settings;
    const lines = Object.entries(tags).map(([key, value]) => `${indent}${key}: ${value}`);
    return [`${name} (${size ?? "default"})`, ...lines].join("\n");
  }
}

export const servicePART = new ServicePART({ name: "service-INDEX-PART", tags: { owner: "bench" } } as SettingsPART);
"#;
