//! The place of a REST collection, and the objects in its pages.

use std::collections::HashSet;

use reqwest::Method;
use reqwest::Url;
use reqwest::header::HeaderMap;

use lumi_graph::{NumberText, Object, Value};

use super::answer::Answer;
use super::pointer::Pointer;
use super::request::Request;

/// The most objects of a collection.
pub const MOST: usize = 10_000;
const MOST_PAGES: usize = 1_000;
/// The most bytes of all pages together.
const MOST_BYTES: usize = 64 << 20;

/// `URL#items=/data&id=/uuid&name=/title&next=/links/next`: the URL of the first page, and JSON pointers.
#[derive(Debug)]
pub struct Collection {
    pub url: Url,
    /// The pointer to the list in a page. The default is the whole page, or the only list that is a member of it.
    items: Option<Pointer>,
    id: Pointer,
    /// The pointer to the id as text, unless it is `/id`.
    pub id_pointer: Option<String>,
    name: Option<Pointer>,
    /// The pointer to the URL of the next page. The default is the `Link` header, or the member `next`.
    next: Option<Pointer>,
}

/// An object in a page.
#[derive(Clone, Debug)]
pub struct Item {
    pub id: String,
    pub name: String,
    /// The object; `None` if the page has nothing but its id.
    pub object: Option<Value>,
}

impl Collection {
    /// Reads a place.
    pub fn parse(place: Option<&str>) -> Result<Self, String> {
        let example = "such as `std:http:Zone=https://api.example.com/zones`";
        let place = place.ok_or_else(|| {
            format!("objects behind an HTTP API are listed at the URL of a collection, {example}")
        })?;
        let (url, pointers) = place.split_once('#').unwrap_or((place, ""));
        let url = Url::parse(url).ok();
        let url = url.filter(|it| matches!(it.scheme(), "http" | "https") && it.has_host());
        let mut collection = Self {
            url: url.ok_or_else(|| {
                format!("the place of a collection must be a whole URL, {example}")
            })?,
            items: None,
            id: "/id".parse().map_err(|_| String::new())?,
            id_pointer: None,
            name: None,
            next: None,
        };
        for part in pointers.split('&').filter(|it| !it.is_empty()) {
            collection.set(part)?;
        }
        Ok(collection)
    }

    /// Sets a pointer: `id=/uuid`.
    fn set(&mut self, part: &str) -> Result<(), String> {
        let (name, text) = part.split_once('=').unwrap_or((part, ""));
        let pointer: Pointer = text
            .parse()
            .map_err(|it| format!("`{text}` in `{part}` is not a JSON pointer: {it}"))?;
        match name {
            "items" => self.items = Some(pointer),
            "name" => self.name = Some(pointer),
            "next" => self.next = Some(pointer),
            "id" if !pointer.is_whole() => {
                self.id = pointer;
                self.id_pointer = Some(text.to_owned()).filter(|it| it != "/id");
            }
            "id" => return Err("`id=` must point to a part of an object, as `/id` does".to_owned()),
            _ => {
                return Err(format!(
                    "`{part}` after the `#` of a collection is not one of `items=`, `id=`, `name=` and \
                     `next=`, each with a JSON pointer"
                ));
            }
        }
        Ok(())
    }

    /// The URL without query, which objects are made at.
    pub fn base(&self) -> String {
        let mut url = self.url.clone();
        url.set_query(None);
        url.as_str().trim_end_matches('/').to_owned()
    }

    /// The objects in a page, in its order.
    fn items(&self, page: &Value) -> Result<Vec<Item>, String> {
        let list = match &self.items {
            Some(pointer) => pointer.find(page),
            None => only_list(page),
        };
        let Some(Value::Array(items)) = list else {
            let advice = match (&self.items, page) {
                (Some(_), _) => "there is no list at the pointer of `#items=`",
                (None, Value::Object(_)) => {
                    "say where the list is by a JSON pointer after the URL, such as `#items=/data`"
                }
                (None, _) => "it is not JSON with a list",
            };
            return Err(format!("the answer is not a list of objects: {advice}"));
        };
        let items = items.iter().enumerate();
        items.map(|(at, item)| self.item(at, item)).collect()
    }

