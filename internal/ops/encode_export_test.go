package ops

import (
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/encode"
)

// NewEncodingOver is NewEncoding with a store and a model that tests fail.
func NewEncodingOver(o *Ops, over interface {
	encode.Store
	encode.Closer
}, m encode.Model) *Encoding {
	e := NewEncoding(o, m)
	e.encoder.Store, e.encoder.Closer = over, over
	return e
}

// Reclaim is reclaim in a transaction of its own.
func (o *Ops) Reclaim(doomed memory.Erasing) error {
	return o.DB.Update(func(tx *kv.Tx) error { return reclaim(tx, doomed) })
}
