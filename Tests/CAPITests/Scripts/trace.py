# SPDX-License-Identifier: Apache-2.0
"""Prints value, position and number of events of each frame, as trace.c does."""
import struct
import sys

import dynamic_repeat as dr


def bits(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


policy = dr.Policy(kind=dr.PolicyKind(int(sys.argv[1])), ramp_s=0.7, shape=dr.RampShape.SMOOTH)
flash = dr.Repeat(policy=policy, flood=dr.EventFlood.ALL, event_capacity=1000)
flash.start()
for frame in range(1500):
    time_s = frame / 60
    events = flash.advance(time_s)
    if frame % 100 == 10:
        flash.set_cycle_duration(0.3 + frame / 1000)
    elif frame % 100 == 40:
        flash.set_rate(frame % 7 - 2.5)
    elif frame % 100 == 60:
        position = dr.Position(cycle=2, phase=0.9)
        seek = dr.Command(kind=dr.CommandKind.SEEK, position=position, is_silent=True)
        flash.schedule(seek, dr.Moment(kind=dr.MomentKind.PHASE, phase=0.4))
    elif frame % 100 == 90:
        moment = dr.Moment(kind=dr.MomentKind.TIME, time_s=time_s + 0.3)
        flash.schedule(dr.Command(kind=dr.CommandKind.REVERSE), moment)
    sample = flash.sample(time_s + 0.005)
    position = sample.position
    print(bits(sample.value), position.cycle, bits(position.phase), len(events))
