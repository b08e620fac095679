//! Values of the reference evaluator, and their conversions as ECMAScript has them.

use std::cell::RefCell;
use std::rc::Rc;

/// Texts that are longer are outside of what the evaluator judges.
const MAX_TEXT: usize = 10_000;
/// Arrays that are longer are, too.
const MAX_ITEMS: usize = 1_000;
/// Values that are nested more deeply are shown in part.
const MAX_SHOWN: usize = 6;

#[derive(Clone, Debug)]
pub enum Value {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    Text(Rc<str>),
    Array(Rc<RefCell<Items>>),
    Object(Rc<RefCell<Members>>),
    /// An error that an operation throws.
    TypeError,
}

/// The reason why an evaluation ends early.
#[derive(Debug)]
pub enum Abrupt {
    Throw(Value),
    /// The program is outside of what the evaluator judges.
    Outside,
}

pub type Evaluated<T> = Result<T, Abrupt>;

/// The members of an object in the order of their creation.
#[derive(Debug, Default)]
pub struct Members(Vec<(String, Value)>);

/// The elements of an array, `None` for holes, and its other members.
#[derive(Debug, Default)]
pub struct Items {
    pub list: Vec<Option<Value>>,
    members: Members,
}

impl Members {
    pub fn get(&self, name: &str) -> Option<Value> {
        self.0.iter().find(|it| it.0 == name).map(|it| it.1.clone())
    }

    pub fn set(&mut self, name: &str, value: Value) {
        match self.0.iter_mut().find(|it| it.0 == name) {
            Some(found) => found.1 = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    fn remove(&mut self, name: &str) {
        self.0.retain(|it| it.0 != name);
    }

    /// Names of numbers come first, in their order.
    fn names(&self) -> Vec<String> {
        let mut numbers: Vec<(usize, &String)> = self
            .0
            .iter()
            .filter_map(|it| Some((index_of(&it.0)?, &it.0)))
            .collect();
        numbers.sort_unstable_by_key(|it| it.0);
        let others = self.0.iter().map(|it| &it.0);
        let others = others.filter(|it| index_of(it).is_none());
        let numbers = numbers.iter().map(|it| it.1);
        numbers.chain(others).cloned().collect()
    }
}

pub fn index_of(name: &str) -> Option<usize> {
    let index: u32 = name.parse().ok()?;
    (index.to_string() == name && index < u32::MAX).then_some(index as usize)
}

pub fn text(value: impl AsRef<str>) -> Value {
    Value::Text(value.as_ref().into())
}

pub fn type_error<T>() -> Evaluated<T> {
    Err(Abrupt::Throw(Value::TypeError))
}

impl Value {
    pub fn array(items: Vec<Value>) -> Self {
        let list = items.into_iter().map(Some).collect();
        Self::Array(Rc::new(RefCell::new(Items {
            list,
            ..Items::default()
        })))
    }

    pub fn is_nullish(&self) -> bool {
        matches!(self, Self::Undefined | Self::Null)
    }

    pub fn is_object(&self) -> bool {
        matches!(self, Self::Array(_) | Self::Object(_) | Self::TypeError)
    }

    pub fn is_true(&self) -> bool {
        match self {
            Self::Undefined | Self::Null => false,
            Self::Bool(it) => *it,
            Self::Number(it) => *it != 0.0 && !it.is_nan(),
            Self::Text(it) => !it.is_empty(),
            _ => true,
        }
    }

    pub fn kind(&self) -> &'static str {
        match self {
            Self::Undefined => "undefined",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) => "string",
            _ => "object",
        }
    }

    /// A text, a number, a truth value, null or undefined.
    pub fn primitive(&self) -> Evaluated<Self> {
        Ok(match self {
            Self::Array(_) | Self::Object(_) => text(self.text()?),
            Self::TypeError => return Err(Abrupt::Outside),
            other => other.clone(),
        })
    }

    pub fn text(&self) -> Evaluated<String> {
        self.text_within(&mut Vec::new())
    }

