package lumi

import (
	"errors"
	"fmt"

	"lumi.example/sdk/go/lumirpc"
)

// Context is the run of a program. It belongs to the goroutine of the program, as the order of resources counts: other
// goroutines may compute data, but not declare resources.
type Context struct{ session *session }

// Project is the name of the project.
func (c *Context) Project() string { return c.session.facts.project }

// Stack is the name of the stack.
func (c *Context) Stack() string { return c.session.facts.stack }

// IsPreview says that nothing is deployed: values that only a deployment can tell are unknown.
func (c *Context) IsPreview() bool { return c.session.facts.isPreview }

// Folder is the project folder.
func (c *Context) Folder() string { return c.session.facts.folder }

// Export makes a value, in which Outputs may stand, an output of the stack.
func (c *Context) Export(name string, v any) {
	s := c.session
	var err error
	if name == "" {
		err = errors.New("the name of an output must not be empty")
	} else if s.outputs.Has(name) {
		err = fmt.Errorf("the output %q is exported twice", name)
	} else {
		// What is no data is refused while the line that exports it is still running.
		_, err = newDraft(s, Map{name: v}, "output", "the stack")
	}
	if err != nil {
		s.fail(err, callerPosition(), nil)
		return
	}
	s.outputs.Set(name, v)
}

// Debug shows a message with `--verbose`; of the resources, the first is the one that it is about.
func (c *Context) Debug(message string, about ...Resource) {
	c.log(lumirpc.LogLevel_LOG_LEVEL_DEBUG, message, about)
}

// Info shows a message.
func (c *Context) Info(message string, about ...Resource) {
	c.log(lumirpc.LogLevel_LOG_LEVEL_INFO, message, about)
}

// Warning shows a warning.
func (c *Context) Warning(message string, about ...Resource) {
	c.log(lumirpc.LogLevel_LOG_LEVEL_WARNING, message, about)
}

// Error shows an error. A program that does so has failed, although it goes on; return an error to stop it.
func (c *Context) Error(message string, about ...Resource) {
	c.log(lumirpc.LogLevel_LOG_LEVEL_ERROR, message, about)
}

func (c *Context) log(level lumirpc.LogLevel, message string, about []Resource) {
	urn := ""
	if len(about) > 0 {
		urn = about[0].ofState().urn
	}
	at := callerPosition()
	c.session.monitor.log(level, message, urn, func(err error) { c.session.fail(err, at, nil) })
}
