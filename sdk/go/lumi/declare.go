package lumi

import (
	"errors"
	"fmt"
	"slices"

	"lumi.example/sdk/go/value"
)

// registration is one resource on its way to lumi: it waits for its inputs, then it is registered or read.
type registration struct {
	state     *resourceState
	inputs    *draft
	read      *draft
	options   *value.Object
	provider  *resourceState
	dependsOn []*resourceState
}

// declare notes a resource, and registers it when everything that it needs is there.
func declare(s *session, resource Resource, base *base, kind kind, kindOf, name string, inputs, read any, all []Option) {
	o := chosen(all)
	var parent *resourceState
	if o.parent != nil {
		parent = o.parent.ofState()
	}
	r := newState(s, resource, kind, kindOf, name, parent)
	base.state = r
	r.inheritance = o.inherited(parent)
	r.secretOutputs = o.secretOutputs
	it := &registration{state: r, options: o.message(kind, r.inheritance), provider: o.providerOf(kindOf, kind, r.inheritance)}
	for _, needed := range o.dependsOn {
		it.dependsOn = append(it.dependsOn, needed.ofState())
	}
	err := errors.Join(append(o.faults, r.faults(s)...)...)
	if err == nil {
		it.inputs, err = newDraft(s, inputs, "input", r.owner)
	}
	if err == nil && read != nil {
		it.read, err = newDraft(s, read, "input", r.owner)
	}
	if err != nil {
		r.fail(s.fail(err, r.at, nil))
		return
	}
	s.resources[r.urn] = r
	if parent != nil {
		parent.children = append(parent.children, r)
	}
	s.wait(&waiter{what: r.owner, look: it.cells, proceed: it.proceed, fail: it.fail})
}

func newState(s *session, resource Resource, kind kind, kindOf, name string, parent *resourceState) *resourceState {
	r := &resourceState{
		session: s, resource: resource, kind: kind, kindOf: kindOf, name: name, parent: parent,
		owner: fmt.Sprintf("resource %q (%s)", name, kindOf), modules: "index",
		at: callerPosition(), order: uint32(s.count), inputs: value.NewObject(),
		sent: newCell(s), answered: newCell(s), outputs: map[string]*cell{},
	}
	s.count++
	if parent != nil {
		r.modules = parent.modules + "$" + parent.kindOf
	}
	r.urn = s.facts.urnPrefix + r.modules + "::" + kindOf + "::" + name
	// Messages about something stalled say what it waits for.
	r.sent.origin, r.answered.origin = r.owner, r.owner
	return r
}

func (r *resourceState) faults(s *session) []error {
	if r.name == "" || r.kindOf == "" {
		return []error{errors.New("a resource must have a type and a name")}
	}
	first, has := s.resources[r.urn]
	if !has {
		return nil
	}
	places := ""
	if first.at != nil && r.at != nil {
		places = fmt.Sprintf(": at %s:%d and at %s:%d", first.at.shown(s.facts.folder), first.at.line, r.at.shown(s.facts.folder), r.at.line)
	}
	return []error{fmt.Errorf("two resources have the URN %s%s; give one of them another name", r.urn, places)}
}

func (it *registration) cells() ([]*cell, error) {
	cells, err := it.inputs.cells()
	if err != nil {
		return nil, err
	}
	if it.read != nil {
		more, err := it.read.cells()
		if err != nil {
			return nil, err
		}
		cells = append(cells, more...)
	}
	if it.state.parent != nil {
		cells = append(cells, it.state.parent.sent)
	}
	if it.provider != nil {
		cells = append(cells, it.provider.answered)
	}
	for _, needed := range it.dependsOn {
		cells = append(cells, it.tree(needed)...)
	}
	return cells, nil
}

// tree returns what is to be waited for: a component is there when its children are, but for those that wait for it.
func (it *registration) tree(needed *resourceState) []*cell {
	if needed == it.state {
		return nil
	}
	cells := []*cell{needed.answered}
	if needed.kind == kindComponent && !needed.contains(it.state) {
		for _, child := range needed.children {
			cells = append(cells, it.tree(child)...)
		}
	}
	return cells
}

func (it *registration) proceed() {
	r := it.state
	r.inputs = it.inputs.finish()
	var urns []string
	for _, needed := range it.dependsOn {
		if !slices.Contains(urns, needed.urn) {
			urns = append(urns, needed.urn)
		}
	}
	goal := &goal{state: r, dependencies: it.inputs.dependencies, dependsOn: urns, provider: it.provider, options: it.options}
	if it.read != nil {
		id := value.Plain(it.read.finish().Get("id"))
		goal.readID = &id
	}
	r.session.monitor.register(goal, r.accept, func(err error) { r.fail(r.session.fail(err, r.at, nil)) })
	r.sent.settle(nil)
}

// fail says why a resource cannot even be asked for.
func (it *registration) fail(f *failure, err error) {
	r, s := it.state, it.state.session
	if f == nil {
		r.fail(s.fail(err, r.at, nil))
		return
	}
	what := "what it needs"
	if path := it.inputs.pathOf(f); path != "" {
		what = fmt.Sprintf("its input %q", path)
	}
	message := fmt.Sprintf("%s was not registered because %s failed", r.owner, what)
	if !f.isSecret {
		message += ": " + f.err.Error()
	}
	r.fail(s.fail(&ResourceError{URN: r.urn, message: message}, r.at, f))
}
