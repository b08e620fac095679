package lumi

import (
	"fmt"

	"lumi.example/sdk/go/value"
)

// gap is where the value of a cell will stand.
type gap struct {
	cell    *cell
	path    string
	level   int
	content any
}

// mention is where a reference to a resource will stand.
type mention struct {
	resource *resourceState
	path     string
}

type dependency struct {
	path   string
	source *resourceState
}

// draft is data of a program on its way to lumi. It takes the data as it is when it is made, and refuses what lumi could not
// understand. Outputs and resources are filled in when they are there.
type draft struct {
	session      *session
	noun, owner  string
	tree         any
	gaps         []*gap
	mentions     []*mention
	dependencies []dependency
	hasSecret    bool
}

func newDraft(s *session, data any, noun, owner string) (*draft, error) {
	d := &draft{session: s, noun: noun, owner: owner}
	members, err := value.NormalObject(data)
	if err != nil {
		return nil, fmt.Errorf("the %ss of %s: %w", noun, owner, err)
	}
	d.tree, err = d.take(members, "", 0)
	return d, err
}

// cells returns what it waits for. It is to be asked again when these are settled, until none is pending.
func (d *draft) cells() ([]*cell, error) {
	var waiting []*gap
	for len(d.gaps) > 0 {
		next := d.gaps[0]
		d.gaps = d.gaps[1:]
		if next.cell.state != settled {
			waiting = append(waiting, next)
			continue
		}
		content, err := d.take(next.cell.value, next.path, next.level)
		if err != nil {
			return nil, err
		}
		next.content = content
	}
	d.gaps = waiting
	var cells []*cell
	for _, it := range waiting {
		cells = append(cells, it.cell)
	}
	for _, it := range d.mentions {
		cells = append(cells, it.resource.answered)
	}
	return cells, nil
}

// pathOf returns where a value that failed was to stand.
func (d *draft) pathOf(f *failure) string {
	for _, it := range d.gaps {
		if it.cell.failure == f {
			return it.path
		}
	}
	for _, it := range d.mentions {
		if it.resource.answered.failure == f {
			return it.path
		}
	}
	return ""
}

func (d *draft) take(v any, path string, level int) (any, error) {
	if level > value.MostLevels {
		return nil, fmt.Errorf("%s %q of %s is nested deeper than %d levels", d.noun, path[:min(len(path), 60)], d.owner, value.MostLevels)
	}
	switch v := v.(type) {
	case AnyOutput:
		if v.ofCell() == nil {
			return nil, fmt.Errorf("%s %q of %s is an Output that nothing has made", d.noun, path, d.owner)
		}
		it := &gap{cell: v.ofCell(), path: path, level: level}
		d.gaps = append(d.gaps, it)
		return it, nil
	case Resource:
		it := &mention{v.ofState(), path}
		d.mentions = append(d.mentions, it)
		return it, nil
	case value.Asset, value.Archive:
		content, err := hashed(v, d.session.facts.folder)
		if err != nil {
			return nil, fmt.Errorf("%s %q of %s: %w", d.noun, path, d.owner, err)
		}
		return content, nil
	case value.Secret:
		inner, err := d.take(v.Value, path, level)
		return value.Secret{Value: inner}, err
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			var err error
			if items[i], err = d.take(item, value.AtIndex(path, i), level+1); err != nil {
				return nil, err
			}
		}
		return items, nil
	case *value.Object:
		members := value.NewObject()
		for name, member := range v.All() {
			taken, err := d.take(member, value.At(path, name), level+1)
			if err != nil {
				return nil, err
			}
			members.Set(name, taken)
		}
		return members, nil
	}
	return v, nil
}

// finish returns the data, when all cells are settled.
func (d *draft) finish() *value.Object {
	d.dependencies, d.hasSecret = nil, false
	return d.finished(d.tree).(*value.Object)
}

func (d *draft) finished(node any) any {
	switch node := node.(type) {
	case *gap:
		for _, source := range node.cell.sources {
			d.dependencies = append(d.dependencies, dependency{node.path, source})
		}
		content := d.finished(node.content)
		if !node.cell.secret {
			return content
		}
		d.hasSecret = true
		return value.Secret{Value: value.Plain(content)}
	case *mention:
		d.dependencies = append(d.dependencies, dependency{node.path, node.resource})
		return node.resource.reference()
	case value.Secret:
		d.hasSecret = true
		return value.Secret{Value: value.Plain(d.finished(node.Value))}
	case []any:
		items := make([]any, len(node))
		for i, item := range node {
			items[i] = d.finished(item)
		}
		return items
	case *value.Object:
		members := value.NewObject()
		for name, member := range node.All() {
			members.Set(name, d.finished(member))
		}
		return members
	}
	return node
}
