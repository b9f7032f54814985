# SPDX-License-Identifier: Apache-2.0
"""The design of the demo's type, in 1/1000 em: heights, stroke widths, and a path per character."""

# Heights include half a stroke beyond the centre line, so a bold letter is as tall as a regular
# one, and the lower edge of a stroke at y = 0 is on the baseline. x counts from the centre line of
# the leftmost stroke.

X_HEIGHT, CAPITAL, ASCENDER, DESCENDER, OVERSHOOT = 545, 720, 760, -215, 12
# Names of heights in the paths; round shapes exceed flat ones by the overshoot.
LEVELS = {"x": X_HEIGHT, "c": CAPITAL, "a": ASCENDER, "d": DESCENDER}
ROUND = {"u": (0, -1), "r": (X_HEIGHT, 1), "k": (CAPITAL, 1), "e": (DESCENDER, -1)}
# The length of a quarter curve's handles, as a share of the curve's width or height. A circle's is
# 0.552; a slightly squarer curve keeps the counters of small letters open.
HANDLE = 0.585
DIGIT_WIDTH = 400
DIGIT_BEARING = 62

# Stroke widths in pixels: size -> (regular across, regular up, bold across, bold up). "Across" is
# the width of a vertical stem, "up" the height of a horizontal bar. At small sizes, these are whole
# or nearly whole pixels. Bars are thinner than stems, as usual in type, and much thinner in bold, so
# that the openings of the letter e stay open.
STROKES = {
    12: (1.0, 1.0, 2.0, 1.2),
    14: (1.2, 1.07, 2.0, 1.47),
    16: (1.4, 1.27, 2.27, 1.8),
    18: (1.6, 1.4, 2.6, 2.0),
    20: (1.8, 1.6, 3.0, 2.2),
    24: (2.0, 2.0, 3.4, 2.8),
}
SIZES = (12, 14, 16, 18, 20, 24, 28, 32, 40, 48, 64, 80)
STROKE_RATIOS = (0.084, 0.079, 0.142, 0.122)
# Signs with many strokes have a thinner pen in bold, by this factor.
DENSE, DENSE_PEN = "#%@", 0.9
# Large type needs less space between letters: from CLOSE_FROM pixels on, CLOSE multiplies the space.
CLOSE_FROM, CLOSE = 40, 0.85

