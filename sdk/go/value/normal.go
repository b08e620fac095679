package value

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

var identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// MostLevels is how deep a value may be nested.
const MostLevels = 500

// Normal returns a value in the types that the package comment lists first, or says what is no data.
func Normal(v any) (any, error) { return normal(v, "", 0) }

// NormalObject returns an object of a map, a struct or an object.
func NormalObject(v any) (*Object, error) {
	plain, err := Normal(v)
	if err != nil {
		return nil, err
	}
	switch plain := plain.(type) {
	case nil:
		return NewObject(), nil
	case *Object:
		return plain, nil
	}
	return nil, fmt.Errorf("%T is no object", v)
}

// At returns the path of a member: `rules[0].port`, or `tags["a.b"]` for a name that is no identifier.
func At(path string, name string) string {
	if !identifier.MatchString(name) {
		quoted, _ := json.Marshal(name)
		return path + "[" + string(quoted) + "]"
	}
	if path == "" {
		return name
	}
	return path + "." + name
}

// AtIndex returns the path of an item.
func AtIndex(path string, index int) string { return path + "[" + strconv.Itoa(index) + "]" }

func normal(v any, path string, level int) (any, error) {
	if level > MostLevels {
		return nil, fmt.Errorf("%s... is nested deeper than %d levels, or contains itself", start(path), MostLevels)
	}
	switch v := v.(type) {
	case nil, bool, float64, Unknown, Asset, Reference:
		return v, nil
	case string:
		if !utf8.ValidString(v) {
			return nil, fault(path, "is text that is no UTF-8")
		}
		return v, nil
	case Secret:
		inner, err := normal(v.Value, path, level)
		return Secret{Plain(inner)}, err
	case *Object:
		return normalMembers(v, path, level)
	case Archive:
		members, err := normalMembers(v.Members, path, level)
		if v.Members != nil {
			v.Members = members
		}
		return v, err
	case Leaf:
		return v, nil
	case []byte:
		return Asset{Kind: BytesAsset, Data: v}, nil
	}
	return reflected(reflect.ValueOf(v), path, level)
}

func normalMembers(o *Object, path string, level int) (*Object, error) {
	members := NewObject()
	for name, member := range o.All() {
		plain, err := normal(member, At(path, name), level+1)
		if err != nil {
			return nil, err
		}
		members.Set(name, plain)
	}
	return members, nil
}

func reflected(v reflect.Value, path string, level int) (any, error) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil, nil
		}
		return normal(v.Elem().Interface(), path, level+1)
	case reflect.Bool:
		return v.Bool(), nil
	case reflect.String:
		return normal(v.String(), path, level)
	case reflect.Float32, reflect.Float64:
		return v.Float(), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return exact(new(big.Int).SetInt64(v.Int()), path)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return exact(new(big.Int).SetUint64(v.Uint()), path)
	case reflect.Slice, reflect.Array:
		return reflectedList(v, path, level)
	case reflect.Map:
		return reflectedMap(v, path, level)
	case reflect.Struct:
		return reflectedStruct(v, path, level)
	}
	return nil, fault(path, fmt.Sprintf("is a %s, which is no data", v.Type()))
}

func exact(integer *big.Int, path string) (any, error) {
	number, accuracy := new(big.Float).SetInt(integer).Float64()
	if accuracy != big.Exact {
		return nil, fault(path, "is an integer that no float64 can hold")
	}
	return number, nil
}

func reflectedList(v reflect.Value, path string, level int) (any, error) {
	items := make([]any, v.Len())
	for i := range items {
		item, err := normal(v.Index(i).Interface(), AtIndex(path, i), level+1)
		if err != nil {
			return nil, err
		}
		items[i] = item
	}
	return items, nil
}

func reflectedMap(v reflect.Value, path string, level int) (any, error) {
	if v.Type().Key().Kind() != reflect.String {
		return nil, fault(path, fmt.Sprintf("has keys of the type %s; only strings can be keys", v.Type().Key()))
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(one, other reflect.Value) int { return strings.Compare(one.String(), other.String()) })
	members := NewObject()
	for _, key := range keys {
		member, err := normal(v.MapIndex(key).Interface(), At(path, key.String()), level+1)
		if err != nil {
			return nil, err
		}
		members.Set(key.String(), member)
	}
	return members, nil
}

func reflectedStruct(v reflect.Value, path string, level int) (any, error) {
	members := NewObject()
	for i := range v.NumField() {
		name, omitted, has := Tag(v.Type().Field(i))
		if !has || omitted && v.Field(i).IsZero() {
			continue
		}
		member, err := normal(v.Field(i).Interface(), At(path, name), level+1)
		if err != nil {
			return nil, err
		}
		members.Set(name, member)
	}
	if members.Len() == 0 && v.NumField() > 0 && !tagged(v.Type()) {
		return nil, fault(path, fmt.Sprintf("is a %s, whose fields have no tags such as `lumi:\"name\"`", v.Type()))
	}
	return members, nil
}

// Tag returns the name of a field, whether it is left out when it is zero, and whether it is data at all.
func Tag(field reflect.StructField) (name string, isOptional, has bool) {
	tag, has := field.Tag.Lookup("lumi")
	if !has || !field.IsExported() || tag == "-" {
		return "", false, false
	}
	name, rest, _ := strings.Cut(tag, ",")
	if name == "" {
		name = field.Name
	}
	return name, rest == "omitempty", true
}

func tagged(t reflect.Type) bool {
	for i := range t.NumField() {
		if _, _, has := Tag(t.Field(i)); has {
			return true
		}
	}
	return false
}

func fault(path, problem string) error {
	if path == "" {
		return fmt.Errorf("the value %s", problem)
	}
	return fmt.Errorf("`%s` %s", path, problem)
}

func start(path string) string { return path[:min(len(path), 60)] }
