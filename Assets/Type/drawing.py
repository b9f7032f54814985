# SPDX-License-Identifier: Apache-2.0
"""Draws the design: moves a path's heights and stems to whole pixels, and draws the path with a pen."""

from collections import namedtuple
from math import sqrt

from design import (
    ASCENDER, CAPITAL, CLOSE, CLOSE_FROM, DENSE, DENSE_PEN, DESCENDER, DIGIT_BEARING, DIGIT_WIDTH,
    GLYPHS, HANDLE, LEVELS, OVERSHOOT, ROUND, STROKES, STROKE_RATIOS, X_HEIGHT)

# A drawn glyph: the box's size, its left and top bearing, the advance, and rows of coverage 0 to 15.
Glyph = namedtuple("Glyph", "width height left top advance rows")
# From this size on, pixels are small enough for dots and round letters to keep their exact shape.
EXACT_FROM = 32


def parse(path, overshoot):
    """The path's pieces: ("line", p, q), ("curve", p, a, b, q), ("dot", p, r), ("ball", p, r),
    ("fill", points)."""
    tokens = path.split()
    pieces, outline, here, at = [], [], None, 0

    def height(token):
        if token in LEVELS:
            return LEVELS[token]
        if token in ROUND:
            level, side = ROUND[token]
            return level + side * overshoot
        return float(token)

    def points(count):
        nonlocal at
        taken = tokens[at:at + 2 * count]
        at += 2 * count
        return [(float(taken[i]), height(taken[i + 1])) for i in range(0, 2 * count, 2)]

    while at < len(tokens):
        command = tokens[at]
        at += 1
        if command == "Z":
            pieces.append(("fill", outline[:-1]))
            continue
        if command in "DB":
            (centre,) = points(1)
            pieces.append(("ball" if command == "B" else "dot", centre, float(tokens[at])))
            at += 1
            continue
        if command == "C":
            a, b, there = points(3)
            pieces.append(("curve", here, a, b, there))
        else:
            (there,) = points(1)
            (x0, y0), (x1, y1) = here or there, there
            if command == "M":
                outline = []
            elif command == "L":
                pieces.append(("line", here, there))
            elif command == "H":
                a, b = (x0 + HANDLE * (x1 - x0), y0), (x1, y1 + HANDLE * (y0 - y1))
                pieces.append(("curve", here, a, b, there))
            elif command == "V":
                a, b = (x0, y0 + HANDLE * (y1 - y0)), (x1 + HANDLE * (x0 - x1), y1)
                pieces.append(("curve", here, a, b, there))
            else:
                raise ValueError(f"unknown command {command} in {path!r}")
        outline.append(there)
        here = there
    return pieces


class Size:
    """One face's whole-pixel heights and its pen."""

    def __init__(self, size, bold, pen=1.0):
        across, up, bold_across, bold_up = STROKES.get(
            size, tuple(round(ratio * size * 5) / 5 for ratio in STROKE_RATIOS))
        self.size, self.bold, self.unit = size, bold, size / 1000
        self.across, self.up = (bold_across * pen, bold_up * pen) if bold else (across, up)
        self.overshoot = OVERSHOOT if size >= EXACT_FROM else 0
        half = self.up / 2
        self.edges = {level: nearest(level * self.unit)
                      for level in (0, X_HEIGHT, CAPITAL, ASCENDER, DESCENDER)}
        self.levels = {level: edge - half if level > 0 else edge + half
                       for level, edge in self.edges.items()}
        self.line_height = int(1.3 * size + 0.5)
        self.ascent = self.line_height - int(0.29 * size + 0.5)


def nearest(value):
    """The nearest whole number, halves up; round() would round halves to even."""
    return int(value + 0.5 + 65536) - 65536


def piecewise(anchors, slope):
    """The map through the anchors, linear between them, with the given slope outside."""
    anchors = sorted(anchors.items())

    def apply(value):
        first, last = anchors[0], anchors[-1]
        if value <= first[0]:
            return first[1] + (value - first[0]) * slope
        if value >= last[0]:
            return last[1] + (value - last[0]) * slope
        for (a, pa), (b, pb) in zip(anchors, anchors[1:]):
            if value <= b:
                return pa + (value - a) * (pb - pa) / (b - a)
    return apply


def extremes(pieces):
    """The x of stems, the x of the ends of bars, and the y of bars, each in rising order."""
    stems, ends, bars = set(), set(), set()
    for piece in pieces:
        if piece[0] == "line":
            (x0, y0), (x1, y1) = piece[1:]
            if x0 == x1 and abs(y1 - y0) >= 60:
                stems.add(x0)
            if y0 == y1 and abs(x1 - x0) >= 60:
                bars.add(y0)
                ends.update((x0, x1))
        elif piece[0] == "curve":
            p, a, b, q = piece[1:]
            for end, handle in ((p, a), (q, b)):
                if end[0] == handle[0] and end[1] != handle[1]:
                    stems.add(end[0])
                if end[1] == handle[1] and end[0] != handle[0]:
                    bars.add(end[1])
    return sorted(stems), sorted(ends - stems), sorted(bars)


