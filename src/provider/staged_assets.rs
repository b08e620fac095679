//! Assets of a package, which are in no project folder: providers get the paths of copies.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use lumi_graph::{
    Archive, ArchiveContent, Asset, AssetContent, Object, Value, asset_name, below_folder,
    is_in_folder,
};

use super::content::members_sha256;
use super::provider_request::ProviderRequest;
use super::request_object::{ObjectRef, ObjectRole};
use super::{Middleware, Provider, ProviderError};

/// Copies of the assets of a package and of libraries.
#[derive(Clone, Debug, Default)]
pub struct StagedAssets(Vec<PackageCopies>);

/// A folder with copies of the assets of one package.
#[derive(Clone, Debug, Default)]
pub struct PackageCopies {
    /// The text with which the paths of assets begin: empty for the program, and ends with `/` for a library.
    prefix: String,
    /// The folder as a text without `/` at its end.
    folder: String,
    /// The SHA-256 of each file by its path below the folder.
    files: BTreeMap<String, String>,
    /// Folders of which no file is missing, and all below them; `.` is the folder itself.
    archives: BTreeMap<String, String>,
}

impl PackageCopies {
    /// `folder` has `files`, with the SHA-256 of each; `whole` are folders of which no file is missing.
    pub fn new(
        prefix: String,
        folder: &Path,
        files: BTreeMap<String, String>,
        whole: &[String],
    ) -> Self {
        let mut names: BTreeSet<String> = whole.iter().cloned().collect();
        for file in files.keys() {
            let mut rest = file.as_str();
            while let Some((parent, _)) = rest.rsplit_once('/') {
                if whole.iter().any(|it| is_in_folder(parent, it)) {
                    names.insert(parent.to_owned());
                }
                rest = parent;
            }
        }
        let hash = |name: &String| {
            let members = files.iter();
            members_sha256(
                members.filter_map(|(file, hash)| Some((below_folder(file, name)?, hash.as_str()))),
            )
        };
        Self {
            prefix,
            archives: names.iter().map(|it| (it.clone(), hash(it))).collect(),
            folder: folder.display().to_string(),
            files,
        }
    }

    /// The path of the copy, if the content is that of the package: a file of the project folder may have the same path.
    fn staged(&self, path: &str, hash: Option<&str>, is_archive: bool) -> Option<String> {
        let path = path.strip_prefix(self.prefix.as_str())?;
        let name = asset_name(path)?;
        let file = self.files.get(&name);
        let known = file.or_else(|| self.archives.get(&name).filter(|_| is_archive))?;
        let is_same = hash.is_none_or(|it| it == known);
        // The path is kept behind the folder, so that it comes back as it was written.
        is_same.then(|| format!("{}/{path}", self.folder))
    }

    /// The path of the package that a copy has.
    fn original(&self, path: &str) -> Option<String> {
        let rest = path.strip_prefix(self.folder.as_str())?;
        let rest = rest.strip_prefix('/')?;
        Some(format!("{}{rest}", self.prefix))
    }
}

impl StagedAssets {
    pub fn new(packages: Vec<PackageCopies>) -> Self {
        Self(packages)
    }

    fn staged(&self, path: &str, hash: Option<&str>, is_archive: bool) -> Option<String> {
        let mut packages = self.0.iter();
        packages.find_map(|it| it.staged(path, hash, is_archive))
    }

    fn original(&self, path: &str) -> Option<String> {
        self.0.iter().find_map(|it| it.original(path))
    }

    fn each(&self, value: &mut Value, change: Change) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|it| self.each(it, change)),
            Value::Object(members) => self.object(members, change),
            Value::Secret(inner) => self.each(inner, change),
            Value::Asset(asset) => {
                let Asset { content, hash } = &mut **asset;
                if let AssetContent::File(path) = content {
                    change(self, path, hash.as_deref(), false);
                }
            }
            Value::Archive(archive) => {
                let Archive { content, hash } = &mut **archive;
                match content {
                    ArchiveContent::File(path) => change(self, path, hash.as_deref(), true),
                    ArchiveContent::Assets(members) => self.object(members, change),
                    ArchiveContent::Remote(_) => {}
                }
            }
            _ => {}
        }
    }

    fn object(&self, members: &mut Object, change: Change) {
        members.values_mut().for_each(|it| self.each(it, change));
    }
}

/// Changes the path of an asset or (`true`) an archive with a hash.
type Change = fn(&StagedAssets, &mut String, Option<&str>, bool);

