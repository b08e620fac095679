//! The files of a commit in a repository of git.

use std::path::Path;

use tokio::time::Instant;

use super::git_command::{GitCommand, TIME};
use super::git_repository::GitRepository;
use super::module_error::ModuleError;

/// The names in a clone for what a repository has.
const EVERYTHING: [&str; 3] = [
    "+HEAD:refs/remotes/origin/HEAD",
    "+refs/heads/*:refs/remotes/origin/*",
    "+refs/tags/*:refs/tags/*",
];

/// Writes the files of a commit into an empty folder, and returns the commit in hex. A locked commit counts instead of
/// what the repository has now under the name of the source.
pub(super) async fn fetch(
    repository: &GitRepository,
    locked: Option<&str>,
    folder: &Path,
) -> Result<String, ModuleError> {
    let git = GitCommand {
        repository,
        folder,
        deadline: Instant::now() + TIME,
    };
    git.output(&["init", "--quiet", "--template="]).await?;
    let name = locked.or(repository.reference()).unwrap_or("HEAD");
    let commit = match fetch_one(&git, name).await {
        Ok(commit) => commit,
        // Short commits, names of branches as clones have them, commits that the server gives with a history alone.
        Err(first @ ModuleError::Git { .. }) => fetch_all(&git, name).await.map_err(|_| first)?,
        Err(error) => return Err(error),
    };
    git.output(&["checkout", "--quiet", "--detach", &commit])
        .await?;
    if folder.join(".gitmodules").is_file() {
        git.fetch_submodules().await?;
    }
    Ok(commit)
}

/// Fetches one commit without those before it.
async fn fetch_one(git: &GitCommand<'_>, wanted: &str) -> Result<String, ModuleError> {
    let url = git.repository.url().as_str();
    let arguments = [
        "fetch",
        "--quiet",
        "--no-tags",
        "--depth=1",
        "--",
        url,
        wanted,
    ];
    git.output(&arguments).await?;
    commit_of(git, "FETCH_HEAD").await
}

/// Fetches all branches and tags, and looks for a commit in them.
async fn fetch_all(git: &GitCommand<'_>, wanted: &str) -> Result<String, ModuleError> {
    let url = git.repository.url().as_str();
    let mut arguments = vec!["fetch", "--quiet", "--force", "--", url];
    arguments.extend(EVERYTHING);
    git.output(&arguments).await?;
    match commit_of(git, wanted).await {
        Ok(commit) => Ok(commit),
        Err(_) => commit_of(git, &format!("refs/remotes/origin/{wanted}")).await,
    }
}

async fn commit_of(git: &GitCommand<'_>, name: &str) -> Result<String, ModuleError> {
    let name = format!("{name}^{{commit}}");
    let commit = git
        .output(&["rev-parse", "--verify", "--quiet", &name])
        .await?;
    Ok(commit.trim().to_owned())
}
