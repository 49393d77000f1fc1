package journal

import (
	"fmt"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

// keepPreviews is how many previews are remembered; only those of unfinished
// turns are ever asked for.
const keepPreviews = 1_000

// SavePreview remembers the channel's message that shows a turn's reply while
// it is being written, so that a restart goes on with it instead of leaving it
// behind. The first one of a turn counts.
func (j *Journal) SavePreview(tx *kv.Tx, id turn.ID, messageID string) error {
	fresh, err := j.previews.PutIfAbsent(tx, string(id), messageID)
	if err != nil || !fresh {
		return wrapPreview(id, err)
	}
	old, gone, err := j.previewed.Append(tx, "all", id)
	if err == nil && gone {
		err = j.previews.Delete(tx, string(old))
	}
	return wrapPreview(id, err)
}

// Preview is the message that shows a turn's reply while it is being written.
func (j *Journal) Preview(tx *kv.Tx, id turn.ID) (messageID string, ok bool, err error) {
	messageID, ok, err = j.previews.Get(tx, string(id))
	return messageID, ok, wrapPreview(id, err)
}

func wrapPreview(id turn.ID, err error) error {
	if err != nil {
		return fmt.Errorf("preview of turn %s: %w", id, err)
	}
	return nil
}