fn stage(assets: &StagedAssets, path: &mut String, hash: Option<&str>, is_archive: bool) {
    if let Some(staged) = assets.staged(path, hash, is_archive) {
        *path = staged;
    }
}

fn restore(assets: &StagedAssets, path: &mut String, _: Option<&str>, _: bool) {
    if let Some(original) = assets.original(path) {
        *path = original;
    }
}

fn has_content(object: &Object) -> bool {
    let is_content = |it: &Value| matches!(it, Value::Asset(_) | Value::Archive(_));
    object.values().any(|it| it.any(is_content))
}

/// A provider that reads the assets of a package from the copies.
pub struct AssetStage {
    provider: Arc<dyn Provider>,
    assets: Arc<StagedAssets>,
}

impl AssetStage {
    pub fn new(provider: Arc<dyn Provider>, assets: Arc<StagedAssets>) -> Self {
        Self { provider, assets }
    }
}

impl Middleware for AssetStage {
    async fn handle<R: ProviderRequest>(
        &self,
        mut request: R,
    ) -> Result<R::Response, ProviderError> {
        for given in request.objects() {
            // Inputs of components become inputs of other resources, which are staged then.
            if given.role == ObjectRole::ComponentInput || !has_content(given.object.get()) {
                continue;
            }
            match given.object {
                ObjectRef::Owned(object) => self.assets.object(object, stage),
                ObjectRef::Shared(object) => self.assets.object(Arc::make_mut(object), stage),
            }
        }
        let mut response = request.send(&*self.provider).await?;
        for object in R::response_objects(&mut response) {
            self.assets.object(object, restore);
        }
        Ok(response)
    }

    fn next(&self) -> Option<&dyn Provider> {
        Some(&*self.provider)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asset(path: &str, hash: &str) -> Value {
        Value::Asset(Box::new(Asset {
            content: AssetContent::File(path.to_owned()),
            hash: Some(hash.to_owned()),
        }))
    }

    fn archive(path: &str, hash: &str) -> Value {
        Value::Archive(Box::new(Archive {
            content: ArchiveContent::File(path.to_owned()),
            hash: Some(hash.to_owned()),
        }))
    }

    fn assets() -> StagedAssets {
        let of = |prefix: &str, folder: &str, hash: &str| {
            let files = [("a.txt", hash), ("code/lib/b.js", "2")];
            let files = files.map(|(name, hash)| (name.to_owned(), hash.to_owned()));
            let whole = ["code".to_owned()];
            PackageCopies::new(prefix.to_owned(), Path::new(folder), files.into(), &whole)
        };
        StagedAssets::new(vec![
            of("", "/copies", "1"),
            of("lumi:web/", "/libraries/web", "3"),
        ])
    }

    fn path(value: &Value) -> &str {
        match value {
            Value::Asset(it) => it.content.entry().1,
            Value::Archive(it) => match &it.content {
                ArchiveContent::File(path) => path,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn assets_of_the_package_are_copies() {
        let assets = assets();
        let code = members_sha256([("lib/b.js", "2")]);
        let lib = members_sha256([("b.js", "2")]);
        let staged = [
            (asset("a.txt", "1"), "/copies/a.txt"),
            (asset("./a.txt", "1"), "/copies/./a.txt"),
            (archive("code", &code), "/copies/code"),
            (archive("code/lib/", &lib), "/copies/code/lib/"),
            (asset("lumi:web/a.txt", "3"), "/libraries/web/a.txt"),
            (archive("lumi:web/./code", &code), "/libraries/web/./code"),
        ];
        for (before, expected) in staged {
            let mut value = Value::Array(vec![Value::secret(before.clone())]);
            assets.each(&mut value, stage);
            let Value::Array(items) = &value else {
                panic!("{value:?}")
            };
            assert_eq!(path(items[0].open()), expected);
            assets.each(&mut value, restore);
            assert_eq!(value, Value::Array(vec![Value::secret(before)]));
        }
    }

    /// The project folder may have a file with the same path, such as one that a resource made.
    #[test]
    fn other_content_is_that_of_the_project() {
        let assets = assets();
        let others = [
            asset("a.txt", "2"),
            asset("b.txt", "1"),
            asset("/a.txt", "1"),
            asset("../a.txt", "1"),
            asset("code", "1"),
            archive("code", "1"),
            archive(".", "1"),
            asset("lumi:web/a.txt", "1"),
            asset("lumi:net/a.txt", "1"),
            asset("lumi:web/../a.txt", "1"),
        ];
        for before in others {
            let mut value = before.clone();
            assets.each(&mut value, stage);
            assert_eq!(value, before);
        }
    }
}