    fn item(&self, at: usize, item: &Value) -> Result<Item, String> {
        // A list of ids.
        if let Some(id) = id_text(item) {
            return Ok(Item {
                name: id.clone(),
                id,
                object: None,
            });
        }
        let id = self.id.find(item).and_then(id_text).ok_or_else(|| {
            let advice = match &self.id_pointer {
                Some(pointer) => format!("at `{pointer}`"),
                None => "at `/id`; say where it is, as by `#id=/uuid`".to_owned(),
            };
            format!("the object with index {at} in the list has no id {advice}")
        })?;
        let name = match &self.name {
            Some(pointer) => pointer.find(item).and_then(id_text),
            None => item.as_object().and_then(usual_name),
        };
        Ok(Item {
            name: name.unwrap_or_else(|| id.clone()),
            id,
            object: Some(item.clone()),
        })
    }

    /// The URL of the page after one.
    fn next(&self, url: &Url, answer: &Answer, page: &Value) -> Result<Option<Url>, String> {
        let linked = answer.header("link").and_then(next_of_links);
        let member = match &self.next {
            Some(pointer) => pointer.find(page),
            None => page.as_object().and_then(|it| it.get("next")),
        };
        let member = member.and_then(Value::as_str).filter(|it| !it.is_empty());
        let next = match &self.next {
            Some(_) => member,
            None => linked.or(member),
        };
        let Some(next) = next else {
            return Ok(None);
        };
        let next = url
            .join(next)
            .map_err(|_| "the URL of the next page cannot be read")?;
        // Its headers may be credentials.
        if next.origin() != url.origin() {
            return Err("the next page is on another server, which is not asked".to_owned());
        }
        Ok(Some(next))
    }
}

/// The list that a page is, or that is its only member of that kind.
fn only_list(page: &Value) -> Option<&Value> {
    match page {
        Value::Array(_) => Some(page),
        Value::Object(members) => {
            let mut lists = members.values().filter(|it| matches!(it, Value::Array(_)));
            lists.next().filter(|_| lists.next().is_none())
        }
        _ => None,
    }
}

fn id_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(NumberText(*number).to_string()),
        _ => None,
    }
}

fn usual_name(object: &Object) -> Option<String> {
    let names = ["name", "title", "slug", "displayName", "display_name"];
    names.into_iter().find_map(|name| match object.get(name) {
        Some(Value::String(text)) if !text.trim().is_empty() => Some(text.clone()),
        _ => None,
    })
}

/// `<https://api.test/users?page=2>; rel="next", …`
fn next_of_links(header: &str) -> Option<&str> {
    header.split(',').find_map(|link| {
        let (url, parameters) = link.trim().strip_prefix('<')?.split_once('>')?;
        let mut parameters = parameters.split(';').map(str::trim);
        let is_next = parameters.any(|it| {
            let relation = it.strip_prefix("rel=").map(|it| it.trim_matches('"'));
            relation.is_some_and(|it| it.split(' ').any(|it| it == "next"))
        });
        is_next.then_some(url)
    })
}

/// The pages of a collection, read one after the other.
pub struct Pages<'c> {
    collection: &'c Collection,
    next: Option<Url>,
    pub number: usize,
    seen: HashSet<Url>,
    ids: HashSet<String>,
    bytes: usize,
    pub items: Vec<Item>,
}

impl<'c> Pages<'c> {
    pub fn new(collection: &'c Collection) -> Self {
        Self {
            collection,
            next: Some(collection.url.clone()),
            number: 0,
            seen: HashSet::new(),
            ids: HashSet::new(),
            bytes: 0,
            items: Vec::new(),
        }
    }

