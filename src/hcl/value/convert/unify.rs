//! The type that several types have in common.

use super::super::{ObjectType, Type, Value};
use super::conversion::Conversion;
use super::preference::by_preference;
use super::{ConversionError, convert};

/// A type that values of several types can become.
#[derive(Clone, Debug)]
pub struct Unification {
    pub ty: Type,
    /// Whether one of the types is not known, and so all values are unknown ones of an unknown type.
    is_dynamic: bool,
    tuples: Option<Disguised>,
    objects: Option<Disguised>,
}

/// How a tuple beside lists, or an object beside maps, becomes one of them.
#[derive(Clone, Debug)]
struct Disguised {
    /// The collection that it is by itself.
    collection: Type,
    /// From there to the common type. It takes the elements as they were: some values have no result for that reason.
    conversion: Conversion,
}

impl Disguised {
    fn of(collection: Option<Type>, ty: &Type) -> Option<Self> {
        let collection = collection.filter(|it| it != ty)?;
        Some(Self {
            conversion: Conversion::find(&collection, ty, true)?,
            collection,
        })
    }
}

impl Unification {
    /// The type that these types have in common, with conversions that can fail for some values.
    pub fn of(types: &[Type]) -> Option<Self> {
        let (ty, is_dynamic) = unify_types(types, true)?;
        let kinds = Kinds::of(types);
        let of_kind = |is_one: fn(&Type) -> bool| -> Vec<Type> {
            types.iter().filter(|it| is_one(it)).cloned().collect()
        };
        let tuples = match &ty {
            Type::List(_) if kinds.lists > 0 && kinds.tuples > 0 => {
                let tuples = of_kind(|it| matches!(it, Type::Tuple(_)));
                Disguised::of(unify_tuples_to_list(&tuples, true), &ty)
            }
            _ => None,
        };
        let objects = match &ty {
            Type::Map(_) if kinds.maps > 0 && kinds.objects > 0 => {
                let objects = of_kind(|it| matches!(it, Type::Object(_)));
                Disguised::of(unify_objects_to_map(&objects, true), &ty)
            }
            _ => None,
        };
        Some(Self {
            ty,
            is_dynamic,
            tuples,
            objects,
        })
    }

    /// A value of one of the types, in the common one.
    pub fn apply(&self, value: &Value) -> Result<Value, ConversionError> {
        if self.is_dynamic {
            return Ok(Value::DYNAMIC);
        }
        let disguised = match value.ty() {
            Type::Tuple(_) => self.tuples.as_ref(),
            Type::Object(_) => self.objects.as_ref(),
            _ => None,
        };
        match disguised {
            Some(disguised) => {
                convert(value, &disguised.collection)?;
                disguised.conversion.apply(value)
            }
            None => convert(value, &self.ty),
        }
    }
}

/// The type that values of all these types can become without loss.
pub fn unify(types: &[Type]) -> Option<Type> {
    unify_types(types, false).map(|it| it.0)
}

/// The type that these types have in common, also where a conversion fails for some values.
pub fn unify_unsafe(types: &[Type]) -> Option<Type> {
    unify_types(types, true).map(|it| it.0)
}

/// The common type, and whether all values become unknown ones of an unknown type.
pub fn unify_types(types: &[Type], is_unsafe: bool) -> Option<(Type, bool)> {
    let (first, others) = types.split_first()?;
    if !first.has_dynamic() && others.iter().all(|it| it == first) {
        return Some((first.clone(), false));
    }
    let kinds = Kinds::of(types);
    let dynamic = || Some((Type::Dynamic, true));
    let certain = |of: Option<Type>| of.map(|it| (it, false));
    let is_one_kind = |count: usize| count > 0 && count + kinds.dynamics == types.len();
    if is_one_kind(kinds.maps) || is_one_kind(kinds.lists) || is_one_kind(kinds.sets) {
        return match kinds.dynamics > 0 {
            true => dynamic(),
            false => certain(unify_collections(types, is_unsafe)),
        };
    }
    if kinds.maps > 0 && is_one_kind(kinds.maps + kinds.objects) {
        if let Some(unified) = unify_objects_as_maps(types, is_unsafe) {
            return Some(unified);
        }
    } else if kinds.lists > 0 && is_one_kind(kinds.lists + kinds.tuples) {
        if let Some(unified) = unify_tuples_as_lists(types, is_unsafe) {
            return Some(unified);
        }
    } else if is_one_kind(kinds.objects) {
        return match kinds.dynamics > 0 {
            true => dynamic(),
            false => certain(unify_objects(types, is_unsafe)),
        };
    } else if is_one_kind(kinds.tuples) {
        return match kinds.dynamics > 0 {
            true => dynamic(),
            false => certain(unify_tuples(types, is_unsafe)),
        };
    } else if kinds.objects > 0 && kinds.tuples > 0 {
        return None;
    }
    certain(most_general(types, is_unsafe))
}

/// How many types there are of each kind.
#[derive(Default)]
struct Kinds {
    maps: usize,
    lists: usize,
    sets: usize,
    objects: usize,
    tuples: usize,
    dynamics: usize,
}

impl Kinds {
    fn of(types: &[Type]) -> Self {
        let mut kinds = Self::default();
        for of in types {
            match of {
                Type::Map(_) => kinds.maps += 1,
                Type::List(_) => kinds.lists += 1,
                Type::Set(_) => kinds.sets += 1,
                Type::Object(_) => kinds.objects += 1,
                Type::Tuple(_) => kinds.tuples += 1,
                Type::Dynamic => kinds.dynamics += 1,
                Type::Bool | Type::Number | Type::String => {}
            }
        }
        kinds
    }
}

