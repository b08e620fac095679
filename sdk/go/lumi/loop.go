package lumi

// loop runs callbacks one after the other, on the goroutine of the program.
type loop struct {
	queue    []task
	arrivals chan task
	open     int
	isBusy   bool
	// hasSecret reports whether the running code has a secret, from the callback that it is, or that has asked for it:
	// texts of its errors may quote the secret.
	hasSecret bool
}

// task is a callback, and whether the code that has asked for it has a secret.
type task struct {
	callback  func()
	hasSecret bool
}

func newLoop() *loop { return &loop{arrivals: make(chan task)} }

// soon has a function called by the loop.
func (l *loop) soon(callback func(), hasSecret bool) {
	l.queue = append(l.queue, task{callback, hasSecret})
}

// holding marks the code that runs until the answer is called as having a secret.
func (l *loop) holding(isSecret bool) (end func()) {
	before := l.hasSecret
	l.hasSecret = before || isSecret
	return func() { l.hasSecret = before }
}

func (l *loop) call(it task) {
	before := l.hasSecret
	l.hasSecret = it.hasSecret
	defer func() { l.hasSecret = before }()
	it.callback()
}

// begin notes a call that is under way; what it returns is to be called once, on any goroutine, with what is to be done
// with the answer.
func (l *loop) begin() func(func()) {
	l.open++
	hasSecret := l.hasSecret
	return func(callback func()) { l.arrivals <- task{callback, hasSecret} }
}

// run goes on until a question is answered by yes, or nothing is left to do.
func (l *loop) run(until func() bool) {
	l.isBusy = true
	defer func() { l.isBusy = false }()
	for until == nil || !until() {
		switch {
		case len(l.queue) > 0:
			next := l.queue[0]
			l.queue = l.queue[1:]
			l.call(next)
		case l.open > 0:
			arrived := <-l.arrivals
			l.open--
			l.call(arrived)
		default:
			return
		}
	}
}
