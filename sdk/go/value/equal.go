package value

import (
	"bytes"
	"math"
)

// Equal reports whether two values are the same. The order of members does not count, a secret is equal to secrets
// alone, assets and archives are compared by their hashes where both have one, and an unknown value is equal to nothing.
func Equal(one, other any) bool {
	switch one := one.(type) {
	case Unknown:
		return false
	case float64:
		number, is := other.(float64)
		return is && (math.Float64bits(one) == math.Float64bits(number) || math.IsNaN(one) && math.IsNaN(number))
	case Secret:
		secret, is := other.(Secret)
		return is && Equal(one.Value, secret.Value)
	case []any:
		list, is := other.([]any)
		if !is || len(list) != len(one) {
			return false
		}
		for i := range one {
			if !Equal(one[i], list[i]) {
				return false
			}
		}
		return true
	case *Object:
		object, is := other.(*Object)
		if !is || object.Len() != one.Len() {
			return false
		}
		for name, member := range one.All() {
			if !object.Has(name) || !Equal(member, object.Get(name)) {
				return false
			}
		}
		return true
	case Asset:
		asset, is := other.(Asset)
		if is && one.Hash != "" && asset.Hash != "" {
			return one.Hash == asset.Hash
		}
		return is && one.Kind == asset.Kind && one.Text == asset.Text && bytes.Equal(one.Data, asset.Data)
	case Archive:
		archive, is := other.(Archive)
		if is && one.Hash != "" && archive.Hash != "" {
			return one.Hash == archive.Hash
		}
		return is && one.Kind == archive.Kind && one.Text == archive.Text && Equal(one.Members, archive.Members)
	default:
		switch other.(type) {
		case []any, *Object, Secret, Unknown, Asset, Archive:
			return false
		}
		return one == other
	}
}
