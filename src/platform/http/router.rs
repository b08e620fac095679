//! Routes requests to functions.

use std::fmt;

use crate::definition::{Method, Takes};

use super::pattern::Pattern;

/// The routes of all functions.
#[derive(Default)]
pub struct Router {
    routes: Vec<Route>,
}

struct Route {
    method: Method,
    pattern: Pattern,
    takes: Takes,
    function: String,
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let method = self.method.0.as_deref().unwrap_or("ANY");
        write!(f, "{method} {}", self.pattern)
    }
}

/// The target of a request.
#[derive(Debug, PartialEq, Eq)]
pub enum Match {
    Function {
        name: String,
        /// The declared method and path: `GET /todos/:id`.
        route: String,
        params: Vec<(String, String)>,
        takes: Takes,
    },
    /// The path exists for these methods only.
    OtherMethods(Vec<String>),
    Nothing,
}

impl Router {
    /// Adds a route; the error is a sentence if another function has the route.
    pub fn add(
        &mut self,
        method: &Method,
        pattern: &Pattern,
        takes: Takes,
        function: &str,
    ) -> Result<(), String> {
        let route = Route {
            method: method.clone(),
            pattern: pattern.clone(),
            takes,
            function: function.to_owned(),
        };
        let same = |it: &&Route| it.method == *method && it.pattern.is_same(pattern);
        if let Some(other) = self.routes.iter().find(same) {
            return Err(format!(
                "the route {route} of function {function:?} is not used: function {:?} has it",
                other.function
            ));
        }
        self.routes.push(route);
        Ok(())
    }

    /// Finds the most specific route: earlier segments count more, and the method counts least.
    /// Routes for GET match HEAD, too.
    pub fn find(&self, method: &str, path: &[String]) -> Match {
        let there = self.routes.iter().filter_map(|route| {
            let params = route.pattern.params(path)?;
            Some((route, params))
        });
        let there: Vec<_> = there.collect();
        let fit = |route: &Route| match route.method.0.as_deref() {
            Some(it) if it == method => Some(0),
            Some("GET") if method == "HEAD" => Some(1),
            Some(_) => None,
            None => Some(2),
        };
        let fitting = there.iter().filter_map(|(route, params)| {
            let rank = (route.pattern.rank(), fit(route)?);
            Some((rank, route, params))
        });
        if let Some((_, route, params)) = fitting.min_by(|a, b| a.0.cmp(&b.0)) {
            return Match::Function {
                name: route.function.clone(),
                route: route.to_string(),
                params: params.clone(),
                takes: route.takes,
            };
        }
        let methods = there.iter().filter_map(|(route, _)| route.method.0.clone());
        let mut methods: Vec<String> = methods.collect();
        methods.sort();
        methods.dedup();
        match methods.is_empty() {
            true => Match::Nothing,
            false => Match::OtherMethods(methods),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn router(routes: &[(&str, &str)]) -> Router {
        let mut router = Router::default();
        for (method, path) in routes {
            let pattern = Pattern::try_from((*path).to_owned()).unwrap();
            let method = Method::from((*method).to_owned());
            router.add(&method, &pattern, Takes::Body, path).unwrap();
        }
        router
    }

    fn find(router: &Router, method: &str, path: &str) -> String {
        let path: Vec<String> = path.split('/').skip(1).map(str::to_owned).collect();
        match router.find(method, &path) {
            Match::Function { name, .. } => name,
            Match::OtherMethods(methods) => methods.join(","),
            Match::Nothing => "nothing".to_owned(),
        }
    }

    #[test]
    fn the_most_specific_route_answers() {
        let router = router(&[
            ("ANY", "/*"),
            ("GET", "/todos/:id"),
            ("GET", "/todos/all"),
            ("DELETE", "/todos/:id"),
            ("ANY", "/todos/all/*"),
        ]);
        assert_eq!(find(&router, "GET", "/todos/1"), "/todos/:id");
        assert_eq!(find(&router, "GET", "/todos/all"), "/todos/all");
        assert_eq!(find(&router, "HEAD", "/todos/all"), "/todos/all");
        assert_eq!(find(&router, "DELETE", "/todos/1"), "/todos/:id");
        assert_eq!(find(&router, "DELETE", "/todos/all"), "/todos/all/*");
        assert_eq!(find(&router, "PUT", "/todos/all"), "/todos/all/*");
        assert_eq!(find(&router, "PUT", "/todos/1"), "/*");
    }

    #[test]
    fn other_methods_are_distinguished_from_unknown_paths() {
        let router = router(&[("GET", "/a"), ("POST", "/a")]);
        assert_eq!(find(&router, "PUT", "/a"), "GET,POST");
        assert_eq!(find(&router, "GET", "/b"), "nothing");
    }

    #[test]
    fn a_route_belongs_to_one_function() {
        let mut router = router(&[("GET", "/a/:b")]);
        let again = Pattern::try_from("/a/:c".to_owned()).unwrap();
        let get = Method(Some("GET".to_owned()));
        let problem = router.add(&get, &again, Takes::Body, "f");
        insta::assert_snapshot!(problem.unwrap_err(), @r#"the route GET /a/:c of function "f" is not used: function "/a/:b" has it"#);
        router.add(&Method(None), &again, Takes::Body, "f").unwrap();
    }
}