def fit_heights(pieces, bars, size):
    """The map from a design height to pixels above the baseline, with bars on whole pixels."""
    levels = {0: size.levels[0]}
    ys = {point[1] for piece in pieces for point in piece[1:] if isinstance(point, tuple)}
    for level in size.levels:
        if any(abs(y - level) <= size.overshoot for y in ys):
            levels[level] = size.levels[level]
    if max(levels) == 0:
        levels[CAPITAL] = size.levels[CAPITAL]
    coarse = piecewise(levels, size.unit)
    for bar in bars:
        if all(abs(bar - level) > 25 for level in levels):
            levels[bar] = nearest(coarse(bar) + size.up / 2) - size.up / 2
    for level in list(levels):
        if size.overshoot and level in size.levels:
            side = 1 if level > 0 else -1
            beyond = side * size.overshoot
            levels[level + beyond] = levels[level] + beyond * size.unit
    return piecewise(levels, size.unit)


def fit_widths(stems, ends, size):
    """The map from a design x to pixels; stems lie a whole number of pixels apart."""
    if not stems and not ends:
        return piecewise({0: 0.0}, size.unit)
    anchors, last = {}, None
    for stem in stems:
        if last is not None and stem - last < 24:
            continue
        anchors[stem] = (anchors[last] + max(1, nearest((stem - last) * size.unit))
                         if last is not None else nearest(stem * size.unit))
        last = stem
    coarse = piecewise(anchors or {0: 0}, size.unit)
    for end in ends:
        if all(abs(end - stem) > 24 for stem in anchors):
            anchors[end] = nearest(coarse(end))
    return piecewise(anchors, size.unit)


def flatten(p, a, b, q):
    """The cubic as points, so close together that no corner is visible."""
    reach = sum(abs(u[0] - v[0]) + abs(u[1] - v[1]) for u, v in ((p, a), (a, b), (b, q)))
    count = max(6, min(28, int(reach / 1.5)))
    points = []
    for i in range(count + 1):
        t = i / count
        s = 1 - t
        k0, k1, k2, k3 = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        points.append((k0 * p[0] + k1 * a[0] + k2 * b[0] + k3 * q[0],
                       k0 * p[1] + k1 * a[1] + k2 * b[1] + k3 * q[1]))
    return points


class Canvas:
    """The coverage of one glyph. The pen is an ellipse, `across` wide and `up` tall."""

    def __init__(self, left, bottom, right, top):
        self.left, self.bottom, self.width, self.height = left, bottom, right - left, top - bottom
        self.cover = [0.0] * (self.width * self.height)

    def segment(self, p, q, radius, squash):
        """Adds a stroke. The coverage follows from the distance to the centre line, after `squash` has
        scaled the heights so that the pen is round."""
        (x0, y0), (x1, y1) = p, q
        dx, dy = x1 - x0, (y1 - y0) * squash
        length = dx * dx + dy * dy
        reach_y = radius / squash + 1
        low = max(0, int(min(y0, y1) - reach_y - self.bottom))
        high = min(self.height, int(max(y0, y1) + reach_y - self.bottom) + 1)
        near = max(0, int(min(x0, x1) - radius - 1 - self.left))
        far = min(self.width, int(max(x0, x1) + radius + 1 - self.left) + 1)
        outer = (radius + squash) * (radius + squash)
        for row in range(low, high):
            py = (self.bottom + row + 0.5 - y0) * squash
            base = (self.height - 1 - row) * self.width
            for column in range(near, far):
                px = self.left + column + 0.5 - x0
                t = (px * dx + py * dy) / length if length else 0.0
                t = 0.0 if t < 0 else 1.0 if t > 1 else t
                ex, ey = px - t * dx, py - t * dy
                square = ex * ex + ey * ey
                if square >= outer:
                    continue
                distance = sqrt(square)
                if distance == 0:
                    # At the centre of the stroke, the smaller radius determines the coverage.
                    value = 0.5 + min(radius, radius / squash)
                else:
                    steep = ey * squash
                    value = 0.5 + (radius - distance) * distance / sqrt(ex * ex + steep * steep)
                if value > self.cover[base + column]:
                    self.cover[base + column] = 1.0 if value > 1 else value

    def fill(self, points):
        """Adds a convex outline; the coverage follows from the distance to the nearest side."""
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1]))
        turn = 1 if area > 0 else -1
        for row in range(self.height):
            for column in range(self.width):
                x, y = self.left + column + 0.5, self.bottom + row + 0.5
                inside = 1.0
                for a, b in zip(points, points[1:] + points[:1]):
                    ex, ey = b[0] - a[0], b[1] - a[1]
                    side = turn * (ex * (y - a[1]) - ey * (x - a[0])) / sqrt(ex * ex + ey * ey)
                    inside = min(inside, side + 0.5)
                index = (self.height - 1 - row) * self.width + column
                self.cover[index] = max(self.cover[index], inside)

    def dot(self, x, low, wide):
        """Adds a dot: a disc, or a square of whole pixels if it is only one or two pixels wide."""
        if wide > 2:
            self.segment((x, low + wide / 2), (x, low + wide / 2), wide / 2, 1.0)
            return
        side = wide / 2 - 0.5
        for y in (low + 0.5, low + wide - 0.5):
            self.segment((x - side, y), (x + side, y), 0.5, 1.0)

    def trimmed(self, advance):
        """The glyph without the canvas's empty margins."""
        width, values = self.width, [int(value * 15 + 0.5) for value in self.cover]
        rows = [y for y in range(self.height) if any(values[y * width:(y + 1) * width])]
        columns = [x for x in range(width) if any(values[x::width])]
        first, last, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
        pixels = [values[y * width + left:y * width + right] for y in range(first, last)]
        return Glyph(right - left, last - first, self.left + left,
                     self.bottom + self.height - first, advance, pixels)


