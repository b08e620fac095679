package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"lumi.example/sdk/go/provider"
	"lumi.example/sdk/go/value"
)

// put writes a Thing, with the fault that its inputs ask for.
func (c *conformance) put(ctx context.Context, id string, serial float64, inputs *value.Object) (*value.Object, error) {
	fault := inputs.Text("fault")
	if err := c.before(ctx, fault, id, inputs); err != nil {
		return nil, err
	}
	isFirst := (fault == "partial" || fault == "lost" || fault == "crash") && c.once(id, fault)
	if err := c.write(id, "Thing", serial, inputs); err != nil {
		return nil, err
	}
	outputs := c.outputs(id, serial, inputs)
	switch {
	case fault == "unknown":
		outputs.Set("kind", value.Unknown{})
	case !isFirst:
	case fault == "partial":
		return nil, provider.Partial(id, outputs, "it does not answer", "it is red")
	case fault == "lost":
		return nil, provider.Uncertain("the connection was lost")
	case fault == "crash":
		os.Exit(9)
	}
	return outputs, nil
}

// before does what a fault does before the object is written.
func (c *conformance) before(ctx context.Context, fault, id string, inputs *value.Object) error {
	switch fault {
	case "refuse":
		return provider.Refused("the object was refused")
	case "invalid":
		return provider.Invalid("the service does not take it", provider.InputFailure{Path: "value", Reason: "it is too loud"})
	case "exception":
		if c.once(id, fault) {
			panic("an error of the provider")
		}
	case "slow":
		fmt.Fprintln(os.Stderr, "waiting")
		<-ctx.Done()
		return provider.Refused("it was cancelled")
	case "hang":
		fmt.Fprintln(os.Stderr, "waiting")
		time.Sleep(time.Minute)
	case "meet":
		return c.meet(id)
	case "log":
		provider.Debug(ctx, "a debug message")
		provider.Info(ctx, "an info message")
		provider.Warning(ctx, "a warning")
		provider.Error(ctx, "an error")
		fmt.Println("printed")
		fmt.Fprintln(os.Stderr, "complained")
	case "leak":
		provider.Info(ctx, "value: %v", value.Plain(inputs.Get("value")))
	}
	return nil
}

// How long a call waits for another one.
const meetingPatience = 10 * time.Second

func (c *conformance) meet(id string) error {
	c.once(id, "meet")
	for end := time.Now().Add(meetingPatience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if others, _ := filepath.Glob(filepath.Join(c.folder(), "*.meet")); len(others) > 1 {
			return nil
		}
	}
	return provider.Refused("no other call came")
}
