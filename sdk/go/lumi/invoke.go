package lumi

import (
	"fmt"

	"lumi.example/sdk/go/internal/wire"
	"lumi.example/sdk/go/lumirpc"
	"lumi.example/sdk/go/value"
)

// Invoke evaluates a function of a package. The result is unknown if an argument is, in a preview. Its options are
// Parent, Provider and Version.
func Invoke[T any](ctx *Context, token string, arguments any, all ...Option) Output[T] {
	o := chosen(all)
	provider := (*resourceState)(nil)
	if o.provider != nil {
		provider = o.provider.ofState()
	} else if o.parent != nil {
		provider = o.parent.ofState().inheritance.providers[packageOf(token)]
	}
	c := &call{session: ctx.session, owner: fmt.Sprintf("invoke %q", token), needed: provider}
	m := ctx.session.monitor
	c.send = func(arguments *lumirpc.Object, done func(*lumirpc.Value) error, fail func(error)) {
		request := &lumirpc.MonitorInvokeRequest{Token: token, Arguments: arguments, Version: o.version}
		if provider != nil {
			request.Provider = provider.urn
		}
		send(m, m.client.Invoke, request, func(response *lumirpc.MonitorInvokeResponse) error { return done(response.GetResult()) }, fail)
	}
	return Output[T]{c.start(arguments)}
}

// Call evaluates a method of a resource.
func Call[T any](ctx *Context, token string, resource Resource, arguments any) Output[T] {
	target := resource.ofState()
	c := &call{session: ctx.session, owner: fmt.Sprintf("call %q", token), needed: target, isMethod: true}
	m := ctx.session.monitor
	c.send = func(arguments *lumirpc.Object, done func(*lumirpc.Value) error, fail func(error)) {
		request := &lumirpc.MonitorCallRequest{Token: token, Target: target.urn, Arguments: arguments}
		send(m, m.client.Call, request, func(response *lumirpc.MonitorCallResponse) error { return done(response.GetResult()) }, fail)
	}
	return Output[T]{c.start(arguments)}
}

// call is a function or a method on its way. What it needs must be there before; the answer of a method also comes from it.
type call struct {
	session  *session
	owner    string
	needed   *resourceState
	isMethod bool
	send     func(*lumirpc.Object, func(*lumirpc.Value) error, func(error))
}

func (c *call) start(arguments any) *cell {
	s, at, result := c.session, callerPosition(), newCell(c.session)
	fail := func(err error) { result.fail(s.fail(err, at, nil)) }
	d, err := newDraft(s, arguments, "argument", c.owner)
	if err != nil {
		fail(err)
		return result
	}
	s.wait(&waiter{
		what: c.owner,
		look: func() ([]*cell, error) {
			cells, err := d.cells()
			if c.needed != nil {
				cells = append(cells, c.needed.answered)
			}
			return cells, err
		},
		proceed: func() {
			message, err := wire.Object(d.finish())
			if err != nil {
				fail(err)
				return
			}
			c.send(message, func(answer *lumirpc.Value) error { return c.settle(result, d, answer) }, fail)
		},
		fail: func(f *failure, err error) {
			if f != nil {
				result.fail(f)
			} else {
				fail(err)
			}
		},
	})
	return result
}

func (c *call) settle(result *cell, d *draft, message *lumirpc.Value) error {
	plain, err := wire.Plain(message)
	if err != nil {
		return err
	}
	if c.needed != nil && c.isMethod {
		result.sources = append(result.sources, c.needed)
	}
	for _, it := range d.dependencies {
		result.absorb(&cell{sources: []*resourceState{it.source}})
	}
	result.secret = d.hasSecret
	if _, is := plain.(value.Unknown); is {
		result.settleUnknown(c.owner)
		return nil
	}
	result.origin = c.owner
	result.settle(programValue(plain, result))
	return nil
}
