//! Programs to start from.

/// What `lumi new` writes beside the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Template {
    /// What one line of `lumi new --list` says.
    pub(super) summary: &'static str,
    /// Paths relative to the project folder, and their text.
    pub(super) files: &'static [(&'static str, &'static str)],
}

/// The names of the templates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum TemplateName {
    #[default]
    Webserver,
    Component,
    StaticSite,
}

impl TemplateName {
    pub(super) fn template(self) -> Template {
        match self {
            Self::Webserver => Template {
                summary: "a machine that serves HTTP, and its security group",
                files: &[("index.ts", include_str!("templates/webserver.ts"))],
            },
            Self::Component => Template {
                summary: "a class that groups resources",
                files: &[("index.ts", include_str!("templates/component.ts"))],
            },
            Self::StaticSite => Template {
                summary: "a bucket that serves the files of a folder",
                files: &[
                    ("index.ts", include_str!("templates/static-site/index.ts")),
                    (
                        "www/index.html",
                        include_str!("templates/static-site/index.html"),
                    ),
                ],
            },
        }
    }
}
