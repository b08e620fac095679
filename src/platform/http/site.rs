//! Requests to sites: files with their types, tags, ranges and encodings.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use hyper::header::{
    ACCEPT_RANGES, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_RANGE, CONTENT_TYPE, ETAG, HOST,
    HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH, IF_RANGE, LOCATION, RANGE, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode, Uri};
use tokio::task::spawn_blocking;

use crate::gzip::takes_gzip;
use crate::sites::{
    Compressed, FileBody, RangeError, SiteAnswer, SiteDefinition, Sites, byte_range, lookup,
};

use super::access::without_port;
use super::body::{Answer, AnswerBody, answer as filled, empty, refuse};

/// The site that a request is for by its host.
pub fn of_host<'a>(sites: &Sites, head: &'a Parts) -> Option<&'a str> {
    let host = head.headers.get(HOST)?.to_str().ok()?;
    sites.of_host(without_port(host))
}

/// The site and the path of a request for `/_lumi/sites/NAME/PATH`, both as they were sent.
pub fn target(uri: &Uri) -> Option<(&str, &str)> {
    let rest = uri.path().strip_prefix("/_lumi/sites/")?;
    match rest.find('/') {
        Some(at) => Some(rest.split_at(at)),
        None => Some((rest, "/")),
    }
}

/// Answers a request for a path of a site.
pub async fn answer(sites: &Arc<Sites>, head: &Parts, name: &str, path: &str) -> Answer {
    if !matches!(head.method, Method::GET | Method::HEAD) {
        let problem = format!("{} is not allowed here; use GET, HEAD", head.method);
        let mut answer = refuse(StatusCode::METHOD_NOT_ALLOWED, &problem);
        answer
            .headers_mut()
            .insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return answer;
    }
    let request = SiteRequest {
        sites: Arc::clone(sites),
        name: name.to_owned(),
        path: path.to_owned(),
        query: head.uri.query().map(str::to_owned),
        headers: head.headers.clone(),
    };
    let answering = spawn_blocking(move || request.answer());
    answering.await.unwrap_or_else(|_| unreadable())
}

fn unreadable() -> Answer {
    refuse(StatusCode::INTERNAL_SERVER_ERROR, "the file cannot be read")
}

/// A request for a file.
struct SiteRequest {
    sites: Arc<Sites>,
    name: String,
    path: String,
    query: Option<String>,
    headers: HeaderMap,
}

impl SiteRequest {
    /// Blocks.
    fn answer(&self) -> Answer {
        let (folder, site) = match self.sites.open(&self.name) {
            Some(Ok(it)) => it,
            Some(Err(problem)) => return refuse(StatusCode::INTERNAL_SERVER_ERROR, &problem),
            None => {
                let problem = format!("there is no site {:?}", self.name);
                return refuse(StatusCode::NOT_FOUND, &problem);
            }
        };
        match lookup(&folder, &site, &self.path) {
            SiteAnswer::File { path, name } => {
                let answer = self.file(&site, &path, &name);
                answer.unwrap_or_else(|_| unreadable())
            }
            SiteAnswer::Missing { path, name } => {
                let answer = missing(&site, &path, &name);
                answer.unwrap_or_else(|_| unreadable())
            }
            SiteAnswer::Folder(last) => self.redirection(&last),
            SiteAnswer::Nothing => filled(
                StatusCode::NOT_FOUND,
                "text/plain; charset=utf-8",
                "Not Found\n",
            ),
        }
    }

    /// To the path with a slash, relative to the one that was asked for: a path that begins with two slashes would be another host.
    fn redirection(&self, last: &str) -> Answer {
        let query = self.query.as_ref().map(|it| format!("?{it}"));
        let location = format!("./{last}/{}", query.unwrap_or_default());
        let mut answer = empty(StatusCode::PERMANENT_REDIRECT);
        match HeaderValue::try_from(location) {
            Ok(location) => answer.headers_mut().insert(LOCATION, location),
            Err(_) => return refuse(StatusCode::BAD_REQUEST, "the path is not valid"),
        };
        answer
    }

