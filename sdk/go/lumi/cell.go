package lumi

import (
	"slices"

	"lumi.example/sdk/go/value"
)

type cellState int

const (
	pending cellState = iota
	settled
	failed
)

// cell is what is behind an Output: a value that may come later, and what is known about it. Values are in the form of
// value.Normal, with resources in them; unknown values may be parts of them.
type cell struct {
	session *session
	state   cellState
	value   any
	secret  bool
	// sources are the resources it came from, each once.
	sources []*resourceState
	// origin is what a user would call the unknown part of it.
	origin    string
	failure   *failure
	listeners []listener
}

// listener is a function that waits for a value, and whether the code that has subscribed it has a secret.
type listener struct {
	function  func(*cell)
	hasSecret bool
}

func newCell(s *session) *cell { return &cell{session: s} }

func settledCell(s *session, v any) *cell {
	c := newCell(s)
	c.settle(v)
	return c
}

func failedCell(s *session, f *failure) *cell {
	c := newCell(s)
	c.fail(f)
	return c
}

func (c *cell) settle(v any) {
	if c.state == pending {
		c.state, c.value = settled, v
		c.wake()
	}
}

func (c *cell) settleUnknown(origin string) {
	if c.origin == "" {
		c.origin = origin
	}
	c.settle(value.Unknown{})
}

func (c *cell) fail(f *failure) {
	if c.state == pending {
		c.state, c.failure = failed, f
		c.secret = c.secret || f.isSecret
		c.wake()
	}
}

// failLike fails as another cell, and takes over its secrecy: the error of a secret may quote it.
func (c *cell) failLike(other *cell) {
	c.secret = c.secret || other.secret
	c.fail(other.failure)
}

// absorb takes over where another value came from, and that it is secret.
func (c *cell) absorb(other *cell) {
	c.secret = c.secret || other.secret
	if c.origin == "" {
		c.origin = other.origin
	}
	for _, source := range other.sources {
		if !slices.Contains(c.sources, source) {
			c.sources = append(slices.Clip(c.sources), source)
		}
	}
}

// follow becomes what another cell is, or will be.
func (c *cell) follow(other *cell) {
	other.subscribe(func(other *cell) {
		if other.failure != nil {
			c.failLike(other)
			return
		}
		c.absorb(other)
		c.settle(other.value)
	})
}

// subscribe has a function called once, by the loop, when there is a value or a failure.
func (c *cell) subscribe(function func(*cell)) {
	it := listener{function, c.session.loop.hasSecret}
	if c.state == pending {
		c.listeners = append(c.listeners, it)
	} else {
		c.session.loop.soon(func() { function(c) }, it.hasSecret)
	}
}

func (c *cell) wake() {
	for _, it := range c.listeners {
		c.session.loop.soon(func() { it.function(c) }, it.hasSecret)
	}
	c.listeners = nil
}
