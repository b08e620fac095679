//! Names like one that does not exist.

/// A help that names the name that is most like one.
pub fn help<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> String {
    match nearest(wanted, names) {
        Some(name) => format!("did you mean `{name}`?"),
        None => String::new(),
    }
}

/// The least likeness of a name that is suggested.
const LEAST: f64 = 0.85;

/// The name that is most like one; case does not count.
pub fn nearest<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let wanted = wanted.to_lowercase();
    let likeness = |it: &str| strsim::jaro_winkler(&wanted, &it.to_lowercase());
    let like = names.map(|it| (likeness(it), it));
    let like = like.filter(|it| it.0 >= LEAST);
    like.max_by(|a, b| a.0.total_cmp(&b.0)).map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_alike_are_suggested() {
        let names = ["Config", "ResourceOptions", "export"];
        let nearest = |it| nearest(it, names.into_iter());
        assert_eq!(nearest("config"), Some("Config"));
        assert_eq!(nearest("ResourceOption"), Some("ResourceOptions"));
        assert_eq!(nearest("exprt"), Some("export"));
        assert_eq!(nearest("Alias"), None);
    }
}
