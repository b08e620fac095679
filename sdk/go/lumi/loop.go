package lumi

// loop runs callbacks one after the other, on the goroutine of the program.
type loop struct {
	queue    []func()
	arrivals chan func()
	open     int
	isBusy   bool
}

func newLoop() *loop { return &loop{arrivals: make(chan func())} }

// soon has a function called by the loop.
func (l *loop) soon(callback func()) { l.queue = append(l.queue, callback) }

// begin notes a call that is under way; what it returns is to be called once, on any goroutine, with what is to be done
// with the answer.
func (l *loop) begin() func(func()) {
	l.open++
	return func(callback func()) { l.arrivals <- callback }
}

// run goes on until a question is answered by yes, or nothing is left to do.
func (l *loop) run(until func() bool) {
	l.isBusy = true
	defer func() { l.isBusy = false }()
	for until == nil || !until() {
		switch {
		case len(l.queue) > 0:
			callback := l.queue[0]
			l.queue = l.queue[1:]
			callback()
		case l.open > 0:
			callback := <-l.arrivals
			l.open--
			callback()
		default:
			return
		}
	}
}
