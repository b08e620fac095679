package lumi

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lumi.example/sdk/go/value"
)

// Output is a value that may come later, may be secret, and knows which resources it came from. It can be given to
// resources as it is, wherever data can be.
type Output[T any] struct{ cell *cell }

// AnyOutput is an Output of any type.
type AnyOutput interface {
	value.Leaf
	ofCell() *cell
}

// IsLumiLeaf lets an Output stand in data.
func (Output[T]) IsLumiLeaf() {}

func (o Output[T]) ofCell() *cell { return o.cell }

// String keeps an Output out of texts: use Sprintf of this package.
func (o Output[T]) String() string {
	switch {
	case o.cell == nil, o.cell.state == pending:
		return "<Output: not there yet>"
	case o.cell.failure != nil:
		return "<Output: failed>"
	case o.cell.secret:
		return "<Output: [secret]>"
	}
	return fmt.Sprintf("<Output: %v>", value.Native(o.cell.value))
}

// Apply returns what a function makes of the value. In a preview, the function is not called for a value of which
// anything is unknown, and the result is unknown. What comes from a secret is a secret. An error that is not handled (see
// Recover) fails the program.
func Apply[T, U any](o Output[T], function func(T) (U, error)) Output[U] {
	return Output[U]{applied(o, func(v T) (*cell, error) {
		answer, err := function(v)
		if err != nil {
			return nil, err
		}
		return gather(o.cell.session, answer)
	})}
}

// ApplyOutput is Apply for functions that answer an Output.
func ApplyOutput[T, U any](o Output[T], function func(T) (Output[U], error)) Output[U] {
	return Output[U]{applied(o, func(v T) (*cell, error) {
		answer, err := function(v)
		return answer.cell, err
	})}
}

func applied[T any](o Output[T], function func(T) (*cell, error)) *cell {
	result := newCell(o.cell.session)
	at := callerPosition()
	o.cell.subscribe(func(parent *cell) {
		if parent.failure != nil {
			result.failLike(parent)
			return
		}
		result.absorb(parent)
		if value.IsUnknown(parent.value) {
			result.settleUnknown("")
			return
		}
		var argument T
		err := value.Assign(parent.value, &argument)
		var answer *cell
		if err == nil {
			answer, err = result.guarded(func() (*cell, error) { return function(argument) })
		}
		result.end(answer, err, at)
	})
	return result
}

// end makes a cell what the answer of a callback is; the error of a callback of a secret may quote it.
func (c *cell) end(answer *cell, err error, at *position) {
	if err == nil {
		c.follow(answer)
		return
	}
	f := c.session.fail(err, at, nil)
	f.isSecret = f.isSecret || c.secret
	c.fail(f)
}

// guarded calls the callback that a cell has its value from. The outputs that it makes have its secret, too, whether it
// answers them or not. The text of a panic does not leave a callback that has a secret. The panic goes on from here, while
// the frames of the callback are still there for the report.
func (c *cell) guarded(function func() (*cell, error)) (*cell, error) {
	defer c.session.loop.holding(c.secret)()
	if c.session.loop.hasSecret {
		defer func() {
			switch fault := recover().(type) {
			case nil:
			case stopping, stopped:
				panic(fault)
			case misuse:
				panic(misuse{errors.New(secretPanic), fault.at})
			default:
				panic(secretPanic)
			}
		}()
	}
	return function()
}

const secretPanic = "in a callback of a secret (its text may quote the secret, and is not shown)"

// Recover returns an Output that has the answer of a function where there will be no value, because a resource failed or
// a callback answered an error. The program does not fail for it.
func Recover[T any](o Output[T], function func(error) (T, error)) Output[T] {
	result := newCell(o.cell.session)
	at := callerPosition()
	o.cell.subscribe(func(parent *cell) {
		if parent.failure == nil {
			result.follow(parent)
			return
		}
		parent.failure.isHandled = true
		result.secret = parent.secret || parent.failure.isSecret
		data, err := result.guarded(func() (*cell, error) {
			answer, err := function(parent.failure.err)
			if err != nil {
				return nil, err
			}
			return gather(result.session, answer)
		})
		result.end(data, err, at)
	})
	return Output[T]{result}
}

// All returns one Output of several values, of which some are Outputs, or have Outputs inside.
func All(ctx *Context, values ...any) Output[[]any] { return ToOutput[[]any](ctx, values) }

// ToOutput returns an Output of data in which Outputs stand.
func ToOutput[T any](ctx *Context, data any) Output[T] {
	c, err := gather(ctx.session, data)
	if err != nil {
		c = failedCell(ctx.session, ctx.session.fail(err, callerPosition(), nil))
	}
	return Output[T]{c}
}