    /// `around` are the arrays whose text is being made.
    fn text_within(&self, around: &mut Vec<*const RefCell<Items>>) -> Evaluated<String> {
        let made = match self {
            Self::Undefined => "undefined".to_owned(),
            Self::Null => "null".to_owned(),
            Self::Bool(it) => it.to_string(),
            Self::Number(it) => number_text(*it),
            Self::Text(it) => it.to_string(),
            Self::Object(_) => "[object Object]".to_owned(),
            Self::TypeError => return Err(Abrupt::Outside),
            Self::Array(items) => {
                if around.contains(&Rc::as_ptr(items)) {
                    return Ok(String::new());
                }
                around.push(Rc::as_ptr(items));
                let mut parts = Vec::new();
                for it in &items.borrow().list {
                    parts.push(match it {
                        None | Some(Self::Undefined | Self::Null) => String::new(),
                        Some(it) => it.text_within(around)?,
                    });
                }
                around.pop();
                parts.join(",")
            }
        };
        match made.len() > MAX_TEXT {
            true => Err(Abrupt::Outside),
            false => Ok(made),
        }
    }

    pub fn number(&self) -> Evaluated<f64> {
        Ok(match self.primitive()? {
            Self::Undefined => f64::NAN,
            Self::Null => 0.0,
            Self::Bool(it) => f64::from(u8::from(it)),
            Self::Number(it) => it,
            Self::Text(it) => text_number(&it),
            _ => f64::NAN,
        })
    }

    pub fn int32(&self) -> Evaluated<i32> {
        Ok(self.uint32()? as i32)
    }

    pub fn uint32(&self) -> Evaluated<u32> {
        let number = self.number()?;
        match number.is_finite() {
            true => Ok(number.trunc().rem_euclid(4_294_967_296.0) as u32),
            false => Ok(0),
        }
    }

    pub fn get(&self, name: &str) -> Evaluated<Self> {
        let found = match self {
            Self::Undefined | Self::Null => return type_error(),
            Self::Text(it) if name == "length" => {
                Some(Self::Number(it.encode_utf16().count() as f64))
            }
            Self::Text(it) => index_of(name)
                .and_then(|at| it.chars().nth(at))
                .map(|it| text(it.to_string())),
            Self::Array(it) => it.borrow().get(name),
            Self::Object(it) => it.borrow().get(name),
            _ => None,
        };
        Ok(found.unwrap_or(Self::Undefined))
    }

    pub fn set(&self, name: &str, value: Self) -> Evaluated<()> {
        match self {
            Self::Object(it) => it.borrow_mut().set(name, value),
            Self::Array(it) => {
                let mut items = it.borrow_mut();
                match index_of(name) {
                    Some(index) if index < MAX_ITEMS => {
                        if items.list.len() <= index {
                            items.list.resize_with(index + 1, || None);
                        }
                        items.list[index] = Some(value);
                    }
                    Some(_) => return Err(Abrupt::Outside),
                    None if name == "length" => return Err(Abrupt::Outside),
                    None => items.members.set(name, value),
                }
            }
            Self::TypeError => return Err(Abrupt::Outside),
            // Code is strict.
            _ => return type_error(),
        }
        Ok(())
    }

    pub fn delete(&self, name: &str) -> Evaluated<()> {
        match self {
            Self::Undefined | Self::Null => return type_error(),
            Self::Object(it) => it.borrow_mut().remove(name),
            Self::Array(it) => {
                let mut items = it.borrow_mut();
                match index_of(name) {
                    Some(index) => {
                        if let Some(item) = items.list.get_mut(index) {
                            *item = None;
                        }
                    }
                    None if name == "length" => return type_error(),
                    None => items.members.remove(name),
                }
            }
            Self::Text(_) if name == "length" || !matches!(self.get(name)?, Self::Undefined) => {
                return type_error();
            }
            _ => {}
        }
        Ok(())
    }

    pub fn has(&self, name: &str) -> bool {
        match self {
            Self::Array(it) => name == "length" || it.borrow().get(name).is_some(),
            Self::Object(it) => it.borrow().get(name).is_some(),
            _ => false,
        }
    }

    /// The names of members that are enumerated.
    pub fn names(&self) -> Vec<String> {
        match self {
            Self::Text(it) => (0..it.chars().count()).map(|it| it.to_string()).collect(),
            Self::Array(it) => it.borrow().names(),
            Self::Object(it) => it.borrow().names(),
            _ => Vec::new(),
        }
    }

