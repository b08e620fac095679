package lumi

import (
	"fmt"
	"slices"

	"lumi.example/sdk/go/value"
)

type kind int

const (
	kindCustom kind = iota
	kindComponent
	kindProvider
	// kindRemote is a component that its provider makes.
	kindRemote
)

// answer is what lumi says of a resource.
type answer struct {
	id any
	// outputs is nil if they are the inputs.
	outputs *value.Object
	// isComplete says that outputs which are absent are nothing; otherwise they are unknown.
	isComplete bool
}

// resourceState is the part behind the object that programs hold.
type resourceState struct {
	session                           *session
	resource                          Resource
	kindOf, name, owner, urn, modules string
	kind                              kind
	parent                            *resourceState
	children                          []*resourceState
	inheritance                       inheritance
	at                                *position
	order                             uint32
	inputs                            *value.Object
	secretOutputs                     []string
	// sent is settled when lumi has been asked to register it, answered when lumi has answered.
	sent, answered *cell
	answer         *answer
	failure        *failure
	outputs        map[string]*cell
	// registered are the outputs of a component, once it has said them.
	registered map[string]bool
}

func (r *resourceState) reference() value.Reference {
	reference := value.Reference{URN: r.urn}
	if r.answer != nil {
		reference.ID, reference.HasID = r.answer.id.(string)
		_, reference.IDUnknown = r.answer.id.(value.Unknown)
	}
	return reference
}

// output returns the cell of an output; that of the id is called `id`.
func (r *resourceState) output(name string) *cell {
	c, has := r.outputs[name]
	if !has {
		c = newCell(r.session)
		c.sources = []*resourceState{r}
		c.origin = fmt.Sprintf("the %s of %s", name, r.owner)
		r.outputs[name] = c
		r.settle(name, c)
	}
	return c
}

// plain returns what lumi answered for an output.
func (r *resourceState) plain(name string) any {
	members := r.answer.outputs
	if members == nil {
		members = r.inputs
	}
	if !members.Has(name) && !r.answer.isComplete {
		return value.Unknown{}
	}
	return members.Get(name)
}

func (r *resourceState) contains(other *resourceState) bool {
	for above := other.parent; above != nil; above = above.parent {
		if above == r {
			return true
		}
	}
	return false
}

func (r *resourceState) accept(a *answer) {
	r.answer = a
	r.answered.settle(nil)
	for name, c := range r.outputs {
		r.settle(name, c)
	}
}

func (r *resourceState) fail(f *failure) {
	r.failure = f
	r.sent.fail(f)
	r.answered.fail(f)
	for _, c := range r.outputs {
		c.fail(f)
	}
}

func (r *resourceState) settle(name string, c *cell) {
	switch {
	case r.failure != nil:
		c.fail(r.failure)
	case r.kind == kindComponent:
		if r.registered != nil && !r.registered[name] {
			c.settle(nil)
		}
	case r.answer != nil:
		c.secret = c.secret || slices.Contains(r.secretOutputs, name)
		plain := r.answer.id
		if name != "id" {
			plain = r.plain(name)
		}
		c.settle(programValue(plain, c))
	}
}

// programValue returns plain data as a program has it. If anything in it is secret, all of it is.
func programValue(plain any, c *cell) any {
	switch plain := plain.(type) {
	case value.Secret:
		c.secret = true
		return programValue(plain.Value, c)
	case value.Reference:
		if known, has := c.session.resources[plain.URN]; has {
			return known.resource
		}
	case []any:
		items := make([]any, len(plain))
		for i, item := range plain {
			items[i] = programValue(item, c)
		}
		return items
	case *value.Object:
		members := value.NewObject()
		for name, member := range plain.All() {
			members.Set(name, programValue(member, c))
		}
		return members
	}
	return plain
}