// Sprintf is fmt.Sprintf for arguments of which some are Outputs.
func Sprintf(ctx *Context, format string, arguments ...any) Output[string] {
	return Apply(All(ctx, arguments...), func(values []any) (string, error) {
		for i, v := range values {
			// Numbers come as floats: whether they were integers in the call is no longer known.
			if number, is := v.(float64); is && number == float64(int64(number)) {
				values[i] = whole(number)
			}
		}
		return fmt.Sprintf(format, values...), nil
	})
}

// whole is a number without a fraction, which verbs of floats show as well as those of integers.
type whole int64

// Format implements fmt.Formatter.
func (w whole) Format(state fmt.State, verb rune) {
	var number any = int64(w)
	if strings.ContainsRune("eEfFgG", verb) {
		number = float64(w)
	}
	_, _ = fmt.Fprintf(state, fmt.FormatString(state, verb), number)
}

// JSON returns the JSON of data in which Outputs stand.
func JSON(ctx *Context, data any) Output[string] {
	return Apply(ToOutput[any](ctx, data), func(v any) (string, error) {
		text, err := json.Marshal(v)
		return string(text), err
	})
}

// Secret returns a value as a secret: encrypted in the state, and never shown. So is all that comes from it.
func Secret[T any](ctx *Context, v T) Output[T] { return ToOutput[T](ctx, v).Secret() }

// Secret returns the value as a secret.
func (o Output[T]) Secret() Output[T] { return o.withSecrecy(true) }

// Unsecret returns the value, no longer secret.
func (o Output[T]) Unsecret() Output[T] { return o.withSecrecy(false) }

func (o Output[T]) withSecrecy(isSecret bool) Output[T] {
	result := newCell(o.cell.session)
	o.cell.subscribe(func(parent *cell) {
		if parent.failure != nil {
			result.failLike(parent)
			return
		}
		result.absorb(parent)
		result.secret = isSecret
		result.settle(parent.value)
	})
	return Output[T]{result}
}

// Wait returns the value itself. A deployment waits until it is there; a preview ends here if only a deployment can tell.
// It is not to be used in callbacks, which can answer the Output instead.
func (o Output[T]) Wait() (T, error) {
	var result T
	c := o.cell
	if c.session.loop.isBusy {
		return result, fmt.Errorf("a callback cannot wait for an Output: answer the Output with ApplyOutput instead")
	}
	c.session.loop.run(func() bool { return c.state != pending })
	switch {
	case c.failure != nil:
		c.failure.isHandled = true
		return result, c.failure.err
	case c.state == pending:
		return result, fmt.Errorf("nothing will ever settle this Output")
	case value.IsUnknown(c.value):
		origin := c.origin
		if origin == "" {
			origin = "a value"
		}
		panic(stopped{origin, callerPosition()})
	}
	return result, value.Assign(c.value, &result)
}

// gather returns a cell of data, as it is now, with the values of its Outputs.
func gather(s *session, data any) (*cell, error) {
	if output, is := data.(AnyOutput); is {
		return output.ofCell(), nil
	}
	tree, err := value.Normal(data)
	if err != nil {
		return nil, err
	}
	var cells []*cell
	walk(tree, func(leaf value.Leaf) {
		if output, is := leaf.(AnyOutput); is {
			cells = append(cells, output.ofCell())
		}
	})
	if len(cells) == 0 {
		return settledCell(s, tree), nil
	}
	result := newCell(s)
	s.wait(&waiter{
		what: "data with Outputs in it",
		look: func() ([]*cell, error) { return cells, nil },
		proceed: func() {
			for _, c := range cells {
				result.absorb(c)
			}
			result.settle(filled(tree))
		},
		fail: func(f *failure, _ error) {
			result.failLike(cells[slices.IndexFunc(cells, func(c *cell) bool { return c.failure == f })])
		},
	})
	return result, nil
}

func walk(tree any, visit func(value.Leaf)) {
	switch tree := tree.(type) {
	case value.Leaf:
		visit(tree)
	case []any:
		for _, item := range tree {
			walk(item, visit)
		}
	case *value.Object:
		for _, member := range tree.All() {
			walk(member, visit)
		}
	case value.Secret:
		walk(tree.Value, visit)
	}
}

// filled returns data with the values of its Outputs.
func filled(tree any) any {
	switch tree := tree.(type) {
	case AnyOutput:
		return tree.ofCell().value
	case []any:
		items := make([]any, len(tree))
		for i, item := range tree {
			items[i] = filled(item)
		}
		return items
	case *value.Object:
		members := value.NewObject()
		for name, member := range tree.All() {
			members.Set(name, filled(member))
		}
		return members
	case value.Secret:
		return value.Secret{Value: filled(tree.Value)}
	}
	return tree
}
