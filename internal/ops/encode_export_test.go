package ops

import "github.com/kokoron/kokoron/memory/encode"

// NewEncodingOver is NewEncoding with a store and a model that tests fail.
func NewEncodingOver(o *Ops, over interface {
	encode.Store
	encode.Closer
}, m encode.Model) *Encoding {
	e := NewEncoding(o, m)
	e.encoder.Store, e.encoder.Closer = over, over
	return e
}
