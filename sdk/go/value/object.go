package value

import (
	"fmt"
	"iter"
	"slices"
)

// Object has members in their order. Methods that read accept a nil Object, which has no members.
type Object struct {
	names  []string
	values map[string]any
}

// NewObject returns an object without members.
func NewObject() *Object { return &Object{values: map[string]any{}} }

// ObjectOf returns an object of names and values in turn: ObjectOf("path", path, "size", 4).
func ObjectOf(pairs ...any) *Object {
	if len(pairs)%2 != 0 {
		panic("value.ObjectOf needs a value for each name")
	}
	object := NewObject()
	for i := 0; i < len(pairs); i += 2 {
		object.Set(pairs[i].(string), pairs[i+1])
	}
	return object
}

// Len returns the number of members.
func (o *Object) Len() int {
	if o == nil {
		return 0
	}
	return len(o.names)
}

// Names returns the names of the members in their order.
func (o *Object) Names() []string {
	if o == nil {
		return nil
	}
	return slices.Clone(o.names)
}

// All iterates over the members in their order.
func (o *Object) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		if o == nil {
			return
		}
		for _, name := range o.names {
			if !yield(name, o.values[name]) {
				return
			}
		}
	}
}

// Get returns a member; nil if it is absent.
func (o *Object) Get(name string) any {
	if o == nil {
		return nil
	}
	return o.values[name]
}

// Has reports whether there is a member, even if it is nil.
func (o *Object) Has(name string) bool {
	if o == nil {
		return false
	}
	_, has := o.values[name]
	return has
}

// Set adds or replaces a member, and returns the object.
func (o *Object) Set(name string, v any) *Object {
	if _, has := o.values[name]; !has {
		o.names = append(o.names, name)
	}
	o.values[name] = v
	return o
}

// Delete removes a member.
func (o *Object) Delete(name string) {
	if _, has := o.values[name]; has {
		delete(o.values, name)
		o.names = slices.DeleteFunc(o.names, func(other string) bool { return other == name })
	}
}

// Clone returns an object with the same members.
func (o *Object) Clone() *Object {
	clone := NewObject()
	for name, v := range o.All() {
		clone.Set(name, v)
	}
	return clone
}

// Text returns a member that is a text, secret or not; "" if it is absent, unknown or something else.
func (o *Object) Text(name string) string {
	text, _ := Plain(o.Get(name)).(string)
	return text
}

// Number returns a member that is a number, secret or not; 0 if it is absent, unknown or something else.
func (o *Object) Number(name string) float64 {
	number, _ := Plain(o.Get(name)).(float64)
	return number
}

// Bool returns a member that is true or false, secret or not; false if it is absent, unknown or something else.
func (o *Object) Bool(name string) bool {
	is, _ := Plain(o.Get(name)).(bool)
	return is
}

// List returns a member that is a list, secret or not, without the marks of secrets inside.
func (o *Object) List(name string) []any {
	list, _ := Plain(o.Get(name)).([]any)
	return list
}

// Object returns a member that is an object, secret or not, without the marks of secrets inside; nil if it is
// absent, unknown or something else.
func (o *Object) Object(name string) *Object {
	object, _ := Plain(o.Get(name)).(*Object)
	return object
}

// IsSecret reports whether a member is a secret, or has one inside.
func (o *Object) IsSecret(name string) bool { return IsSecret(o.Get(name)) }

// IsUnknown reports whether a member is unknown, or has an unknown part.
func (o *Object) IsUnknown(name string) bool { return IsUnknown(o.Get(name)) }

// String shows the names only, as values may be secret.
func (o *Object) String() string { return fmt.Sprintf("object with %q", o.Names()) }
