package value

import (
	"fmt"
	"math"
	"reflect"
)

// Assign stores a value in what target points to: a value of the types of this package, a number, a string, a bool, a
// slice, a map with string keys, a struct with tags `lumi:"name"`, or a pointer to one of these. Marks of secrets get
// lost. Members that a struct does not have are ignored, and fields without a member keep their values.
func Assign(v any, target any) error {
	pointer := reflect.ValueOf(target)
	if pointer.Kind() != reflect.Pointer || pointer.IsNil() {
		return fmt.Errorf("value.Assign needs a pointer, not a %T", target)
	}
	return assign(Plain(v), pointer.Elem(), "")
}

func assign(v any, to reflect.Value, path string) error {
	if v != nil && reflect.TypeOf(v) == to.Type() {
		to.Set(reflect.ValueOf(v))
		return nil
	}
	if v == nil {
		to.SetZero()
		return nil
	}
	switch to.Kind() {
	case reflect.Pointer:
		element := reflect.New(to.Type().Elem())
		if err := assign(v, element.Elem(), path); err != nil {
			return err
		}
		to.Set(element)
		return nil
	case reflect.Interface:
		native := reflect.ValueOf(Native(v))
		if !native.IsValid() {
			to.SetZero()
			return nil
		}
		if native.Type().AssignableTo(to.Type()) {
			to.Set(native)
			return nil
		}
	}
	switch v := v.(type) {
	case bool:
		if to.Kind() == reflect.Bool {
			to.SetBool(v)
			return nil
		}
	case string:
		if to.Kind() == reflect.String {
			to.SetString(v)
			return nil
		}
	case float64:
		return assignNumber(v, to, path)
	case []any:
		return assignList(v, to, path)
	case *Object:
		return assignObject(v, to, path)
	}
	return mismatch(v, to, path)
}

func assignNumber(v float64, to reflect.Value, path string) error {
	switch {
	case to.CanFloat():
		to.SetFloat(v)
		return nil
	case to.CanInt() && v == math.Trunc(v) && math.Abs(v) <= 1<<53 && !to.OverflowInt(int64(v)):
		to.SetInt(int64(v))
		return nil
	case to.CanUint() && v == math.Trunc(v) && v >= 0 && v <= 1<<53 && !to.OverflowUint(uint64(v)):
		to.SetUint(uint64(v))
		return nil
	}
	return mismatch(v, to, path)
}

func assignList(v []any, to reflect.Value, path string) error {
	if to.Kind() != reflect.Slice {
		return mismatch(v, to, path)
	}
	list := reflect.MakeSlice(to.Type(), len(v), len(v))
	for i, item := range v {
		if err := assign(item, list.Index(i), AtIndex(path, i)); err != nil {
			return err
		}
	}
	to.Set(list)
	return nil
}

func assignObject(v *Object, to reflect.Value, path string) error {
	switch {
	case to.Kind() == reflect.Struct && tagged(to.Type()):
		for i := range to.NumField() {
			name, _, has := Tag(to.Type().Field(i))
			if !has || !v.Has(name) {
				continue
			}
			if err := assign(v.Get(name), to.Field(i), At(path, name)); err != nil {
				return err
			}
		}
		return nil
	case to.Kind() == reflect.Map && to.Type().Key().Kind() == reflect.String:
		members := reflect.MakeMap(to.Type())
		for name, member := range v.All() {
			element := reflect.New(to.Type().Elem()).Elem()
			if err := assign(member, element, At(path, name)); err != nil {
				return err
			}
			members.SetMapIndex(reflect.ValueOf(name).Convert(to.Type().Key()), element)
		}
		to.Set(members)
		return nil
	}
	return mismatch(v, to, path)
}

func mismatch(v any, to reflect.Value, path string) error {
	return fault(path, fmt.Sprintf("is %s, which no %s can hold", kind(v), to.Type()))
}

// Native returns a value with maps in place of objects, as programs of Go have data.
func Native(v any) any {
	switch v := v.(type) {
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = Native(item)
		}
		return items
	case *Object:
		members := make(map[string]any, v.Len())
		for name, member := range v.All() {
			members[name] = Native(member)
		}
		return members
	}
	return v
}

// kind names the kind of a value for messages, without the value, which may be secret.
func kind(v any) string {
	switch v.(type) {
	case nil:
		return "nothing"
	case bool:
		return "true or false"
	case float64:
		return "a number"
	case string:
		return "a text"
	case []any:
		return "a list"
	case *Object:
		return "an object"
	case Unknown:
		return "not known yet"
	case Asset:
		return "an asset"
	case Archive:
		return "an archive"
	case Reference:
		return "a resource"
	}
	return fmt.Sprintf("a %T", v)
}
