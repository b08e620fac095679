//! Facts that syntax alone tells, and facts about classes that other modules need.
//!
//! | module | |
//! |---|---|
//! | `class_info`, `field_facts` | classes, and fields of dataclasses |
//! | `conditions` | conditions that are known before a run |
//! | `decorator_names` | decorators by their names |
//! | `paths` | paths of files that are constants, and the files that a module reads |

mod class_info;
mod conditions;
mod decorator_names;
mod field_facts;
mod paths;

pub use class_info::{ClassInfo, ClassKind};
pub use conditions::is_type_checking;
pub use decorator_names::{decorator_name, is_known_decorator};
pub use field_facts::FieldFacts;
pub use paths::{MAX_PARTS, Paths, ProjectTexts, Reading, files_of, project_path, reading};