# Paths: M x y begins a stroke. L x y: line. H x y: quarter curve that leaves horizontally and
# arrives vertically. V x y: the reverse. C: cubic. D x y r: dot, r strokes wide. B x y r: ball of
# radius r. Z: fill the convex outline drawn since M. Each glyph has its left and right side
# bearing, then the path.
GLYPHS = {
    # Small letters.
    "a": (62, 78, "M 22 425 C 48 505 105 r 175 r H 345 375 L 345 0"
                  " M 345 315 L 160 315 H 0 155 V 145 u C 245 u 345 60 345 190"),
    "b": (78, 56, "M 0 a L 0 0 M 0 272 V 197 r H 394 272 V 197 u H 0 272"),
    "c": (56, 46, "M 372 420 C 335 510 270 r 205 r H 0 272 V 205 u C 270 u 335 35 372 125"),
    "d": (56, 78, "M 394 a L 394 0 M 394 272 V 197 r H 0 272 V 197 u H 394 272"),
    "e": (56, 54, "M 0 285 L 402 285 V 202 r H 0 272 V 208 u C 278 u 340 30 376 105"),
    "f": (36, 14, "M 245 a L 225 a H 95 630 L 95 0 M 0 x L 232 x"),
    "g": (56, 78, "M 394 272 V 197 r H 0 272 V 197 u H 394 272"
                  " M 394 x L 394 -30 V 205 e C 120 e 60 -180 28 -115"),
    "h": (78, 72, "M 0 a L 0 0 M 0 330 V 190 r H 362 345 L 362 0"),
    "i": (82, 82, "M 0 x L 0 0 D 0 735 1.3"),
    "j": (30, 82, "M 85 x L 85 -90 V -15 d L -35 d D 85 735 1.3"),
    "k": (78, 34, "M 0 a L 0 0 M 330 x L 0 205 M 118 327 L 350 0"),
    "l": (82, 40, "M 0 a L 0 120 V 105 0 L 120 0"),
    "m": (78, 72, "M 0 x L 0 0 M 0 345 V 160 r H 300 365 L 300 0"
                  " M 300 345 V 460 r H 600 365 L 600 0"),
    "n": (78, 72, "M 0 x L 0 0 M 0 330 V 190 r H 362 345 L 362 0"),
    "o": (56, 56, "M 208 r H 416 272 V 208 u H 0 272 V 208 r"),
    "p": (78, 56, "M 0 x L 0 d M 0 272 V 197 r H 394 272 V 197 u H 0 272"),
    "q": (56, 78, "M 394 x L 394 d M 394 272 V 197 r H 0 272 V 197 u H 394 272"),
    "r": (78, 26, "M 0 x L 0 0 M 0 300 C 0 450 85 x 200 x L 222 x"),
    "s": (50, 50, "M 318 425 C 295 510 235 r 168 r H 14 410 C 14 325 85 300 168 280"
                  " C 255 258 332 230 332 143 V 168 u C 88 u 25 45 0 128"),
    "t": (34, 40, "M 95 695 L 95 145 V 215 0 L 250 0 M 0 x L 245 x"),
    "u": (72, 78, "M 0 x L 0 200 V 170 u H 362 215 M 362 x L 362 0"),
    "v": (20, 20, "M 0 x L 192 0 L 384 x"),
    "w": (30, 30, "M 0 x L 148 0 L 300 x L 452 0 L 600 x"),
    "x": (30, 30, "M 0 x L 355 0 M 355 x L 0 0"),
    "y": (20, 20, "M 0 x L 200 0 M 390 x L 182 -55 C 145 -160 105 d 20 d"),
    "z": (48, 48, "M 0 x L 335 x L 0 0 L 345 0"),
    # Capitals.
    "A": (14, 14, "M 0 0 L 265 c L 530 0 M 88 225 L 442 225"),
    "B": (84, 54, "M 0 0 L 0 c L 215 c H 388 550 V 215 378 L 0 378"
                  " M 215 378 L 225 378 H 420 189 V 225 0 L 0 0"),
    "C": (60, 50, "M 500 550 C 458 660 375 k 285 k H 0 360 V 285 u C 375 u 458 60 500 170"),
    "D": (84, 60, "M 0 0 L 0 c L 190 c H 485 360 V 190 0 L 0 0"),
    "E": (84, 54, "M 390 c L 0 c L 0 0 L 395 0 M 0 372 L 355 372"),
    "F": (84, 44, "M 385 c L 0 c L 0 0 M 0 350 L 345 350"),
    "G": (60, 70, "M 492 560 C 452 662 372 k 285 k H 0 360 V 285 u H 512 255 L 512 335 L 300 335"),
    "H": (84, 84, "M 0 0 L 0 c M 475 0 L 475 c M 0 372 L 475 372"),
    "I": (88, 88, "M 0 0 L 0 c"),
    "J": (40, 78, "M 305 c L 305 205 V 155 u C 65 u 10 60 0 170"),
    "K": (84, 30, "M 0 0 L 0 c M 420 c L 0 245 M 142 404 L 445 0"),
    "L": (84, 40, "M 0 c L 0 0 L 365 0"),
    "M": (84, 84, "M 0 0 L 0 c L 290 150 L 580 c L 580 0"),
    "N": (84, 84, "M 0 0 L 0 c L 485 0 L 485 c"),
    "O": (60, 60, "M 290 k H 580 360 V 290 u H 0 360 V 290 k"),
    "P": (84, 46, "M 0 0 L 0 c L 215 c H 415 510 V 215 300 L 0 300"),
    "Q": (60, 60, "M 290 k H 580 360 V 290 u H 0 360 V 290 k M 365 165 L 565 -55"),
    "R": (84, 46, "M 0 0 L 0 c L 215 c H 415 515 V 215 310 L 0 310 M 225 310 L 428 0"),
    "S": (54, 54, "M 410 560 C 385 662 310 k 218 k H 18 542 C 18 435 110 402 218 374"
                  " C 335 344 434 305 434 190 V 215 u C 105 u 25 62 0 172"),
    "T": (22, 22, "M 0 c L 480 c M 240 c L 240 0"),
    "U": (80, 80, "M 0 c L 0 240 V 238 u H 476 240 L 476 c"),
    "V": (14, 14, "M 0 c L 262 0 L 524 c"),
    "W": (20, 20, "M 0 c L 192 0 L 390 c L 588 0 L 780 c"),
    "X": (32, 32, "M 0 c L 470 0 M 470 c L 0 0"),
    "Y": (12, 12, "M 0 c L 245 330 L 490 c M 245 330 L 245 0"),
    "Z": (50, 50, "M 0 c L 440 c L 0 0 L 452 0"),
    # Digits: the bearings are equal, and the box is DIGIT_WIDTH wide.
    "0": (0, 0, "M 200 k H 400 360 V 200 u H 0 360 V 200 k"),
    "1": (0, 0, "M 30 585 L 190 c L 215 c L 215 0 M 35 0 L 395 0"),
    "2": (0, 0, "M 8 545 C 22 655 100 k 195 k H 380 530 C 380 440 325 370 260 300 L 0 0 L 395 0"),
    "3": (0, 0, "M 20 590 C 50 680 115 k 195 k H 375 552 V 205 384 L 145 384"
                " M 205 384 H 398 190 V 198 u C 95 u 25 55 0 150"),
    "4": (0, 0, "M 305 0 L 305 c L 290 c L 0 200 L 410 200"),
    "5": (0, 0, "M 360 c L 55 c L 30 385 C 75 430 130 452 195 452 H 396 225 V 192 u"
                " C 100 u 30 50 0 140"),
    "6": (0, 0, "M 368 612 C 335 690 275 k 215 k H 0 330 L 0 225"
                " M 0 225 V 200 450 H 400 225 V 200 u H 0 225"),
    "7": (0, 0, "M 0 c L 400 c L 400 705 L 135 0"),
    "8": (0, 0, "M 200 k H 378 553 V 200 384 H 22 553 V 200 k"
                " M 200 384 H 400 188 V 200 u H 0 188 V 200 384"),
    "9": (0, 0, "M 32 108 C 65 30 125 u 185 u H 400 390 L 400 495"
                " M 400 495 V 200 k H 0 495 V 200 270 H 400 495"),
    # Signs.
    " ": (148, 147, ""),
    "!": (92, 92, "M 0 c L 0 245 D 0 0 1.3"),
    '"': (80, 80, "M 0 a L 0 540 M 190 a L 190 540"),
    "#": (50, 50, "M 185 c L 95 0 M 405 c L 315 0 M 25 490 L 490 490 M 0 230 L 465 230"),
    "$": (54, 54, "M 410 560 C 385 662 310 k 218 k H 18 542 C 18 435 110 402 218 374"
                  " C 335 344 434 305 434 190 V 215 u C 105 u 25 62 0 172"
                  " M 217 830 L 217 c M 217 0 L 217 -110"),
    "%": (54, 54, "M 145 k H 290 550 V 145 380 H 0 550 V 145 k"
                  " M 555 340 H 700 170 V 555 u H 410 170 V 555 340 M 590 c L 110 0"),
    "&": (56, 36, "M 500 0 L 120 465 C 95 497 80 530 80 570 V 205 k H 330 575"
                  " C 330 480 250 432 165 380"
                  " C 75 325 0 275 0 180 V 185 u C 330 u 430 130 452 330"),
    "'": (84, 84, "M 0 a L 0 540"),
    "(": (70, 44, "M 150 a C 50 660 0 480 0 285 C 0 90 50 -100 150 d"),
    ")": (44, 70, "M 0 a C 100 660 150 480 150 285 C 150 90 100 -100 0 d"),
    "*": (46, 46, "M 160 c L 160 380 M 10 635 L 310 465 M 310 635 L 10 465"),
    "+": (66, 66, "M 0 330 L 400 330 M 200 530 L 200 130"),
    ",": (66, 80, "M 50 20 L 0 -120"),
    "-": (62, 62, "M 0 290 L 230 290"),
    ".": (78, 78, "D 0 0 1.3"),
    "/": (26, 26, "M 0 -80 L 290 a"),
    ":": (84, 84, "D 0 0 1.3 D 0 430 1.3"),
    ";": (66, 80, "M 50 20 L 0 -120 D 50 430 1.3"),
    "<": (70, 66, "M 385 545 L 0 330 L 385 115"),
    "=": (66, 66, "M 0 420 L 400 420 M 0 230 L 400 230"),
    ">": (66, 70, "M 0 545 L 385 330 L 0 115"),
    "?": (46, 46, "M 0 560 C 20 660 85 k 165 k H 330 555"
                  " C 330 430 165 420 165 270 L 165 240 D 165 0 1.3"),
    "@": (58, 58, "M 625 -135 C 555 -190 470 d 385 d H 0 285 V 385 c H 755 300"
                  " C 755 150 710 90 645 90"
                  " C 580 90 555 140 555 210 L 555 460"
                  " M 555 280 V 380 468 H 205 280 V 380 90 H 555 280"),
    "[": (84, 44, "M 150 a L 0 a L 0 d L 150 d"),
    "\\": (26, 26, "M 0 a L 290 -80"),
    "]": (44, 84, "M 0 a L 150 a L 150 d L 0 d"),
    "^": (60, 60, "M 0 420 L 175 c L 350 420"),
    "_": (20, 20, "M 0 -110 L 440 -110"),
    "`": (70, 70, "M 0 a L 110 640"),
    "{": (44, 48, "M 205 a L 185 a H 85 640 L 85 410 C 85 320 60 285 0 285"
                  " C 60 285 85 240 85 160 L 85 -95 V 185 d L 205 d"),
    "|": (90, 90, "M 0 a L 0 d"),
    "}": (48, 44, "M 0 a L 20 a H 120 640 L 120 410 C 120 320 145 285 205 285"
                  " C 145 285 120 240 120 160 L 120 -95 V 20 d L 0 d"),
    "~": (66, 66, "M 0 290 C 0 370 50 410 110 410 C 215 410 185 250 290 250"
                  " C 350 250 400 290 400 370"),
    "\u00b0": (60, 60, "M 125 c H 250 590 V 125 460 H 0 590 V 125 c"),
    "\u00b5": (72, 78, "M 0 x L 0 d M 0 200 V 170 u H 362 215 M 362 x L 362 0"),
    "\u00b7": (78, 78, "D 0 330 1.6"),
    "\u00d7": (82, 82, "M 0 500 L 340 160 M 340 500 L 0 160"),
    "\u00e9": (56, 54, "M 0 285 L 402 285 V 202 r H 0 272 V 208 u C 278 u 340 30 376 105"
                       " M 165 700 L 280 820"),
    "\u2013": (30, 30, "M 0 290 L 450 290"),
    "\u2014": (30, 30, "M 0 290 L 850 290"),
    "\u2016": (90, 90, "M 0 c L 0 0 M 240 c L 240 0"),
    "\u2026": (90, 90, "D 0 0 1.3 D 290 0 1.3 D 580 0 1.3"),
    "\u2190": (60, 60, "M 0 330 L 640 330 M 240 570 L 0 330 L 240 90"),
    "\u2191": (60, 60, "M 240 0 L 240 c M 0 470 L 240 c L 480 470"),
    "\u2192": (60, 60, "M 0 330 L 640 330 M 400 570 L 640 330 L 400 90"),
    "\u2193": (60, 60, "M 240 c L 240 0 M 0 250 L 240 0 L 480 250"),
    "\u2212": (66, 66, "M 0 330 L 400 330"),
    "\u2264": (84, 84, "M 385 690 L 0 490 L 385 290 M 0 50 L 385 50"),
    "\u2265": (84, 84, "M 0 690 L 385 490 L 0 290 M 0 50 L 385 50"),
    "\u25b6": (60, 60, "M 0 c L 0 0 L 560 360 L 0 c Z"),
    "\u25cb": (60, 60, "M 240 630 H 480 360 V 240 90 H 0 360 V 240 630"),
    "\u25cf": (60, 60, "B 280 360 280"),
    "\ufffd": (70, 70, "M 0 c L 400 c L 400 0 L 0 0 L 0 c"),
}
