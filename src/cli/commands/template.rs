//! Templates of `lumi new`.

use clap::ValueEnum as _;

/// The files that `lumi new` writes besides the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// The line of `lumi new --list`.
    pub summary: &'static str,
    /// Paths relative to the project folder, with their text.
    pub files: &'static [(&'static str, &'static str)],
    /// The text of the README below the name of the project.
    pub readme: &'static str,
    /// The packages that `Lumi.yaml` wants: names, sources and ranges.
    pub packages: &'static [(&'static str, &'static str, &'static str)],
}

/// The names of the templates. The default can be deployed on any machine, without a network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum TemplateName {
    #[default]
    Site,
    Component,
    Rest,
    Terraform,
    Aws,
    Empty,
}

const REST_FILES: &[(&str, &str)] = &[
    ("index.ts", include_str!("templates/rest/index.ts")),
    (
        "api/notes/function.json",
        include_str!("templates/rest/api/notes/function.json"),
    ),
    (
        "api/notes/index.mjs",
        include_str!("templates/rest/api/notes/index.mjs"),
    ),
];

/// Whether a text is that of a file which `lumi new` writes: nothing of a user is lost with it.
pub fn is_untouched(text: &str) -> bool {
    let templates = TemplateName::value_variants().iter();
    let mut files = templates.flat_map(|it| it.template().files);
    files.any(|(_, original)| *original == text)
}

impl TemplateName {
    pub fn template(self) -> Template {
        match self {
            Self::Site => Template {
                summary: "a site on this machine: files, and a page made of the configuration",
                files: &[
                    ("index.ts", include_str!("templates/site/index.ts")),
                    (
                        "www/style.css",
                        include_str!("templates/site/www/style.css"),
                    ),
                ],
                readme: include_str!("templates/site/README.md"),
                packages: &[],
            },
            Self::Component => Template {
                summary: "a class that groups resources: accounts with passwords and files",
                files: &[("index.ts", include_str!("templates/component/index.ts"))],
                readme: include_str!("templates/component/README.md"),
                packages: &[],
            },
            Self::Rest => Template {
                summary: "a client of a REST API, and a server to try it with on this machine",
                files: REST_FILES,
                readme: include_str!("templates/rest/README.md"),
                packages: &[],
            },
            Self::Terraform => Template {
                summary: "providers of Terraform: generated values, and files with them",
                files: &[("index.ts", include_str!("templates/terraform/index.ts"))],
                readme: include_str!("templates/terraform/README.md"),
                packages: &[
                    ("local", "terraform:hashicorp/local", "~> 2.9"),
                    ("random", "terraform:hashicorp/random", "~> 3.9"),
                ],
            },
            Self::Aws => Template {
                summary: "a bucket in AWS; needs an account, its credentials and a region",
                files: &[("index.ts", include_str!("templates/aws/index.ts"))],
                readme: include_str!("templates/aws/README.md"),
                packages: &[("aws", "terraform:hashicorp/aws", "~> 6.48")],
            },
            Self::Empty => Template {
                summary: "a program without resources, which `lumi import --from` may replace",
                files: &[("index.ts", include_str!("templates/empty/index.ts"))],
                readme: include_str!("templates/empty/README.md"),
                packages: &[],
            },
        }
    }
}
