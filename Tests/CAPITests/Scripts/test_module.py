# SPDX-License-Identifier: Apache-2.0
"""The Python module by itself, as `python3 -m unittest` runs it."""
import copy
import gc
import pickle
import threading
import unittest

import dynamic_repeat as dr
import numpy

NAN = float("nan")


def bank_of_ten():
    """A bank of ten, and its members."""
    bank = dr.Bank()
    return bank, [bank.add(dr.hz(1 + i), 0.0, 0.0) for i in range(10)]


class WrongCalls(unittest.TestCase):
    def fails(self, status, text, call):
        with self.assertRaises(dr.Error) as caught:
            call()
        self.assertEqual(caught.exception.status, status)
        self.assertIn(text, str(caught.exception))
        of_loop = isinstance(status, dr.LoopStatus)
        text_of = dr.loop_status_text if of_loop else dr.status_text
        self.assertEqual(str(caught.exception), text_of(status))

    def test_the_text_is_the_library_s(self):
        flash, loop = dr.Repeat(), dr.Loop()
        bank, members = bank_of_ten()
        flash.advance(5.0)
        status = dr.Status
        self.fails(status.ERROR_RATE, "+-1e6", lambda: flash.set_rate(NAN))
        self.fails(status.ERROR_PAST, "has passed", lambda: flash.advance(4.0))
        self.fails(status.ERROR_CHOICE, "not listed", lambda: flash.stop(9))
        self.fails(status.ERROR_PHASE, "at least 0", lambda: dr.Repeat(start_phase=1))
        self.fails(status.ERROR_CAPACITY, "", lambda: dr.Repeat(command_capacity=70000))
        self.fails(status.ERROR_TIMING, "", lambda: dr.Curve(kind=dr.CurveKind.STOPS, stops=[]))
        self.fails(status.ERROR_SNAPSHOT, "not a snapshot", lambda: flash.restore(b"x"))
        self.fails(status.ERROR_RANGE, "", lambda: bank.member_at(10))
        self.fails(status.ERROR_HANDLE, "", lambda: bank_of_ten()[0].remove(members[0]))
        self.fails(dr.LoopStatus.ERROR_SEQUENCE, "order", loop.presented)
        self.fails(dr.LoopStatus.ERROR_CLOCK, "", lambda: loop.set_clock(1.0))
        self.fails(dr.LoopStatus.ERROR_RATE, "1e6 Hz", lambda: dr.Loop(display_hz=NAN))

    def test_what_is_no_value_of_the_type_is_named(self):
        bank, members = bank_of_ten()
        rows = [
            (TypeError, "rat", lambda: dr.Repeat(rat=1)),
            (TypeError, "rate: expected Rate", lambda: dr.Repeat(rate=3)),
            (TypeError, "must be a whole number, but is 1.5", lambda: dr.Bank(room=1.5)),
            (OverflowError, "room must be 0 ... 4294967295, but is -1", lambda: dr.Bank(room=-1)),
            (TypeError, "real number", lambda: dr.Rate(value="fast")),
            (Exception, "4294967295", lambda: bank.reserve(2**40)),
            (ValueError, "same length", lambda: bank.set_rates(members, [1.0], 1.0)),
            (TypeError, "cannot be copied", lambda: copy.copy(bank)),
            (TypeError, "cannot be copied", lambda: pickle.dumps(bank)),
            (TypeError, "format 'd'", lambda: bank.evaluate(0.0, numpy.zeros(10))),
            (TypeError, "gaps", lambda: bank.evaluate(0.0, numpy.zeros(40, "f")[::2])),
            (dr.Error, "too small", lambda: bank.evaluate(0.0, numpy.zeros(9, "f"))),
        ]
        for kind, text, call in rows:
            with self.assertRaises(kind) as caught:
                call()
            self.assertIn(text, str(caught.exception))

    def test_a_closed_object_says_so_and_closes_twice(self):
        for made, use in [
            (dr.Repeat(), lambda one: one.value(0.0)), (dr.Curve(), lambda one: one.value(0.5)),
            (dr.Bank(), lambda one: one.evaluate(0.0)),
        ]:
            with made as same:
                self.assertTrue(same.is_valid())
            made.close()
            self.assertFalse(made.is_valid())
            self.fails(dr.Status.ERROR_HANDLE, "stale", lambda: use(made))
        with dr.Loop() as loop:
            loop.wait()
        loop.close()
        self.fails(dr.LoopStatus.ERROR_NULL, "the loop or", loop.wait)

    def test_an_error_can_be_pickled(self):
        error = pickle.loads(pickle.dumps(dr.Error(dr.Status.ERROR_PAST)))
        self.assertIs(error.status, dr.Status.ERROR_PAST)


