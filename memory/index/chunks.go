package index

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/ledger"
)

// chunks is what was marked of the files: scope, path, id → hash of the chunk.
// So a start, which is told of all files again, marks only what has changed
// since.
var chunks = kv.NewBucket[string]("index/chunks")

// markChunks puts into the outbox what is new, other or gone in a file.
func (ix *Index) markChunks(f file, records []memory.Record) {
	if ix.deps.Mirror == nil {
		return
	}
	var now map[string]string
	err := ix.deps.DB.View(func(tx *kv.Tx) (err error) {
		now, err = chunkChanges(tx, f, records)
		return err
	})
	if err == nil && len(now) > 0 {
		err = ix.deps.DB.Update(func(tx *kv.Tx) error {
			if now, err = chunkChanges(tx, f, records); err != nil {
				return err
			}
			return ix.keepChunks(tx, f, now)
		})
	}
	if err != nil {
		ix.deps.Log.Warn("changes of a file not marked for chroma", "err", err)
	}
}

// chunkChanges gives the hashes of the chunks that are other than they were,
// "" for those that are gone.
func chunkChanges(tx *kv.Tx, f file, records []memory.Record) (map[string]string, error) {
	out := map[string]string{}
	for _, r := range records {
		r.CreatedAt = time.Time{} // a file is read again and again
		raw, err := json.Marshal(r)
		if err != nil {
			return nil, fmt.Errorf("chunk %s: %w", r.ID, err)
		}
		sum := sha256.Sum256(raw)
		out[string(r.ID)] = hex.EncodeToString(sum[:12])
	}
	prefix := kv.Prefix(string(f.scope), f.path)
	err := chunks.Ascend(tx, prefix, func(key, hash string) error {
		id := key[len(prefix):]
		if now, there := out[id]; !there {
			out[id] = ""
		} else if now == hash {
			delete(out, id)
		}
		return nil
	})
	return out, err
}

func (ix *Index) keepChunks(tx *kv.Tx, f file, changes map[string]string) error {
	var ids []string
	for id, hash := range changes {
		key := kv.Key(string(f.scope), f.path, id)
		err := chunks.Delete(tx, key)
		if hash != "" {
			err = chunks.Put(tx, key, hash)
		}
		if err != nil {
			return err
		}
		ids = append(ids, id)
	}
	return ix.deps.Ledger.Mark(tx, ledger.OfChunk, f.scope, ids...)
}