def dot_width(radius, size):
    """A dot's width in pixels: more than a stem's. In bold, the difference is relatively smaller."""
    wide = max(1.0, (radius - 0.15 if size.bold else radius) * size.across)
    return nearest(wide) if size.size < EXACT_FROM else wide


def spacing(character, ink, size):
    """The advance of a glyph that is `ink` pixels wide, and the space before the glyph."""
    left, right, _ = GLYPHS[character]
    close = CLOSE if size.size >= CLOSE_FROM else 1.0
    if character.isascii() and character.isdigit():
        width = DIGIT_WIDTH + 2 * DIGIT_BEARING * close
        advance = nearest(width * size.unit + size.across)
        return advance, (advance - ink) / 2
    # Bold letters have slightly less space, because their counters do not grow.
    spare = (0.9 if size.bold else 1.0) * close * (left + right) * size.unit
    advance = max(1, nearest(ink + spare))
    return advance, (advance - ink) * left / (left + right)


def draw(character, size):
    """Draws one character at one size."""
    left, right, path = GLYPHS[character]
    if size.bold and character in DENSE:
        size = Size(size.size, True, DENSE_PEN)
    pieces = parse(path, size.overshoot)
    if not pieces:
        return Glyph(0, 0, 0, 0, nearest((left + right) * size.unit), [])
    stems, ends, bars = extremes(pieces)
    stems = sorted(set(stems) | {piece[1][0] for piece in pieces if piece[0] in ("dot", "ball")})
    fit_x, fit_y = fit_widths(stems, ends, size), fit_heights(pieces, bars, size)
    xs = [fit_x(point[0]) for piece in pieces for point in piece[1:] if isinstance(point, tuple)]
    half = size.across / 2
    if pieces[0][0] == "dot" and all(piece[0] == "dot" for piece in pieces):
        edge = dot_width(pieces[0][2], size) / 2
    elif pieces[0][0] == "ball":
        edge = pieces[0][2] * size.unit
    else:
        edge = half
    advance, before = spacing(character, max(xs) - min(xs) + 2 * edge, size)
    shift = before + edge - min(xs)
    if stems or ends:
        # Moves the left edges of stems to whole pixels.
        shift = nearest(shift - edge) + edge
    canvas = Canvas(
        int(shift + min(xs) - edge) - 4, nearest(size.edges[DESCENDER] - 0.05 * size.size) - 2,
        int(shift + max(xs) + edge) + 5, nearest(size.edges[ASCENDER] + 0.12 * size.size) + 3)
    stroke(canvas, pieces, lambda point: (fit_x(point[0]) + shift, fit_y(point[1])), size)
    return canvas.trimmed(advance)


def stroke(canvas, pieces, to_pixels, size):
    """Draws the pieces; `to_pixels` converts a design point to pixels."""
    half, squash = size.across / 2, size.across / size.up
    for kind, *rest in pieces:
        if kind == "line":
            canvas.segment(to_pixels(rest[0]), to_pixels(rest[1]), half, squash)
        elif kind == "curve":
            points = flatten(*(to_pixels(point) for point in rest))
            for p, q in zip(points, points[1:]):
                canvas.segment(p, q, half, squash)
        elif kind == "fill":
            canvas.fill([to_pixels(point) for point in rest[0]])
        elif kind == "ball":
            centre = to_pixels(rest[0])
            canvas.segment(centre, centre, rest[1] * size.unit, 1.0)
        else:
            (x, y), wide = to_pixels(rest[0]), dot_width(rest[1], size)
            if size.size < EXACT_FROM:
                x = nearest(x - wide / 2) + wide / 2
            # The dot's lower edge is as high as the lower edge of a stroke at this height.
            canvas.dot(x, nearest(y - size.up / 2), wide)
