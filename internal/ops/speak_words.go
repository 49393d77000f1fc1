package ops

import (
	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/catalog"
)

// ReasonText is how the reason of a decision is told.
func ReasonText(r governor.Reason) catalog.Key {
	return map[governor.Reason]catalog.Key{
		governor.Free:       catalog.SpeakReasonFree,
		governor.Asked:      catalog.SpeakReasonAsked,
		governor.BadPolicy:  catalog.SpeakReasonBadPolicy,
		governor.BadWish:    catalog.SpeakReasonBadWish,
		governor.Stale:      catalog.SpeakReasonStale,
		governor.Closed:     catalog.SpeakReasonClosed,
		governor.Repeat:     catalog.SpeakReasonRepeat,
		governor.Lost:       catalog.SpeakReasonLost,
		governor.Quiet:      catalog.SpeakReasonQuiet,
		governor.Early:      catalog.SpeakReasonEarly,
		governor.Hours:      catalog.SpeakReasonHours,
		governor.Live:       catalog.SpeakReasonLive,
		governor.Unanswered: catalog.SpeakReasonUnanswered,
		governor.PerDay:     catalog.SpeakReasonPerDay,
		governor.Per24h:     catalog.SpeakReasonPer24h,
		governor.Gap:        catalog.SpeakReasonGap,
		governor.TopicLess:  catalog.SpeakReasonTopicLess,
		governor.HourLess:   catalog.SpeakReasonHourLess,
		governor.Off:        catalog.SpeakReasonOff,
		governor.NoChannel:  catalog.SpeakReasonNoChannel,
		governor.NotPerson:  catalog.SpeakReasonNotPerson,
		governor.Withdrawn:  catalog.SpeakReasonWithdrawn,
		governor.Erased:     catalog.SpeakReasonErased,
		governor.Uncertain:  catalog.SpeakReasonUncertain,
	}[r]
}

// OutcomeText is how the outcome of a decision is told.
func OutcomeText(o governor.Outcome) catalog.Key {
	return map[governor.Outcome]catalog.Key{
		governor.May:     catalog.SpeakOutcomeMay,
		governor.Held:    catalog.SpeakOutcomeHeld,
		governor.Dropped: catalog.SpeakOutcomeDropped,
	}[o]
}

// KindText is what a message is for, as it is told.
func KindText(k governor.Kind) catalog.Key {
	return map[governor.Kind]catalog.Key{
		governor.Thought:  catalog.SpeakKindThought,
		governor.FollowUp: catalog.SpeakKindFollowUp,
		governor.Briefing: catalog.SpeakKindBriefing,
		governor.Reminder: catalog.SpeakKindReminder,
		governor.Watchdog: catalog.SpeakKindWatchdog,
	}[k]
}

// SpokenStateText is how far a message is, as it is told.
func SpokenStateText(s state.SpokenState) catalog.Key {
	return map[state.SpokenState]catalog.Key{
		state.SpokenHeld:    catalog.SpeakStateHeld,
		state.SpokenQueued:  catalog.SpeakStateQueued,
		state.SpokenSending: catalog.SpeakStateSending,
		state.SpokenSent:    catalog.SpeakStateSent,
		state.SpokenUnknown: catalog.SpeakStateUnknown,
		state.SpokenDropped: catalog.SpeakStateDropped,
	}[s]
}

// SpokenProblemText says that a message which was asked for is not there, or
// not one alone; its slots are {about} and {known}.
func SpokenProblemText(p *Problem) catalog.Key {
	if p.Code == ManySpoken {
		return catalog.SpokenMany
	}
	return catalog.SpokenUnknown
}