    /// The value at a place of an iteration; `None` at its end.
    pub fn iterated(&self, at: usize) -> Evaluated<Option<Self>> {
        match self {
            Self::Text(it) => Ok(it.chars().nth(at).map(|it| text(it.to_string()))),
            Self::Array(it) => {
                let items = it.borrow();
                let item = items.list.get(at);
                Ok(item.map(|it| it.clone().unwrap_or(Self::Undefined)))
            }
            _ => type_error(),
        }
    }

    /// All values of an iteration.
    pub fn all(&self) -> Evaluated<Vec<Self>> {
        let mut found = Vec::new();
        while let Some(it) = self.iterated(found.len())? {
            found.push(it);
        }
        Ok(found)
    }

    /// The value as `show` of the test's JavaScript writes it.
    pub fn shown(&self, depth: usize) -> String {
        if depth > MAX_SHOWN {
            return "...".to_owned();
        }
        let members = |names: Vec<String>| -> Vec<String> {
            let show = |it: &String| {
                let value = self.get(it).expect("objects have members");
                format!("{}:{}", json(it), value.shown(depth + 1))
            };
            names.iter().map(show).collect()
        };
        match self {
            Self::Text(it) => json(it),
            Self::Number(it) if *it == 0.0 && it.is_sign_negative() => "-0".to_owned(),
            Self::Object(it) => format!("{{{}}}", members(it.borrow().names()).join(",")),
            Self::Array(it) => {
                let items = it.borrow();
                let shown = items.list.iter();
                let shown = shown.map(|it| {
                    it.as_ref()
                        .map_or("hole".to_owned(), |it| it.shown(depth + 1))
                });
                let mut parts: Vec<String> = shown.collect();
                parts.extend(members(items.members.names()));
                format!("[{}]", parts.join(","))
            }
            Self::TypeError => "TypeError".to_owned(),
            other => other.text().expect("primitives have a text"),
        }
    }
}

impl Items {
    fn get(&self, name: &str) -> Option<Value> {
        if name == "length" {
            return Some(Value::Number(self.list.len() as f64));
        }
        match index_of(name) {
            Some(index) => self.list.get(index).cloned().flatten(),
            None => self.members.get(name),
        }
    }

    fn names(&self) -> Vec<String> {
        let indices = self.list.iter().enumerate().filter(|it| it.1.is_some());
        let mut names: Vec<String> = indices.map(|it| it.0.to_string()).collect();
        names.extend(self.members.names());
        names
    }
}

fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn text_number(text: &str) -> f64 {
    let text = text.trim_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
    if text.is_empty() {
        return 0.0;
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            return u32::from_str_radix(digits, radix).map_or(f64::NAN, f64::from);
        }
    }
    match text.trim_start_matches(['+', '-']) {
        "Infinity" if text.len() <= 9 => match text.starts_with('-') {
            true => f64::NEG_INFINITY,
            false => f64::INFINITY,
        },
        rest if rest.starts_with(|it: char| it.is_ascii_digit() || it == '.') => {
            text.parse().unwrap_or(f64::NAN)
        }
        _ => f64::NAN,
    }
}

fn number_text(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number == 0.0 {
        return "0".to_owned();
    }
    let sign = if number < 0.0 { "-" } else { "" };
    if number.is_infinite() {
        return format!("{sign}Infinity");
    }
    let scientific = format!("{:e}", number.abs());
    let (mantissa, exponent) = scientific.split_once('e').expect("it has an exponent");
    let digits = mantissa.replace('.', "");
    let point = exponent.parse::<i32>().expect("it is a number") + 1;
    let count = digits.len() as i32;
    let body = if count <= point && point <= 21 {
        format!("{digits}{}", "0".repeat((point - count) as usize))
    } else if 0 < point && point <= 21 {
        format!(
            "{}.{}",
            &digits[..point as usize],
            &digits[point as usize..]
        )
    } else if -6 < point && point <= 0 {
        format!("0.{}{digits}", "0".repeat(-point as usize))
    } else {
        let power = point - 1;
        let sign = if power < 0 { "-" } else { "+" };
        let fraction = match &digits[1..] {
            "" => String::new(),
            rest => format!(".{rest}"),
        };
        format!("{}{fraction}e{sign}{}", &digits[..1], power.abs())
    };
    format!("{sign}{body}")
}
