# SPDX-License-Identifier: Apache-2.0
"""Transformations of scripts whose effect on a driver's answers is known without the model.

Each has a function that returns two scripts, or None if the script is not fit for the transformation, and
a function that compares the answers to them and returns the first difference, or None.
"""
import random

TOLERANCE = 1e-12
EXACT_KINDS = ("cycle", "delayEnded", "mark")


def close(a, b):
    return a == b or abs(a - b) <= TOLERANCE * max(1, abs(a))


class Answer:
    """The parts of an answer."""

    def __init__(self, text):
        self.text = text
        parts = text.split(" | ")
        self.state = parts[0].split()
        self.events = [part.split() for part in parts[1:]]
        self.is_state = len(self.state) == 6


def last_times(script):
    """For each line, the greatest time named by an advance before it; None before the first."""
    now, result = None if "unset" in script[0].split() else 0.0, []
    for line in script:
        result.append(now)
        verb, *words = line.split()
        if verb in ("advance", "next", "move"):
            now = float(words[0])
    return result


# An advance in one step, and in many.

def split(script, number):
    """The script, and one in which several lines replace each `advance`."""
    chance, lines = random.Random(f"split {number}"), []
    for line, last in zip(script, last_times(script)):
        if line.startswith("advance ") and last is not None:
            time = float(line.split()[1])
            stops = sorted(chance.choice([
                last + (time - last) * chance.randint(0, 8) / 8, chance.uniform(last, time)])
                for _ in range(chance.randint(0, 3)))
            for stop in [stop for stop in stops if last <= stop < time] + [time]:
                lines += [f"next {stop!r}"] * chance.randint(0, 4) + [f"advance {stop!r}"]
        else:
            lines.append(line)
    return script, lines


def totals(events, is_counted):
    """With counted reporting, each kind with its number and the last event's kind and cycle."""
    if not is_counted:
        return [event[:4] for event in events]
    result = {}
    for kind, cycle, count, *_ in events:
        key = "turn" if kind.startswith("toward") else kind
        result[key] = (result.get(key, (0,))[0] + int(count), kind, cycle)
    return result


def compare_split(script, answers, lines, split_answers):
    is_counted = "all" not in script[0].split()
    rest = list(zip(lines, split_answers))
    for line, answer in zip(script, answers):
        parts = [rest.pop(0)]
        while line.startswith("advance ") and parts[-1][0] != line:
            parts.append(rest.pop(0))
        whole, last = Answer(answer), Answer(parts[-1][1])
        events = [event for _, part in parts for event in Answer(part).events]
        ours, theirs = totals(whole.events, is_counted), totals(events, is_counted)
        if line.startswith("advance ") and whole.is_state:
            if whole.state != last.state or ours != theirs:
                return f"{line}: {answer}; in steps: {[part for _, part in parts]}"
        elif answer != parts[-1][1]:
            return f"{line}: {answer}; after steps: {parts[-1][1]}"
    return None


# A command scheduled earlier for the same time.

def early(script, number):
    """The script, and one in which an earlier line schedules one of the commands for the same time."""
    if "unset" in script[0].split() or any(line.startswith(("cancel", "move")) for line in script):
        return None
    chance = random.Random(f"early {number}")
    choices = [index for index, line in enumerate(script) if line.startswith("at time ")]
    last = last_times(script)
    chance.shuffle(choices)
    for index in choices:
        time = float(script[index].split()[2])
        if time <= last[index]:
            continue
        first = index
        while first > 1 and may_precede(script[first - 1], script[index].split()[2]):
            first -= 1
        if first < index:
            first = chance.randint(first, index - 1)
            moved = script[:first] + [script[index]] + script[first:index] + script[index + 1:]
            return script, moved
    return None


def may_precede(line, time):
    """Whether a command that is scheduled for a time may be scheduled before a line instead of after it."""
    words = line.split()
    return words[0] != "at" or (words[1] == "time" and words[2] != time)


def compare_early(script, answers, moved, moved_answers):
    first = next(index for index, pair in enumerate(zip(script, moved)) if pair[0] != pair[1])
    time = float(moved[first].split()[2])
    index = next(i for i in range(first, len(script)) if script[i] == moved[first])
    if any(answer.startswith("error full") for answer in answers + moved_answers):
        return None  # the number of waiting commands differs
    if answers[index].startswith("error") or moved_answers[first].startswith("error"):
        return None
    others = moved_answers[:first] + moved_answers[first + 1:index + 1] + ["-"] + moved_answers[index + 1:]
    for number, (line, answer, other) in enumerate(zip(script, answers, others)):
        words = line.split()
        looks_ahead = words[0] in ("sample", "isOn", "nextChange", "nextSwitch")
        if number == index or (first <= number < index and looks_ahead and (
                words[0].startswith("next") or float(words[1]) >= time)):
            continue
        if answer != other:
            return f"{line}: {answer}; if `{moved[first]}` comes earlier: {other}"
    return None


# The mirror image: each position is subtracted from 0, or from 1 if the start phase is not 0.

def negative(number):
    return repr(-float(number)) if float(number) != 0 else "0.0"


def mirrored_phase(phase):
    return repr((1 - float(phase)) % 1)


