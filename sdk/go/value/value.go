// Package value has the data that programs and providers exchange with lumi.
//
// A value is one of these:
//
//	nil, bool, float64, string, []any, *Object
//	Secret, Unknown, Asset, Archive, Reference
//
// Where a value is written, other numbers of Go, other slices, maps with string keys (in the order of their keys),
// structs and pointers are accepted as well. The fields of structs have the names of their tag `lumi:"name"`; those
// without a tag and those that are zero with the tag `lumi:"name,omitempty"` are left out.
package value

// Secret is a value that must not be shown or kept in the open. It never contains another secret.
type Secret struct {
	Value any
}

// String keeps a secret out of texts that are made with package fmt.
func (Secret) String() string { return "[secret]" }

// GoString keeps a secret out of texts that are made with `%#v`.
func (Secret) GoString() string { return "[secret]" }

// Unknown is a value that only a deployment can tell.
type Unknown struct{}

func (Unknown) String() string { return "[unknown]" }

// Reference is a resource that is used as a value.
type Reference struct {
	URN string
	// ID is empty for a component, and while IDUnknown is set.
	ID string
	// IDUnknown is set if the resource does not exist yet.
	IDUnknown bool
	// HasID is set for resources with an id that is known.
	HasID bool
}

// Leaf is implemented by types of this module that stand in data until their values are there.
type Leaf interface {
	IsLumiLeaf()
}

// IsSecret reports whether a value is a secret, or has one inside.
func IsSecret(v any) bool {
	return has(v, func(v any) bool { _, is := v.(Secret); return is })
}

// IsUnknown reports whether a value is unknown, or has an unknown part.
func IsUnknown(v any) bool {
	return has(v, func(v any) bool { _, is := v.(Unknown); return is })
}

// Plain returns a value without the marks of secrets.
func Plain(v any) any {
	switch v := v.(type) {
	case Secret:
		return Plain(v.Value)
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = Plain(item)
		}
		return items
	case *Object:
		if v == nil {
			return nil
		}
		members := NewObject()
		for name, member := range v.All() {
			members.Set(name, Plain(member))
		}
		return members
	case Archive:
		v.Members, _ = Plain(v.Members).(*Object)
		return v
	default:
		return v
	}
}

func has(v any, question func(any) bool) bool {
	if question(v) {
		return true
	}
	switch v := v.(type) {
	case Secret:
		return has(v.Value, question)
	case []any:
		for _, item := range v {
			if has(item, question) {
				return true
			}
		}
	case *Object:
		for _, member := range v.All() {
			if has(member, question) {
				return true
			}
		}
	case Archive:
		return v.Members != nil && has(v.Members, question)
	}
	return false
}