class Values(unittest.TestCase):
    def test_numpy_sees_a_bank_without_a_copy(self):
        bank, members = bank_of_ten()
        view = bank.evaluate(0.25)
        values = numpy.asarray(view)
        self.assertEqual((values.dtype, values.shape), (numpy.float32, (10,)))
        self.assertTrue(numpy.shares_memory(values, numpy.asarray(bank.evaluate(0.5))))
        exact = [bank.value(member, 0.5) for member in members]
        bound = bank.info().curve_bound + 1e-7
        self.assertTrue(numpy.allclose(values, exact, rtol=0, atol=bound))
        room = numpy.zeros(12, "f")
        self.assertEqual(len(bank.evaluate(0.75, room)), 10)
        self.assertEqual(len(dr.Bank().evaluate(0.0)), 0)
        self.assertAlmostEqual(room[0], bank.value(members[0], 0.75), delta=bound)
        # Values outlive what made them, also where it grew.
        for _ in range(20_000):
            bank.add(dr.hz(1), 0.0, 0.75)
        self.assertEqual(len(bank.evaluate(1.0)), 20_010)
        bank.close()
        del bank
        gc.collect()
        self.assertTrue(numpy.allclose(values, exact, rtol=0, atol=bound))

    def test_lists_reach_the_library(self):
        bank, members = bank_of_ten()
        bank.set_rates(members, [5.0] * 10, 0.0)
        self.assertEqual({bank.sample(member, 0.1).rate_hz for member in members}, {5.0})
        for rates in (numpy.full(10, 7.0), numpy.full(10, 7.0, "f"), [7.0] * 10, range(7, 17)):
            bank.set_rates(members, rates, 0.0)
            self.assertEqual(bank.sample(members[0], 0.1).rate_hz, 7.0)
            bank.evaluate_rates(0.0, rates)
        stops = [dr.Stop(output=0, input=0), dr.Stop(output=3, input=1)]
        timing = dr.CurveDef(kind=dr.CurveKind.STOPS, stops=stops)
        self.assertEqual(timing.stops, stops)
        self.assertEqual(dr.Curve(kind=timing.kind, stops=timing.stops).value(0.5), 1.5)

    def test_more_events_than_fit_at_once_all_come(self):
        flash = dr.Repeat(rate=dr.hz(10), flood=dr.EventFlood.ALL, event_capacity=100)
        flash.start()
        flash.advance(0.0)
        events = flash.advance(2.04)
        self.assertEqual((len(events), events.dropped), (60, 0))
        self.assertEqual(events, sorted(events, key=lambda event: event.time_s))
        events = flash.advance(12.04)
        self.assertEqual((len(events), events.dropped), (100, 200))

    def test_a_snapshot_continues(self):
        flash, other = dr.Repeat(), dr.Repeat()
        flash.start()
        flash.advance(0.3)
        other.restore(flash.snapshot())
        self.assertEqual(flash.sample(7.7), other.sample(7.7))

    def test_equal_structs_have_equal_hashes(self):
        stops = [dr.Stop(output=0, input=0), dr.Stop(output=3, input=1)]
        for make in (
            lambda zero: dr.Position(cycle=1, phase=zero),
            lambda zero: dr.Command(position=dr.Position(phase=zero)),
            lambda _: dr.CurveDef(stops=list(stops)),
        ):
            one, other = make(0.0), make(-0.0)
            self.assertEqual((one, hash(one)), (other, hash(other)))
        bank, members = bank_of_ten()
        self.assertEqual(len({bank.member_at(slot) for slot in range(10)} | set(members)), 10)

    def test_repeats_banks_and_loops_move_to_another_clock(self):
        bank, members = bank_of_ten()
        flash, loop = dr.Repeat(), dr.Loop(timing=dr.LoopTiming.VIRTUAL, rate_hz=50)
        flash.start()
        for one in (flash.advance, bank.evaluate):
            one(0.0)
            one(100.3)
        shown = [flash.value(100.3)] + [bank.value(member, 100.3) for member in members]

        def same(now_s):
            self.assertEqual(flash.value(now_s), shown[0])
            self.assertEqual([bank.value(member, now_s) for member in members], shown[1:])

        flash.restore_at(flash.snapshot(), 1.3)
        bank.restore_at(bank.snapshot(), 1.3)
        same(1.3)
        for one in (flash, bank, loop):
            one.shift_time(-0.8)
        same(0.5)
        loop.wait()
        self.assertEqual(loop.begin().time_s, -0.8)
        for one in (flash, bank, loop):
            with self.assertRaises(dr.Error) as caught:
                one.shift_time(NAN)
            self.assertEqual(caught.exception.status.name, "ERROR_TIME")

    def test_a_flash_locks_to_music(self):
        music = dr.BeatClock(beats_per_minute=120, beats_per_bar=3)
        self.assertEqual((music.next_bar(1.3), music.time_of_beat(3)), (3, 1.5))
        bounds = dr.Bounds(least_hz=1, most_hz=3)
        flash = dr.Repeat(rate=dr.hz(1.7), now_s=0.0)
        flash.start()
        flash.advance(0.4)
        flash.lock(dr.LockDef(leader=music.leader(), bounds=bounds))
        self.assertIs(flash.lock_info().state, dr.LockState.LOCK_CATCHING_UP)
        kinds = [event.kind for event in flash.advance(9.0)]
        self.assertIn(dr.EventKind.LOCKED, kinds)
        self.assertAlmostEqual(flash.phase(9.125), music.beat(9.125).phase, delta=1e-12)
        late = dr.ArrivalDef(phase=0.5, time_s=9.001, bounds=bounds)
        with self.assertRaises(dr.Error) as caught:
            flash.arrive(late)
        self.assertIs(caught.exception.status, dr.Status.ERROR_OUT_OF_REACH)
        self.assertGreater(flash.lock_info().nearest_s, 9.001)
        heard = dr.ClockFollower()
        for frame in range(240):
            arrival = heard.add(frame / 60, frame / 60)
        self.assertTrue(arrival.is_used and heard.info().state is dr.FollowerState.LOCKED)
        self.assertAlmostEqual(heard.position(4.0), 4.0, delta=1e-3)

    def test_the_next_change_is_known(self):
        flash = dr.Repeat(rate=dr.hz(2), now_s=0.0)
        self.assertEqual(flash.next_change(0.0, 0.1), float("inf"))
        flash.start()
        self.assertEqual(flash.next_switch(0.0, 0.5), 0.25)
        bank, _ = bank_of_ten()
        change = bank.next_change(0.0, 0.1)
        self.assertTrue(0 < change < flash.next_change(0.0, 0.1) < 0.25)

    def test_commands_at_a_time_hold_then(self):
        flash = dr.Repeat(policy=dr.Policy(kind=dr.PolicyKind.PHASE_MATCHED))
        flash.advance(1.0)
        flash.start_at(11.3)
        flash.set_rate_at(2.0, 12.3)
        flash.advance(12.3)
        self.assertEqual((flash.value(11.3), flash.sample(12.3).rate_hz), (0.0, 2.0))

    def test_a_virtual_loop_has_each_frame_at_its_time(self):
        with dr.Loop(timing=dr.LoopTiming.VIRTUAL, rate_hz=50, step_hz=100) as loop:
            for number in range(100):
                self.assertEqual(loop.wait(), 0)
                frame = loop.begin()
                self.assertEqual((frame.number, frame.time_s), (number, number / 50))
                self.assertIs(frame.is_after_stall, False)
                self.assertIs(frame.mode, dr.LoopMode.VIRTUAL)
                loop.drawn()
                loop.presented()
            self.assertEqual(loop.stats().frames, 100)