class Mirror:
    """Reads lines, and writes them with rates in hertz, both as they are and as their mirror images."""

    def __init__(self, settings):
        words = settings.split()
        self.phase = words[words.index("startPhase") + 1] if "startPhase" in words else "0.0"
        # The sum of a position and its mirror image.
        self.sum = 0 if float(self.phase) == 0 else 1
        self.is_one_way = "oneWay" in words
        self.has_limit = "limit" in words
        self.marks = [words[i + 1] for i, word in enumerate(words) if word == "mark"]
        images = sorted(float(mirrored_phase(mark)) for mark in self.marks)
        self.image_of_mark = {
            f"mark{i}": f"mark{images.index(float(mirrored_phase(mark)))}"
            for i, mark in enumerate(self.marks)}

    def position(self, cycle, phase):
        if float(phase) == 0:
            return [str(self.sum - int(cycle)), "0.0"]
        return [str(self.sum - 1 - int(cycle)), mirrored_phase(phase)]

    def line(self, line, is_image):
        """A line with rates in hertz, or the mirror image of that."""
        words, result = line.split(), []
        if words[0] == "settings" and "rate" not in words:
            words += ["rate", "hertz", "1.0"]
        while words:
            word = words.pop(0)
            if word == "duration":
                word, words[0] = "hertz", repr(1 / float(words[0]))
            result.append(word)
            if not is_image:
                continue
            if word == "hertz":
                result.append(negative(words.pop(0)))
            elif word in ("startPhase", "phase"):
                result.append(mirrored_phase(words.pop(0)))
            elif word == "mark":
                result.pop()
                words.pop(0)
            elif word in ("seek", "seekFiring"):
                result += self.position(words.pop(0), words.pop(0))
            elif word == "cycle":
                result += self.position(words.pop(0), "0.0")[:1]
        if is_image and result[0] == "settings":
            for image in sorted(float(mirrored_phase(mark)) for mark in self.marks):
                result += ["mark", repr(image)]
        return " ".join(result)

    def is_image_of_state(self, state, image):
        if state[0] != image[0] or state[5] != image[5]:
            return False
        position, other = (int(words[1]) + float(words[2]) for words in (state, image))
        if not close(position, self.sum - other) or not close(float(state[4]), -float(image[4])):
            return False
        fraction, other = float(state[3]), float(image[3])
        expected = [1 - other if self.is_one_way else other]
        if state[0] == "idle" or (state[5] == "true" and self.has_limit):
            expected.append(other)  # the default state, which has no direction
        if self.is_one_way and not is_exact(state, image):
            expected += [expected[0] + 1, expected[0] - 1]
        return any(close(fraction, value) for value in expected)

    def is_image_of_event(self, event, image):
        kind, cycle, count, time, _ = event
        if self.is_one_way:
            kind = {"towardAlternate": "towardDefault", "towardDefault": "towardAlternate"}.get(kind, kind)
        kind = self.image_of_mark.get(kind, kind)
        # A crossing names the cycle that it enters, any other event that of the position.
        cycles = [self.sum - 1 - int(cycle)]
        if not kind.startswith(EXACT_KINDS):
            cycles.append(self.sum - int(cycle))
        return (image[0] == kind and int(image[1]) in cycles and image[2] == count
                and close(float(time), float(image[3])))


def is_exact(state, image):
    return all(float(words[2]) * 2**20 % 1 == 0 for words in (state, image))


def mirror(script, number):
    """The script with all rates in hertz, and its mirror image."""
    lines = [line for line in script if line.split()[0] not in (
        "lock", "arrive", "unlock", "cancel", "nextSwitch", "isOn")]
    if starts_at_rest(lines):
        return None
    reader = Mirror(lines[0])
    if len(reader.marks) > 1 and "all" not in lines[0].split():
        # Counted marks of one time come in the order of their indices, which the mirror exchanges.
        lines[0] += " all"
    # The rules of a jump's own destination differ between the directions.
    lines = [
        line.replace("seekFiring", "seek") if jumps_to_crossing(line, reader.marks) else line for line in lines]
    return [reader.line(line, False) for line in lines], [reader.line(line, True) for line in lines]


def starts_at_rest(lines):
    """Whether a run may start at rate 0, whose direction is forwards by definition."""
    is_zero, starts_later = False, False
    for line in lines:
        is_start = line.split()[-1] == "start"
        starts_later = starts_later or (is_start and line.startswith("at "))
        is_zero = is_zero or any(
            pair[0] == "hertz" and float(pair[1]) == 0 for pair in zip(line.split(), line.split()[1:]))
        if is_zero and (is_start or starts_later):
            return True
    return False


def jumps_to_crossing(line, marks):
    words = line.split()
    return "seekFiring" in words and float(words[-1]) in {0.0, 0.5, *map(float, marks)}


def compare_mirror(script, answers, image, image_answers):
    reader = Mirror(script[0])
    for line, answer, other in zip(script[1:], answers[1:], image_answers[1:]):
        whole, mirrored = Answer(answer), Answer(other)
        problem = f"{line}: {answer}; mirror image: {other}"
        if not whole.is_state or not mirrored.is_state:
            if answer != other and not line.startswith("nextChange"):
                return problem
            if line.startswith("nextChange") and not close(float(answer), float(other)):
                return problem
            continue
        if not reader.is_image_of_state(whole.state, mirrored.state):
            return problem
        if len(whole.events) != len(mirrored.events):
            return problem
        theirs = sorted(range(len(mirrored.events)), key=lambda i: order(mirrored.events, i, {}))
        ours = sorted(range(len(whole.events)), key=lambda i: order(whole.events, i, reader.image_of_mark))
        for i, j in zip(ours, theirs):
            if not reader.is_image_of_event(whole.events[i], mirrored.events[j]):
                return problem
    return None


def order(events, index, image_of_mark):
    """A key that sorts successive marks of one time by their mirror images' names."""
    kind, first = events[index][0], index
    if not kind.startswith("mark"):
        return index, ""
    while first > 0 and events[first - 1][0].startswith("mark") and (
            events[first - 1][3] == events[index][3]):
        first -= 1
    return first, image_of_mark.get(kind, kind)


TRANSFORMS = {
    "mirror": (mirror, compare_mirror), "split": (split, compare_split), "early": (early, compare_early)}