    /// The request of the next page; `None` after the last.
    pub fn request(&self) -> Option<Request> {
        Some(Request {
            method: Method::GET,
            url: self.next.as_ref()?.to_string(),
            headers: HeaderMap::new(),
            body: None,
            expected: Vec::new(),
        })
    }

    /// Takes the objects of a page that no earlier page has. Pages that never end are an error.
    pub fn take(&mut self, answer: &Answer) -> Result<(), String> {
        let Some(url) = self.next.take() else {
            return Ok(());
        };
        self.number += 1;
        self.bytes += answer.text.len();
        let page = answer.value();
        let items = self.collection.items(&page)?;
        let next = self.collection.next(&url, answer, &page)?;
        self.seen.insert(url);
        let is_empty = items.is_empty();
        let before = self.items.len();
        let new = items
            .into_iter()
            .filter(|it| self.ids.insert(it.id.clone()));
        self.items.extend(new);
        let is_endless = |why: &str| Err(format!("the pages of the list do not end: {why}"));
        match &next {
            Some(next) if self.seen.contains(next) => {
                return is_endless("the next page is one of those before");
            }
            Some(_) if !is_empty && self.items.len() == before => {
                return is_endless(
                    "this page has only objects of those before, and another follows",
                );
            }
            Some(_) if self.number >= MOST_PAGES => {
                return Err(format!("the list has more than {MOST_PAGES} pages"));
            }
            _ => {}
        }
        if self.items.len() > MOST {
            return Err(format!("the list has more than {MOST} objects"));
        }
        if self.bytes > MOST_BYTES {
            return Err("the list is longer than 64 MiB".to_owned());
        }
        self.next = next;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn collection(place: &str) -> Collection {
        Collection::parse(Some(place)).unwrap()
    }

    fn items(place: &str, page: &str) -> Result<String, String> {
        let page = Value::from_json(page).unwrap();
        let items = collection(place).items(&page)?;
        let items = items.iter().map(|it| format!("{}={}", it.id, it.name));
        Ok(items.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn lists_are_found() {
        let at = |place, page| items(place, page).unwrap();
        let url = "http://a.test/x";
        assert_eq!(
            at(url, r#"[{"id": 7, "name": "seven"}, {"id": "a"}]"#),
            "7=seven a=a"
        );
        assert_eq!(at(url, r#"{"total": 1, "data": [{"id": 1}]}"#), "1=1");
        assert_eq!(at(url, r#"["a", "b"]"#), "a=a b=b");
        let named = "http://a.test/x#items=/data/rows&id=/meta/uid&name=/label";
        let page = r#"{"other": [], "data": {"rows": [{"meta": {"uid": "u"}, "label": "L"}]}}"#;
        assert_eq!(at(named, page), "u=L");
    }

    #[test]
    fn an_answer_that_is_not_a_list_is_explained() {
        let no = |place: &str, page| items(place, page).unwrap_err();
        let url = "http://a.test/x";
        insta::assert_snapshot!(no(url, r#"{"a": [], "b": []}"#), @"the answer is not a list of objects: say where the list is by a JSON pointer after the URL, such as `#items=/data`");
        insta::assert_snapshot!(no(url, "7"), @"the answer is not a list of objects: it is not JSON with a list");
        insta::assert_snapshot!(no("http://a.test/x#items=/b", r#"{"a": []}"#), @"the answer is not a list of objects: there is no list at the pointer of `#items=`");
        insta::assert_snapshot!(no(url, r#"[{"id": 1}, {"uuid": 2}]"#), @"the object with index 1 in the list has no id at `/id`; say where it is, as by `#id=/uuid`");
        insta::assert_snapshot!(no(url, r#"[{"id": ""}]"#), @"the object with index 0 in the list has no id at `/id`; say where it is, as by `#id=/uuid`");
    }

    #[test]
    fn places_are_checked() {
        let no = |place| Collection::parse(place).unwrap_err();
        assert!(no(None).contains("std:http:Zone=https://"));
        assert!(no(Some("zones")).contains("whole URL"));
        assert!(no(Some("file:///etc")).contains("whole URL"));
        assert!(no(Some("http://a/#id=")).contains("a part of an object"));
        assert!(no(Some("http://a/#idd=/x")).contains("`items=`"));
        assert!(no(Some("http://a/#id=x")).contains("not a JSON pointer"));
        assert_eq!(collection("http://a/x/?limit=2").base(), "http://a/x");
    }

    fn answer(text: &str, link: Option<&str>) -> Answer {
        let mut headers = HeaderMap::new();
        if let Some(link) = link {
            headers.insert("link", link.parse().unwrap());
        }
        Answer {
            status: reqwest::StatusCode::OK,
            headers,
            text: text.to_owned(),
        }
    }

    /// The items of answers, or the number of the page that fails and why.
    fn read(place: &str, mut page: impl FnMut(&str) -> Answer) -> Result<usize, (usize, String)> {
        let collection = collection(place);
        let mut pages = Pages::new(&collection);
        while let Some(request) = pages.request() {
            let answer = page(&request.url);
            pages.take(&answer).map_err(|it| (pages.number, it))?;
        }
        Ok(pages.items.len())
    }

    #[test]
    fn pages_are_followed_to_their_end() {
        let url = "http://a.test/x";
        let linked = read(url, |asked| match asked.contains("page=2") {
            false => answer(
                r#"[{"id": 1}, {"id": 2}]"#,
                Some(r#"</x?page=1>; rel="prev", <?page=2>; rel="next""#),
            ),
            true => answer(r#"[{"id": 2}, {"id": 3}]"#, None),
        });
        assert_eq!(linked, Ok(3));
        let by_member = read(
            "http://a.test/x#next=/links/next&items=/rows",
            |asked| match asked.contains("after=1") {
                false => answer(r#"{"rows": ["a"], "links": {"next": "/x?after=1"}}"#, None),
                true => answer(r#"{"rows": [], "links": {"next": null}}"#, None),
            },
        );
        assert_eq!(by_member, Ok(1));
    }

    #[test]
    fn pages_that_never_end_are_an_error() {
        let url = "http://a.test/x";
        let circle = read(url, |_| answer("[]", Some("<http://a.test/x>; rel=next")));
        assert!(circle.unwrap_err().1.contains("one of those before"));
        let mut number = 0;
        let mut next = move |item: fn(usize) -> String| {
            number += 1;
            answer(
                &format!("[{}]", item(number)),
                Some(&format!("<?page={number}>; rel=next")),
            )
        };
        let same = read(url, |_| next(|_| "1".to_owned()));
        assert_eq!(same.as_ref().unwrap_err().0, 2);
        assert!(same.unwrap_err().1.contains("only objects of those before"));
        let endless = read(url, |_| next(|number| number.to_string()));
        assert_eq!(
            endless,
            Err((1_000, "the list has more than 1000 pages".to_owned()))
        );
        let nothing = read(url, |_| next(|_| String::new()));
        assert_eq!(nothing.unwrap_err().0, 1_000);
        let many: Vec<String> = (0..=MOST).map(|it| it.to_string()).collect();
        let huge = read(url, |_| answer(&format!("[{}]", many.join(",")), None));
        assert_eq!(
            huge,
            Err((1, "the list has more than 10000 objects".to_owned()))
        );
        let elsewhere = read(url, |_| answer("[]", Some("<http://b.test/x>; rel=next")));
        assert!(elsewhere.unwrap_err().1.contains("another server"));
    }

    proptest! {
        #[test]
        fn no_place_or_link_panics(place in "\\PC{0,30}", link in "[<>;,=a-z\" /:]{0,30}") {
            let _ = Collection::parse(Some(&place));
            let _ = Collection::parse(Some(&format!("http://a.test/{place}")));
            let _ = next_of_links(&link);
        }
    }
}