class Threads(unittest.TestCase):
    def test_two_threads_may_use_one_repeat(self):
        flash, values, errors = dr.Repeat(policy=dr.Policy(kind=dr.PolicyKind.PHASE_MATCHED)), [], []
        flash.start()
        flash.advance(0.0)

        def use(rate_hz):
            try:
                for _ in range(20_000):
                    flash.set_rate(rate_hz)
                    values.append(flash.value(0.0))
            except dr.Error as error:
                errors.append(error)

        threads = [threading.Thread(target=use, args=(rate_hz,)) for rate_hz in (1.0, 2.0)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((set(values), len(values), errors), ({0.0}, 40_000, []))

    def test_members_may_come_and_go_while_a_bank_is_evaluated_and_saved(self):
        # What another thread does between the two calls that each of these makes.
        class Shared(dr.Bank):
            def __init__(self, change):
                super().__init__()
                self.change = change

            def info(self):
                info = super().info()
                self.change(self)
                return info

            def snapshot_size(self):
                size = super().snapshot_size()
                self.change(self)
                return size

        def grow(bank):
            if super(Shared, bank).info().count < 90:
                for _ in range(30):
                    bank.add(dr.hz(1), 0.0, 0.0)

        def shrink(bank):
            bank.remove_range(0, 5)

        growing = Shared(grow)
        self.assertEqual(len(growing.evaluate(0.0)), 90)
        growing = Shared(grow)
        dr.Bank().restore(growing.snapshot())
        shrinking = Shared(shrink)
        for _ in range(9):
            shrinking.ramp(
                shrinking.add(dr.hz(1), 0.0, 0.0), dr.hz(2), 1.0, dr.RampShape.LINEAR, 0.0)
        dr.Bank().restore(shrinking.snapshot())

    def test_a_loop_is_its_thread_s_and_is_not_closed_while_it_waits(self):
        loops, found = [], []

        def wait():
            loop = dr.Loop(timing=dr.LoopTiming.TIMER, rate_hz=2)
            for _ in range(2):
                loop.wait()
                loop.begin()
                loop.presented()
            loops.append(loop)
            loop.wait()
            found.append(loop.stats().frames)

        thread = threading.Thread(target=wait)
        thread.start()
        while not loops or not loops[0]._is_waiting:
            self.assertTrue(thread.is_alive())
        for call in (loops[0].begin, loops[0].close):
            with self.assertRaises(dr.Error) as caught:
                call()
            self.assertIs(caught.exception.status, dr.LoopStatus.ERROR_THREAD)
        thread.join()
        self.assertEqual(found, [2])
        loops[0].close()


if __name__ == "__main__":
    unittest.main()
