package lumi

import (
	"fmt"

	"lumi.example/sdk/go/value"
)

// Resource is anything that a program declares.
type Resource interface {
	value.Leaf
	// URN is the name of the resource in its stack; it is known at once.
	URN() Output[string]
	ofState() *resourceState
}

// Map is data by name: inputs and outputs.
type Map = map[string]any

type base struct{ state *resourceState }

// IsLumiLeaf lets a resource stand in data.
func (b *base) IsLumiLeaf() {}

func (b *base) ofState() *resourceState { return b.state }

func (b *base) URN() Output[string] {
	c := settledCell(b.state.session, b.state.urn)
	c.sources = []*resourceState{b.state}
	return Output[string]{c}
}

// Output returns the output of a name; of a component, one that it has registered. OutputOf returns it with its type.
func (b *base) Output(name string) Output[any] { return Output[any]{b.state.output(name)} }

// OutputOf returns the output of a name.
func OutputOf[T any](resource Resource, name string) Output[T] {
	return Output[T]{resource.ofState().output(name)}
}

// CustomResource is a resource that a provider manages.
type CustomResource struct{ base }

// ID is what the provider calls the resource.
func (r *CustomResource) ID() Output[string] { return OutputOf[string](r, "id") }

// RemoteComponent is a component that the provider of its package makes, with all of its children.
type RemoteComponent struct{ base }

// ProviderResource has the settings with which one package manages resources.
type ProviderResource struct{ base }

// Component is a group of resources. Its children have it as their Parent.
type Component struct{ base }

// NewResource declares a resource. What is wrong with it fails the program when it ends, and its outputs at once.
func NewResource(ctx *Context, kindOf, name string, inputs any, all ...Option) *CustomResource {
	resource := &CustomResource{}
	declare(ctx.session, resource, &resource.base, kindCustom, kindOf, name, inputs, nil, all)
	return resource
}

// GetResource reads an object that exists and is not managed by this stack. The id may be an Output.
func GetResource(ctx *Context, kindOf, name string, id any, inputs any, all ...Option) *CustomResource {
	resource := &CustomResource{}
	declare(ctx.session, resource, &resource.base, kindCustom, kindOf, name, inputs, Map{"id": id}, all)
	return resource
}

// NewProvider declares a provider of a package.
func NewProvider(ctx *Context, packageName, name string, inputs any, all ...Option) *ProviderResource {
	resource := &ProviderResource{}
	declare(ctx.session, resource, &resource.base, kindProvider, "lumi:providers:"+packageName, name, inputs, nil, all)
	return resource
}

// NewRemoteComponent declares a component that the provider of its package makes.
func NewRemoteComponent(ctx *Context, kindOf, name string, inputs any, all ...Option) *RemoteComponent {
	resource := &RemoteComponent{}
	declare(ctx.session, resource, &resource.base, kindRemote, kindOf, name, inputs, nil, all)
	return resource
}

// NewComponent declares a component, whose outputs RegisterOutputs says when all children are declared.
func NewComponent(ctx *Context, kindOf, name string, inputs any, all ...Option) *Component {
	resource := &Component{}
	declare(ctx.session, resource, &resource.base, kindComponent, kindOf, name, inputs, nil, all)
	return resource
}

// RegisterOutputs says what the outputs of the component are, once.
func (c *Component) RegisterOutputs(outputs Map) {
	r, s, at := c.state, c.state.session, callerPosition()
	fail := func(err error) { s.fail(err, at, nil) }
	if r.registered != nil {
		fail(fmt.Errorf("%s has already registered its outputs", r.owner))
		return
	}
	d, err := newDraft(s, outputs, "output", r.owner)
	if err != nil {
		fail(err)
		return
	}
	r.registered = map[string]bool{}
	for name, output := range outputs {
		// The draft has accepted the data.
		source, _ := gather(s, output)
		r.registered[name] = true
		r.output(name).follow(source)
	}
	for name, it := range r.outputs {
		r.settle(name, it)
	}
	s.wait(&waiter{
		what: "the outputs of " + r.owner,
		look: func() ([]*cell, error) {
			cells, err := d.cells()
			return append(cells, r.sent), err
		},
		proceed: func() { s.monitor.complete(r, d.finish(), fail) },
		// The failure of an output is reported once, where it began.
		fail: func(_ *failure, err error) {
			if err != nil {
				fail(err)
			}
		},
	})
}

// StackReference has the outputs that another stack had when it was deployed last.
type StackReference struct{ CustomResource }

// NewStackReference reads the outputs of a stack.
func NewStackReference(ctx *Context, stack string, all ...Option) *StackReference {
	resource := &StackReference{}
	kindOf := "lumi:lumi:StackReference"
	declare(ctx.session, resource, &resource.base, kindCustom, kindOf, stack, Map{"name": stack}, Map{"id": stack}, all)
	return resource
}

// StackOutput returns an output of another stack. It fails if that stack has none of the name.
func StackOutput[T any](stack *StackReference, name string) Output[T] {
	result := newCell(stack.state.session)
	result.sources = []*resourceState{stack.state}
	stack.state.answered.subscribe(func(answered *cell) {
		if answered.failure != nil {
			result.fail(answered.failure)
			return
		}
		outputs := stack.state.plain("outputs")
		if secret, is := outputs.(value.Secret); is {
			result.secret, outputs = true, secret.Value
		}
		members, is := outputs.(*value.Object)
		switch {
		case value.IsUnknown(outputs) && !is:
			result.settleUnknown("the outputs of " + stack.state.owner)
		case members.Has(name):
			result.settle(programValue(members.Get(name), result))
		default:
			err := fmt.Errorf("stack %q has no output %q; it has %q", stack.state.name, name, members.Names())
			result.fail(result.session.fail(err, stack.state.at, nil))
		}
	})
	return Output[T]{result}
}
