package lumi

import (
	"fmt"
	"slices"
)

// ResourceError says that a resource failed, or one that it needs.
type ResourceError struct {
	// URN names the resource; it is empty if the error is about no resource.
	URN     string
	message string
}

func (e *ResourceError) Error() string { return e.message }

// ConfigError says that configuration is missing, or is not what the program expects.
type ConfigError struct{ message string }

func (e *ConfigError) Error() string { return e.message }

// failure says why there will never be a value. All values that come from a failed one share it.
type failure struct {
	err error
	at  *position
	// isSecret says that the text of the error may quote a secret.
	isSecret  bool
	isHandled bool
	root      *failure
}

func (s *session) fail(err error, at *position, cause *failure) *failure {
	f := &failure{err: err, at: at, isSecret: s.loop.hasSecret}
	f.root = f
	if cause != nil {
		f.root = cause.root
	}
	s.failures = append(s.failures, f)
	return f
}

// isReported reports whether the user is told: not of a failure that another one caused, unless that one was handled.
func (f *failure) isReported() bool { return !f.isHandled && (f.root == f || f.root.isHandled) }

func (f *failure) message() string {
	if f.isSecret && !isOfEngine(f.err) {
		return "a callback failed (the text of its error may quote a secret, and is not shown)"
	}
	return f.err.Error()
}

// isOfEngine reports whether lumi itself has written the text of an error, which quotes no secrets. A program may have
// put it into another error.
func isOfEngine(err error) bool {
	switch err.(type) {
	case *ResourceError, *engineError:
		return true
	}
	return false
}

// stopping ends the program because the run ends; the user is told by lumi.
type stopping struct{}

// stopped ends a preview at what only a deployment can tell.
type stopped struct {
	origin string
	at     *position
}

// misuse ends the program because of an error in it.
type misuse struct {
	err error
	at  *position
}

func abort(err error) { panic(misuse{err, callerPosition()}) }

func unique(names []string) []string {
	var result []string
	for _, name := range names {
		if !slices.Contains(result, name) {
			result = append(result, name)
		}
	}
	return result
}

func quote(text string) string { return fmt.Sprintf("%q", text) }