/// The one of the types that all others can become.
fn most_general(types: &[Type], is_unsafe: bool) -> Option<Type> {
    let order = by_preference(types).into_iter();
    let mut candidates = order.map(|position| &types[position]);
    let candidate =
        candidates.find(|candidate| types.iter().all(|it| can_become(it, candidate, is_unsafe)));
    candidate.cloned()
}

fn can_become(from: &Type, to: &Type, is_unsafe: bool) -> bool {
    from == to || Conversion::find(from, to, is_unsafe).is_some()
}

fn element_of(of: &Type) -> Option<&Type> {
    match of {
        Type::List(element) | Type::Set(element) | Type::Map(element) => Some(element),
        _ => None,
    }
}

fn unify_collections(types: &[Type], is_unsafe: bool) -> Option<Type> {
    let elements: Vec<Type> = types.iter().filter_map(element_of).cloned().collect();
    let element = unify_types(&elements, is_unsafe)?.0;
    let of = match types.first()? {
        Type::List(_) => Type::list(element),
        Type::Set(_) => Type::set(element),
        _ => Type::map(element),
    };
    all_become(types, of, is_unsafe)
}

fn all_become(types: &[Type], of: Type, is_unsafe: bool) -> Option<Type> {
    let is_possible = types.iter().all(|it| can_become(it, &of, is_unsafe));
    is_possible.then_some(of)
}

fn objects(types: &[Type]) -> Vec<&ObjectType> {
    let objects = types.iter().filter_map(|it| match it {
        Type::Object(object) => Some(object),
        _ => None,
    });
    objects.collect()
}

fn tuples(types: &[Type]) -> Vec<&Vec<Type>> {
    let tuples = types.iter().filter_map(|it| match it {
        Type::Tuple(elements) => Some(elements),
        _ => None,
    });
    tuples.collect()
}

/// Objects with the same attributes have an object in common, others at most a map.
fn unify_objects(types: &[Type], is_unsafe: bool) -> Option<Type> {
    let objects = objects(types);
    let (first, others) = objects.split_first()?;
    let are_alike = others
        .iter()
        .all(|it| it.attributes.keys().eq(first.attributes.keys()));
    if !are_alike {
        return unify_objects_to_map(types, is_unsafe);
    }
    let attributes = first.attributes.keys().map(|name| {
        let across: Vec<Type> = objects
            .iter()
            .map(|it| it.attributes[name].clone())
            .collect();
        Some((name.clone(), unify_types(&across, is_unsafe)?.0))
    });
    let attributes = attributes.collect::<Option<Vec<_>>>()?;
    all_become(types, Type::object(attributes), is_unsafe)
        .or_else(|| unify_objects_to_map(types, is_unsafe))
}

fn unify_objects_to_map(types: &[Type], is_unsafe: bool) -> Option<Type> {
    let objects = objects(types);
    let attributes = objects.iter().flat_map(|it| it.attributes.values());
    let attributes: Vec<Type> = attributes.cloned().collect();
    let element = unify_types(&attributes, is_unsafe)?.0;
    all_become(types, Type::map(element), is_unsafe)
}

/// Tuples of one length have a tuple in common, others at most a list.
fn unify_tuples(types: &[Type], is_unsafe: bool) -> Option<Type> {
    let tuples = tuples(types);
    let (first, others) = tuples.split_first()?;
    if others.iter().any(|it| it.len() != first.len()) {
        return unify_tuples_to_list(types, is_unsafe);
    }
    let elements = (0..first.len()).map(|position| {
        let across: Vec<Type> = tuples.iter().map(|it| it[position].clone()).collect();
        Some(unify_types(&across, is_unsafe)?.0)
    });
    let elements = elements.collect::<Option<Vec<_>>>()?;
    all_become(types, Type::Tuple(elements), is_unsafe)
        .or_else(|| unify_tuples_to_list(types, is_unsafe))
}

fn unify_tuples_to_list(types: &[Type], is_unsafe: bool) -> Option<Type> {
    let tuples = tuples(types);
    let elements: Vec<Type> = tuples.iter().flat_map(|it| it.iter()).cloned().collect();
    let element = unify_types(&elements, is_unsafe)?.0;
    all_become(types, Type::list(element), is_unsafe)
}

/// Objects beside maps are maps in disguise.
fn unify_objects_as_maps(types: &[Type], is_unsafe: bool) -> Option<(Type, bool)> {
    let objects: Vec<Type> = types
        .iter()
        .filter(|it| matches!(it, Type::Object(_)))
        .cloned()
        .collect();
    let map = unify_objects_to_map(&objects, is_unsafe)?;
    let types = types.iter().map(|it| match it {
        Type::Object(_) => map.clone(),
        it => it.clone(),
    });
    let unified = unify_types(&types.collect::<Vec<_>>(), is_unsafe)?;
    matches!(unified.0, Type::Map(_)).then_some(unified)
}

/// Tuples beside lists are lists in disguise.
fn unify_tuples_as_lists(types: &[Type], is_unsafe: bool) -> Option<(Type, bool)> {
    let tuples: Vec<Type> = types
        .iter()
        .filter(|it| matches!(it, Type::Tuple(_)))
        .cloned()
        .collect();
    let list = unify_tuples_to_list(&tuples, is_unsafe)?;
    let types = types.iter().map(|it| match it {
        Type::Tuple(_) => list.clone(),
        it => it.clone(),
    });
    let unified = unify_types(&types.collect::<Vec<_>>(), is_unsafe)?;
    matches!(unified.0, Type::List(_)).then_some(unified)
}
