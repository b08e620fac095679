package provider

import (
	"slices"

	"lumi.example/sdk/go/value"
)

// Kind says how an input differs.
type Kind int

const (
	Changed Kind = iota
	Added
	Removed
)

// Change is an input that differs.
type Change struct {
	// Path is `rules[0].port`, for example.
	Path string
	Kind Kind
	// Replaces says that the input cannot be changed in place.
	Replaces bool
}

// Diff is the difference between two versions of the inputs. Without changes, nothing is to be done.
type Diff struct {
	Changes []Change
	// DeleteBeforeReplace says that the old object must be gone before the new one can be made.
	DeleteBeforeReplace bool
}

// Compare returns how the members of two objects differ, in the order of their names.
func Compare(old, inputs *value.Object, ignored ...string) []Change {
	names := old.Names()
	for _, name := range inputs.Names() {
		if !old.Has(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var changes []Change
	for _, name := range names {
		kind := Changed
		switch {
		case slices.Contains(ignored, name):
			continue
		case !old.Has(name):
			kind = Added
		case !inputs.Has(name):
			kind = Removed
		case value.Equal(old.Get(name), inputs.Get(name)):
			continue
		}
		changes = append(changes, Change{Path: value.At("", name), Kind: kind})
	}
	return changes
}