    fn file(&self, site: &SiteDefinition, path: &Path, name: &str) -> io::Result<Answer> {
        let file = File::open(path)?;
        let facts = file.metadata()?;
        let (size, tag) = (facts.len(), tag_of(&facts));
        let media_type = site.media_type(name);
        let may_compress = Compressed::is_for(media_type, size);
        let range = self.header(&RANGE);
        let compresses = may_compress && takes_gzip(&self.headers) && range.is_none();
        let etag = match compresses {
            true => format!("\"{tag}-gzip\""),
            false => format!("\"{tag}\""),
        };
        let mut answer = if self.is_known(&etag) {
            empty(StatusCode::NOT_MODIFIED)
        } else if compresses {
            let content = self.sites.compressed.content(path, file, &tag)?;
            let mut answer = filled(StatusCode::OK, "", content);
            answer
                .headers_mut()
                .insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            answer
        } else {
            // A part of another version is of no use.
            let is_same = self.header(&IF_RANGE).is_none_or(|it| it == etag);
            let range = range.filter(|_| is_same).unwrap_or_default();
            part(file, size, range)
        };
        let headers = answer.headers_mut();
        describe(headers, site, name, &etag);
        headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        if may_compress {
            headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        }
        if answer.status() == StatusCode::NOT_MODIFIED {
            answer.headers_mut().remove(CONTENT_TYPE);
        }
        Ok(answer)
    }

    fn header(&self, name: &HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Whether the client has the content of the tag.
    fn is_known(&self, etag: &str) -> bool {
        self.headers
            .get_all(IF_NONE_MATCH)
            .iter()
            .filter_map(|it| it.to_str().ok())
            .flat_map(|it| it.split(','))
            .map(str::trim)
            .any(|it| it == "*" || it.strip_prefix("W/").unwrap_or(it) == etag)
    }
}

/// The time of the last change and the size: deployments replace files, and never write into them.
fn tag_of(facts: &Metadata) -> String {
    let modified = facts.modified().ok();
    let since = modified.and_then(|it| it.duration_since(UNIX_EPOCH).ok());
    let nanoseconds = since.map_or(0, |it| it.as_nanos());
    format!("{nanoseconds:x}-{:x}", facts.len())
}

/// The content of a file, or the part of it that the header asks for.
fn part(file: File, size: u64, header: &str) -> Answer {
    let (status, range, place) = match byte_range(header, size) {
        Ok(None) => (StatusCode::OK, 0..size, None),
        Ok(Some(range)) => {
            let place = format!("bytes {}-{}/{size}", range.start, range.end - 1);
            (StatusCode::PARTIAL_CONTENT, range, Some(place))
        }
        Err(RangeError) => {
            let place = format!("bytes */{size}");
            (StatusCode::RANGE_NOT_SATISFIABLE, 0..0, Some(place))
        }
    };
    let mut answer = Answer::new(AnswerBody::file(FileBody::new(file, range)));
    *answer.status_mut() = status;
    if let Some(place) = place {
        let place = HeaderValue::try_from(place).expect("BUG: a range is text");
        answer.headers_mut().insert(CONTENT_RANGE, place);
    }
    answer
}

/// The page for paths without a file.
fn missing(site: &SiteDefinition, path: &Path, name: &str) -> io::Result<Answer> {
    let file = File::open(path)?;
    let facts = file.metadata()?;
    let mut answer = Answer::new(AnswerBody::file(FileBody::new(file, 0..facts.len())));
    *answer.status_mut() = StatusCode::NOT_FOUND;
    let etag = format!("\"{}\"", tag_of(&facts));
    describe(answer.headers_mut(), site, name, &etag);
    Ok(answer)
}

fn describe(headers: &mut HeaderMap, site: &SiteDefinition, name: &str, etag: &str) {
    let value = |text: &str| HeaderValue::from_str(text).expect("BUG: the definition was checked");
    headers.insert(CONTENT_TYPE, value(site.media_type(name)));
    headers.insert(CACHE_CONTROL, value(site.cache_control(name)));
    headers.insert(ETAG, value(etag));
    headers.insert(X_CONTENT_TYPE_OPTIONS, value("nosniff"));
}
