//! Dates: in JavaScript a function makes them, whose local time is UTC, and which refuses texts without a time zone.

use crate::il::{At, Expr, ExprKind};
use crate::intrinsics::DATE;

use super::doc::Doc;
use super::printer::Printer;

/// The name of the function in modules that have no other use of it.
pub const DATE_FUNCTION: &str = "$date";

/// Texts with a time zone, and those of days, months and years, which are of UTC (ECMAScript 2025, 21.4.1.32).
const UNIVERSAL: &str =
    r"/^(?:[+-]\d{6}|\d{4})(?:-\d\d(?:-\d\d)?)?$|(?:Z|[+-]\d\d:?\d\d|GMT|UTC)$/";

/// Methods of the local time, without `get` and `set`.
const PARTS: &[&str] = &[
    "Date",
    "Day",
    "FullYear",
    "Hours",
    "Milliseconds",
    "Minutes",
    "Month",
    "Seconds",
];

impl Printer<'_> {
    /// A new date of a value.
    pub fn date(&self, arguments: &[Expr], at: At) -> Doc {
        self.has_dates.set(true);
        Doc::List(vec![
            Doc::Mark(at),
            Doc::text(&self.date_function),
            self.arguments(arguments),
        ])
    }

    /// The function, if the module needs it. It is declared as a function, so that modules that import each other have it
    /// before they are evaluated.
    pub fn dates(&self) -> Vec<Doc> {
        if !self.has_dates.get() {
            return Vec::new();
        }
        let mut methods = String::new();
        for part in PARTS {
            methods += &format!("    get{part}() {{ return this.getUTC{part}(); }}\n");
            if *part != "Day" {
                methods +=
                    &format!("    set{part}(...all) {{ return this.setUTC{part}(...all); }}\n");
            }
        }
        let refusal = self.refusal(
            "`LumiIL has no time zone: the text \\`${time}\\` needs one, such as Z`",
            &self.date_function,
        );
        let text = format!(
            "function {name}(value) {{\n  \
             const isDate = value instanceof Date;\n  \
             const time = isDate ? value.getTime() : typeof value === \"object\" && value !== null ? `${{value}}` : value;\n  \
             if (typeof time === \"string\" && !{UNIVERSAL}.test(time)) {{\n    {refusal}\n  }}\n  \
             {name}.local ??= class Local extends Date {{\n{methods}    \
             getTimezoneOffset() {{ return 0; }}\n    \
             toString() {{ return this.toUTCString(); }}\n    \
             toDateString() {{ return this.toUTCString().slice(0, 16); }}\n    \
             toTimeString() {{ return this.toUTCString().slice(17); }}\n  \
             }};\n  return new {name}.local(time);\n}}",
            name = self.date_function
        );
        vec![
            Doc::Break,
            Doc::Verbatim(text, Default::default()),
            Doc::Break,
        ]
    }
}

/// Whether `new` has the class of dates.
pub fn is_date(class: &Expr) -> bool {
    matches!(&class.kind, ExprKind::Intrinsic(it) if it == DATE)
}
