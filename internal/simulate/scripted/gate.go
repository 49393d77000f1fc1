package scripted

import (
	"net"
	"sync/atomic"
)

// gate is a listener that may be shut: whoever connects then is turned away,
// as by a machine on which no server runs. Connections that stand are closed.
type gate struct {
	net.Listener
	shut *atomic.Bool
}

// Down turns everybody away from now on, or lets them in again.
func (m *Model) Down(down bool) { m.down.Store(down) }

// Accept implements net.Listener.
func (g *gate) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if g.shut.Load() {
			c.Close()
			continue
		}
		return &door{Conn: c, shut: g.shut}, nil
	}
}

// door is a connection through the gate.
type door struct {
	net.Conn
	shut *atomic.Bool
}

// Read implements net.Conn: what comes while the gate is shut is not heard.
func (d *door) Read(b []byte) (int, error) {
	n, err := d.Conn.Read(b)
	if d.shut.Load() {
		d.Close()
		return 0, net.ErrClosed
	}
	return n, err
}
