# SPDX-License-Identifier: Apache-2.0
"""Tests of the Python module, run by `python3 -m unittest`; driver.py tests the motion of repeats."""
import copy
import gc
import pickle
import threading
import unittest

import dynamic_repeat as dr
import numpy

NAN = float("nan")


def running(**settings):
    flash = dr.Repeat(now_s=0.0, **settings)
    flash.start()
    return flash


class WrongCalls(unittest.TestCase):
    def test_the_error_has_the_library_s_status_and_text(self):
        flash, loop = running(), dr.Loop()
        flash.advance(5.0)
        for status, text, wrong in [
            ("rate", "1e6", lambda: flash.set_rate(dr.hz(NAN))),
            ("past", "", lambda: flash.advance(4.0)),
            ("phase", "", lambda: dr.Repeat(start_phase=1)),
            ("timing", "", lambda: dr.Curve("stops")),
            ("saved_state", "", lambda: dr.Repeat.restore(b"x")),
            ("bounds", "", lambda: flash.lock(dr.line(0, 0, 0, 1), dr.bounds(2, 1))),
            ("never_advanced", "", lambda: self.started().value(1.0)),
            ("sequence", "order", loop.presented),
            ("rate", "1e6 Hz", lambda: dr.Loop(display_hz=NAN)),
        ]:
            with self.assertRaises(dr.Error) as caught:
                wrong()
            self.assertEqual(caught.exception.status, status)
            self.assertIn(text, str(caught.exception))

    @staticmethod
    def started():
        flash = dr.Repeat()
        flash.start()
        return flash

    def test_a_value_of_the_wrong_type_is_named(self):
        for kind, text, wrong in [
            (TypeError, "rat", lambda: dr.Repeat(rat=1)),
            (TypeError, "rate must be a dr_rate, but is 3", lambda: dr.Repeat(rate=3)),
            (ValueError, "at_cycle_end, freeze, immediately, but is 'now'", lambda: running().stop("now")),
            (TypeError, "dr_loop_def has no speed", lambda: dr.Loop(speed=1)),
            (OverflowError, "step_count", lambda: dr.steps(2**40)),
        ]:
            with self.assertRaises(kind) as caught:
                wrong()
            self.assertIn(text, str(caught.exception))

    def test_a_closed_object_raises_when_used_and_may_be_closed_again(self):
        for made, use in [(dr.Curve(), lambda one: one.value(0.5)), (dr.Loop(), lambda one: one.wait())]:
            with made:
                use(made)
            made.close()
            with self.assertRaises(dr.Error) as caught:
                use(made)
            self.assertEqual(caught.exception.status, "null")


class Values(unittest.TestCase):
    def test_copies_are_saved_states(self):
        flash = running(rate=dr.hz(3))
        flash.advance(0.3)
        flash.schedule("rate", phase=0.25, rate=dr.hz(7))
        for same in (copy.copy(flash), copy.deepcopy(flash), pickle.loads(pickle.dumps(flash))):
            self.assertEqual(same, flash)
            self.assertEqual(same.advance(7.7), copy.copy(flash).advance(7.7))
            self.assertNotEqual(same, flash)

    def test_all_events_are_returned_if_they_exceed_one_buffer(self):
        flash = running(rate=dr.hz(10), reporting="all")
        events = flash.advance(100.04)
        self.assertEqual(len(events), 1 + 3 * 1000)
        self.assertEqual(events, sorted(events, key=lambda event: event.time_s))

    def test_a_flash_locks_to_music_and_a_clock_is_followed(self):
        music = dr.BeatClock(120, beats_per_bar=3)
        self.assertEqual((music.next_bar(1.3), music.time_of_beat(3)), (3, 1.5))
        flash = running(rate=dr.hz(1.7))
        flash.advance(0.4)
        flash.lock(music.line(), dr.bounds(1, 3))
        self.assertEqual(flash.info().lock_state, "catching_up")
        flash.advance(9.0)
        self.assertAlmostEqual(
            flash.sample(9.125).position.phase, music.beat(9.125).phase, delta=1e-12)
        heard = dr.ClockFollower()
        for frame in range(240):
            arrival = heard.add(frame / 60, frame / 60)
        self.assertTrue(arrival.is_used and heard.info().state == "locked")
        self.assertAlmostEqual(heard.position(4.0), 4.0, delta=1e-3)

    def test_curves_and_paces(self):
        self.assertEqual(dr.Curve("stops", stops=[(0, 0), (3, 1)]).value(0.5), 1.5)
        self.assertGreater(dr.Curve("spring").settling_duration(), 1)
        flash = running(rate=dr.hz(1), autoreverses=False, pace=dr.steps(4))
        self.assertEqual(flash.value(0.3), 0.25)
        self.assertEqual(running(pace="ease_in", autoreverses=False).value(0.5), dr.Curve("ease_in").value(0.5))

    def test_numpy_sees_a_bank_without_a_copy(self):
        with dr.Bank(room=10) as bank:
            members = [bank.add(dr.hz(1 + index), 0.0) for index in range(10)]
            bank.set_rates(members[:2], [5.0, 7.0], 0.0)
            values = numpy.asarray(bank.evaluate(0.25))
            self.assertEqual((values.dtype, values.shape), (numpy.float32, (10,)))
            exact = [bank.value(member, 0.25) for member in members]
            self.assertTrue(numpy.allclose(values, exact, rtol=0, atol=bank.info().bound))
            self.assertEqual(bank.sample(members[1], 0.25).rate_hz, 7.0)
            bank.remove(members[3])
            with self.assertRaises(dr.Error) as caught:
                bank.value(members[3], 0.25)
            self.assertEqual(caught.exception.status, "handle")

    def test_a_virtual_loop_has_each_frame_at_its_time(self):
        with dr.Loop(timing="virtual", rate_hz=50, step_hz=100) as loop:
            for number in range(100):
                self.assertEqual(loop.wait(), 0)
                frame = loop.begin()
                self.assertEqual((frame.number, frame.time_s, frame.mode), (number, number / 50, "virtual"))
                self.assertIs(frame.is_after_stall, False)
                loop.drawn()
                loop.presented()
            self.assertEqual(loop.stats().frames, 100)


class Threads(unittest.TestCase):
    def test_other_threads_may_not_use_or_close_a_waiting_loop(self):
        loops, found = [], []

        def wait():
            loop = dr.Loop(timing="timer", rate_hz=2)
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
        for wrong in (loops[0].begin, loops[0].close):
            with self.assertRaises(dr.Error) as caught:
                wrong()
            self.assertEqual(caught.exception.status, "thread")
        thread.join()
        self.assertEqual(found, [2])
        loops[0].close()
        del loops[0]
        gc.collect()


if __name__ == "__main__":
    unittest.main()
