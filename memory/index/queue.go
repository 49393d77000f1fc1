package index

import "sync"

// queue is what waits for the embedding server: what is new before what was
// there already.
type queue struct {
	wake chan struct{}

	mu    sync.Mutex
	news  []ref
	back  []ref
	in    map[ref]bool
	never map[ref]bool // refused for good, until the next start
	taken int          // in the keeper's hands
}

func newQueue() *queue {
	return &queue{wake: make(chan struct{}, 1), in: map[ref]bool{}, never: map[ref]bool{}}
}

// poke lets the keeper look.
func (q *queue) poke() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func (q *queue) fresh(refs ...ref) { q.add(&q.news, refs) }

// later is for what nobody waits for.
func (q *queue) later(refs ...ref) { q.add(&q.back, refs) }

func (q *queue) add(to *[]ref, refs []ref) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, r := range refs {
		if !q.in[r] && !q.never[r] {
			q.in[r] = true
			*to = append(*to, r)
		}
	}
	q.poke()
}

// restart is what waits for another model: all that is missing of it, and
// what was new.
func (q *queue) restart(missing []ref) {
	q.mu.Lock()
	q.back, q.in = nil, map[ref]bool{}
	for _, r := range q.news {
		q.in[r] = true
	}
	clear(q.never)
	q.mu.Unlock()
	q.later(missing...)
}

// take gives at most n of the first; done or again must follow.
func (q *queue) take(n int) (refs []ref) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, from := range []*[]ref{&q.news, &q.back} {
		some := min(n-len(refs), len(*from))
		refs = append(refs, (*from)[:some]...)
		*from = (*from)[some:]
	}
	for _, r := range refs {
		delete(q.in, r)
	}
	q.taken = len(refs)
	return refs
}

func (q *queue) done() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.taken = 0
}

// again puts back what was taken in vain, before all others.
func (q *queue) again(refs []ref) {
	q.mu.Lock()
	defer q.mu.Unlock()
	var front []ref
	for _, r := range refs {
		if !q.in[r] && !q.never[r] {
			q.in[r] = true
			front = append(front, r)
		}
	}
	q.news, q.taken = append(front, q.news...), 0
}

// refuse says that a unit cannot be embedded.
func (q *queue) refuse(r ref) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.never[r] = true
}

func (q *queue) len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.news) + len(q.back) + q.taken
}
