# SPDX-License-Identifier: Apache-2.0
"""Events of the model of a repeat controller."""

# The order of the kinds that counted reporting counts; turns in both directions are counted together.
ORDER = ["cycle", "delayEnded", "turn", "mark0", "mark1", "mark2", "mark3"]


class Event:
    """An event. `source` is "motion" for a crossing by motion, and the number of a jump for one by a jump."""

    def __init__(self, kind, cycle, time, source=None, count=1):
        self.kind, self.cycle, self.time, self.source, self.count = kind, cycle, time, source, count

    def kind_of_count(self):
        return "turn" if self.kind.startswith("toward") else self.kind

    def at(self, time):
        return Event(self.kind, self.cycle, time, self.source, self.count)


def merged(events):
    """One event for each kind: the last one of that kind, at the last event's time, with the number."""
    last = {}
    for event in events:
        kind = event.kind_of_count()
        count = event.count + (last[kind].count if kind in last else 0)
        last[kind] = Event(event.kind, event.cycle, events[-1].time, event.source, count)
    return [last[kind] for kind in ORDER if kind in last]
