package provider

import (
	"context"
	"sync"
)

// running has the calls that are under way.
type running struct {
	mutex   sync.Mutex
	last    int
	cancels map[int]context.CancelFunc
}

// begin returns the context of a new call, and a function to call at its end.
func (r *running) begin(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.last++
	number := r.last
	r.cancels[number] = cancel
	return ctx, func() {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		delete(r.cancels, number)
		cancel()
	}
}

// cancel ends the contexts of all calls that are under way.
func (r *running) cancel() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, cancel := range r.cancels {
		cancel()
	}
}
