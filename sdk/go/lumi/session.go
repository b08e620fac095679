package lumi

import (
	"slices"

	"lumi.example/sdk/go/value"
)

// facts are what a program may know of its run.
type facts struct {
	project, stack string
	isPreview      bool
	folder         string
	// urnPrefix is what all URNs begin with.
	urnPrefix string
	config    map[string]configEntry
}

type configEntry struct {
	value    string
	isSecret bool
}

// session is what all parts of one run have in common.
type session struct {
	facts     facts
	loop      *loop
	monitor   *monitor
	resources map[string]*resourceState
	count     int
	waiting   []*waiter
	failures  []*failure
	outputs   *value.Object
}

func newSession(f facts, m *monitor, l *loop) *session {
	return &session{facts: f, loop: l, monitor: m, resources: map[string]*resourceState{}, outputs: value.NewObject()}
}

// waiter goes on when all cells have values, and not at all when one fails. look returns the cells, and is asked again
// when they are settled, as there may be more then.
type waiter struct {
	session *session
	what    string
	look    func() ([]*cell, error)
	proceed func()
	fail    func(*failure, error)
	open    int
	isOver  bool
}

func (s *session) wait(w *waiter) {
	w.session = s
	s.waiting = append(s.waiting, w)
	w.start()
}

func (w *waiter) start() {
	cells, err := w.look()
	if err != nil {
		w.end()
		w.fail(nil, err)
		return
	}
	w.open = 0
	for _, c := range cells {
		if c.failure != nil {
			w.end()
			w.fail(c.failure, nil)
			return
		}
		if c.state == pending {
			w.open++
		}
	}
	if w.open == 0 {
		w.end()
		w.proceed()
		return
	}
	for _, c := range cells {
		if c.state == pending {
			c.subscribe(w.notify)
		}
	}
}

func (w *waiter) notify(c *cell) {
	w.open--
	if !w.isOver && (w.open == 0 || c.failure != nil) {
		w.start()
	}
}

func (w *waiter) end() {
	w.isOver = true
	w.session.waiting = slices.DeleteFunc(w.session.waiting, func(other *waiter) bool { return other == w })
}

// waitsFor returns what a user would call that.
func (w *waiter) waitsFor() []string {
	cells, _ := w.look()
	var names []string
	for _, c := range cells {
		if c.state == pending && c.origin != "" {
			names = append(names, c.origin)
		}
	}
	return unique(names)
}
