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
            ("past", "must not decrease", lambda: flash.advance(4.0)),
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

    def test_an_argument_of_the_wrong_type_says_what_to_write(self):
        flash, music, bank = running(), dr.BeatClock(120), dr.Bank()
        member, line = bank.add(dr.hz(1), time_s=0.0), music.line()
        a_rate = "rate must be dr.hz(2.0) or, in seconds per cycle, dr.seconds(2.0), but is 2.0"
        a_policy = "policy must be dr.restart_per_cycle(), dr.phase_matched(0) or"
        some_bounds = "bounds must be dr.bounds(1, 4), with rates in Hz, but is "
        seconds = "time_s must be a number of seconds, but is "
        for kind, text, wrong in [
            (TypeError, "Repeat has no delay; it has rate, policy, autoreverses", lambda: dr.Repeat(delay=1)),
            (TypeError, 'mass is a field of spring: write spring={"mass": 2}', lambda: dr.Bank("spring", mass=2)),
            (TypeError, "curve has no masses; it has kind", lambda: dr.Curve("spring", masses=2)),
            (ValueError, "stop_mode must be one of", lambda: flash.schedule("stop", stop_mode=1)),
            (ValueError, "mode must be one of 'at_cycle_end'", lambda: flash.stop(1)),
            (ValueError, "reporting must be one of 'all', 'counted', but is 1", lambda: dr.Repeat(reporting=1)),
            (TypeError, "write dr.BeatClock(120, time_s=0, beats_per_bar=4)", lambda: dr.BeatClock(0.5, 120)),
            (TypeError, "fraction must be a number", lambda: dr.bounds_around(2, "20 %")),
            (TypeError, a_rate, lambda: dr.Repeat(2.0)),
            (TypeError, a_rate, lambda: flash.set_rate(2.0)),
            (TypeError, a_rate, lambda: flash.ramp(2.0, 1)),
            (TypeError, a_rate, lambda: flash.schedule("rate", rate=2.0)),
            (TypeError, a_rate, lambda: flash.arrive(9, dr.bounds(1, 2), rate=2.0)),
            (TypeError, a_rate, lambda: bank.add(2.0, time_s=0)),
            (TypeError, a_rate, lambda: bank.set_rate(member, 2.0, dr.phase_matched(), 0)),
            (TypeError, a_policy, lambda: dr.Repeat(policy="phase_matched")),
            (TypeError, a_policy, lambda: flash.set_policy(dr.hz(1))),
            (TypeError, a_policy, lambda: bank.set_rate(member, dr.hz(1), 2.0, 0)),
            (ValueError, "dr.bezier(x1, y1, x2, y2) or dr.steps(4), but is 'eas'", lambda: dr.Repeat(pace="eas")),
            (ValueError, "write dr.steps(4)", lambda: dr.Repeat(pace="steps")),
            (ValueError, "apply dr.Curve('spring', ...)", lambda: dr.Repeat(pace="spring")),
            (TypeError, "autoreverses must be True or False", lambda: dr.Repeat(autoreverses="no")),
            (TypeError, "such as [0.2, 0.7]", lambda: dr.Repeat(marks=0.5)),
            (TypeError, "repeat_count must be a number, but is '3'", lambda: dr.Repeat(repeat_count="3")),
            (TypeError, "duty must be a number, but is True", lambda: flash.is_on(5.0, True)),
            (ValueError, "'freeze', 'immediately', but is 'now'", lambda: flash.stop("now")),
            (ValueError, "kind must be one of 'start'", lambda: flash.schedule("hold")),
            (TypeError, "'rate' needs rate; it takes rate=...", lambda: flash.schedule("rate")),
            (TypeError, "'start' has no rate", lambda: flash.schedule("start", rate=dr.hz(1))),
            (TypeError, "got time and phase", lambda: flash.schedule("stop", time_s=7, phase=0.5)),
            (TypeError, "positional", lambda: flash.seek(1, 0.5, 2.0)),
            (TypeError, "cycle must be a whole number, such as 4, but is 1.5", lambda: flash.seek(1.5)),
            (TypeError, "line must be the line() of a clock", lambda: flash.lock(music)),
            (TypeError, some_bounds + "2", lambda: flash.lock(line, 2)),
            (TypeError, some_bounds + "None", lambda: flash.arrive(9, None)),
            (TypeError, "minimum_hz must be a number of hertz", lambda: dr.bounds("1", 2)),
            (TypeError, seconds + "'soon'", lambda: flash.events("soon")),
            (TypeError, seconds + "'soon'", lambda: flash.advance("soon")),
            (TypeError, seconds + "None", lambda: flash.value(None)),
            (TypeError, "data must be the bytes that save() returned", lambda: dr.Repeat.restore("x")),
            (TypeError, "beat must be a whole number", lambda: music.time_of_beat(3.5)),
            (TypeError, "write add(dr.hz(2), time_s=0, phase=0)", lambda: bank.add(dr.hz(1), 0.0, 0.5)),
            (TypeError, seconds + "None", lambda: bank.add(dr.hz(1))),
            (TypeError, "rates_hz must be a list of numbers of hertz, such as [2.0], but is 1.0",
             lambda: bank.set_rates([member], 1.0, 0)),
            (TypeError, "members must be a list of members", lambda: bank.set_rates(member, [1.0], 0)),
            (TypeError, "rates_hz[0] must be a number, but is '1'", lambda: bank.set_rates([member], ["1"], 0)),
            (ValueError, "the same length, but have 1 and 2", lambda: bank.set_rates([member], [1, 2], 0)),
            (TypeError, "stops must be a list of (output, input)", lambda: dr.Curve("stops", stops=[1])),
            (TypeError, "loop has no speed", lambda: dr.Loop(speed=1)),
            (OverflowError, "count must be -2147483648 to", lambda: dr.steps(2**40)),
        ]:
            with self.subTest(text), self.assertRaises(kind) as caught:
                wrong()
            self.assertIn(text, str(caught.exception))

    def test_an_error_of_the_library_shows_the_arguments(self):
        for text, wrong in [
            ("up to 1e18 cycles, or infinite; the call had repeat_count=0",
             lambda: dr.Repeat(repeat_count=0)),
            ("None means no limit, and WCAG allows 3; the call had max_flash_hz=0",
             lambda: dr.Repeat(max_flash_hz=0)),
            ("the call had rate=Rate(value=20000000.0, unit='hz')", lambda: running().set_rate(dr.hz(2e7))),
            ("at most four phases", lambda: dr.Repeat(marks=[0.1, 0.2, 0.3, 0.4, 0.5])),
            ("in ascending order; the call had marks=[0.7, 0.2]", lambda: dr.Repeat(marks=[0.7, 0.2])),
            ("such as line.times(1, 2)", self.fast_lock),
            ("the call had rates_hz[1]=nan, time_s=0", lambda: self.rates([1.0, NAN, -5.0])),
            ("the call had rates_hz[2]=-5000.0, time_s=0", lambda: self.rates([1.0, 4000.0, -5000.0])),
        ]:
            with self.subTest(text), self.assertRaises(dr.Error) as caught:
                wrong()
            self.assertIn(text, str(caught.exception))

    @staticmethod
    def rates(rates_hz):
        bank = dr.Bank()
        bank.set_rates([bank.add(dr.hz(1), time_s=0) for _ in rates_hz], rates_hz, 0)

    def test_no_text_names_a_function_of_c(self):
        # The module makes each call with an object, a definition and memory.
        never = ("null", "misaligned", "definition", "buffer")
        names = [name for _, name in sorted(dr._convert._names("dr_status").items())]
        self.assertGreater(len(names), 36)
        for number, name in enumerate(names):
            name = name.removeprefix("error_")
            if name == "ok" or name in never:
                continue
            with self.subTest(name), self.assertRaises(dr.Error) as caught:
                dr._convert.check(number)
            self.assertEqual(caught.exception.status, name)
            self.assertNotRegex(str(caught.exception), r"dr_|DR_|_save|_init|_create|INFINITY|_move_timeline")
            self.assertIn(": ", str(caught.exception))
        self.assertLessEqual(dr._convert._TEXTS.keys(), {name.removeprefix("error_") for name in names})

    @staticmethod
    def fast_lock():
        flash = running(rate=dr.hz(1), max_flash_hz=3)
        flash.advance(0.1)
        flash.lock(dr.BeatClock(300).line())

    def test_a_blink_without_an_answer_is_an_error_too(self):
        for status, wrong in [
            ("never_advanced", lambda: self.started().is_on(1.0)),
            ("time", lambda: running().is_on(NAN)),
            ("phase", lambda: running().is_on(1.0, 1.5)),
        ]:
            with self.assertRaises(dr.Error) as caught:
                wrong()
            self.assertEqual(caught.exception.status, status)

    def test_a_closed_object_raises_when_used_and_may_be_closed_again(self):
        for made, use in [
            (dr.Curve(), lambda one: one.value(0.5)), (dr.Loop(), lambda one: one.wait()),
            (dr.Bank(), lambda one: one.evaluate(0.5)),
        ]:
            with made:
                use(made)
            made.close()
            with self.assertRaises(dr.Error) as caught:
                use(made)
            self.assertEqual(caught.exception.status, "closed")
            self.assertIn(f"this {type(made).__name__} is closed", str(caught.exception))


    def test_an_object_that_owns_memory_is_not_copied(self):
        for made in (dr.Curve(), dr.Loop(), dr.Bank()):
            for wrong in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaises(TypeError) as caught:
                    wrong(made)
                self.assertIn("cannot be copied or pickled", str(caught.exception))


class Events(unittest.TestCase):
    def test_a_command_in_the_loop_takes_effect_at_the_event(self):
        flash = running(rate=dr.seconds(0.125), repeat_count=1)
        ends = []
        for frame in range(61):
            for event in flash.events(frame / 60):
                if event.kind == "finished":
                    ends.append(event.time_s)
                    flash.start()
        self.assertEqual(ends, [number / 8 for number in range(1, 9)])

    def test_the_events_go_on_after_a_loop_that_was_left(self):
        flash = running(rate=dr.hz(10), reporting="all")
        same = copy.copy(flash)
        events = [next(flash.events(100.04))]
        self.assertEqual(flash.info().now_s, 0.0)
        for event in flash.events(50.0):
            events.append(event)
            if event.kind == "cycle":
                break
        events += [*flash.events(70.0), *flash.events(100.04)]
        self.assertEqual(len(events), 1 + 3 * 1000)
        self.assertEqual(
            [event.time_s for event in events], [event.time_s for event in same.events(100.04)])

    def test_an_error_is_raised_by_the_loop(self):
        flash = running()
        flash.advance(5.0)
        same = copy.copy(flash)
        for status, time_s in [("past", 4.0), ("time", NAN)]:
            with self.assertRaises(dr.Error) as caught:
                list(flash.events(time_s))
            self.assertEqual((caught.exception.status, flash), (status, same))

    def test_marks_and_ends_of_delays_are_events(self):
        walk = running(
            rate=dr.seconds(1), autoreverses=False, marks=[0.25, 0.75], repeat_delay_s=0.5, reporting="all")
        events = [(event.kind, event.mark, event.time_s) for event in walk.events(2.0)]
        self.assertEqual(events, [
            ("started", None, 0.0), ("mark", 0, 0.25), ("mark", 1, 0.75), ("cycle", None, 1.0),
            ("delay_ended", None, 1.5), ("mark", 0, 1.75)])


class Values(unittest.TestCase):
    def test_copies_are_saved_states(self):
        flash = running(rate=dr.hz(3))
        flash.advance(0.3)
        flash.schedule("rate", phase=0.25, rate=dr.hz(7))
        for same in (copy.copy(flash), copy.deepcopy(flash), pickle.loads(pickle.dumps(flash))):
            self.assertEqual(same, flash)
            self.assertEqual(list(same.events(7.7)), list(copy.copy(flash).events(7.7)))
            self.assertNotEqual(same, flash)

    def test_what_the_module_returns_can_be_pickled(self):
        flash, music, heard = running(), dr.BeatClock(120, beats_per_bar=3), dr.ClockFollower()
        for frame in range(60):
            heard.add(frame / 60, frame / 60)
        with dr.Bank() as bank, dr.Loop(timing="virtual") as loop:
            member = bank.add(dr.hz(1), time_s=0.0)
            loop.wait()
            for made in (
                *flash.events(3.3), flash.sample(3.3), flash.info(), music.beat(1.0), heard.info(), bank.info(),
                bank.sample(member, 1.0), loop.begin(), loop.stats(), dr.hz(2), dr.phase_matched(1), dr.steps(3),
                dr.bounds(1, 2),
            ):
                self.assertEqual(pickle.loads(pickle.dumps(made)), made)
        same = pickle.loads(pickle.dumps(music))
        self.assertEqual([same.beat(1.3), same.next_bar(1.3)], [music.beat(1.3), 3])
        same.set_tempo(90, 1.3)
        self.assertEqual(pickle.loads(pickle.dumps(same)).beat(7.0), same.beat(7.0))
        self.assertNotEqual(same.beat(7.0), music.beat(7.0))
        self.assertEqual(copy.deepcopy({"heard": heard})["heard"].position(1.5), heard.position(1.5))
        self.assertEqual(pickle.loads(pickle.dumps(heard)).position(1.5), heard.position(1.5))
        rebuild, (kind, data) = music.__reduce__()
        for status, damaged in [("saved_state", data[1:]), ("not_initialized", bytes(len(data)))]:
            with self.assertRaises(dr.Error) as caught:
                rebuild(kind, damaged)
            self.assertEqual(caught.exception.status, status)

    def test_a_flash_locks_to_music_and_a_clock_is_followed(self):
        music = dr.BeatClock(120, beats_per_bar=3)
        self.assertEqual((music.next_bar(1.3), music.time_of_beat(3)), (3, 1.5))
        beats = music.line()
        self.assertEqual(
            beats.times(1, 2).times(2).times(3, 4).__reduce__(), beats.times(3, 4).__reduce__())
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

    def test_a_locked_flash_and_its_beat_go_on_in_another_process(self):
        music = dr.BeatClock(120, time_s=0.3)
        flash = running(rate=dr.hz(2))
        flash.advance(0.1)
        flash.lock(music.line(), dr.bounds_around(2, 0.2))
        flash.advance(9.0)
        self.assertEqual(flash.info().lock_state, "locked")
        saved, beat = flash.save(), music.beat(9.0)
        # The clock of the other process starts anew.
        flash, music = dr.Repeat.restore(saved), dr.BeatClock(120)
        flash.move_timeline(0.0)
        music.seek(beat.cycle, 0.0, phase=beat.phase)
        for time_s in (0.0, 0.6, 7.1):
            self.assertAlmostEqual(
                flash.sample(time_s).position.phase, music.beat(time_s).phase, delta=1e-12)
        # A beat that did not move by the same time needs another lock.
        music.seek(0, 0.0)
        self.assertNotAlmostEqual(flash.sample(0.6).position.phase, music.beat(0.6).phase, delta=0.1)
        flash.lock(music.line())
        flash.advance(20.0)
        self.assertAlmostEqual(flash.sample(20.1).position.phase, music.beat(20.1).phase, delta=1e-12)

    def test_a_repeat_shows_its_state_rate_and_time(self):
        self.assertEqual(repr(dr.Repeat()), "<Repeat: idle, dr.seconds(1.0), never advanced>")
        flash = running(rate=dr.hz(2))
        flash.advance(0.25)
        self.assertEqual(repr(flash), "<Repeat: running, dr.hz(2.0), at 0.25 s>")

    def test_bounds_around_a_rate(self):
        self.assertEqual(dr.bounds_around(2, 0.25), dr.bounds(1.5, 2.5))

    def test_curves_and_paces(self):
        soft = dr.Curve("spring", spring={"stiffness": 50, "damping": 5})
        self.assertGreater(soft.settling_duration(), dr.Curve("spring").settling_duration())
        self.assertEqual(dr.Curve("stops", stops=[(0, 0), (3, 1)]).value(0.5), 1.5)
        self.assertGreater(dr.Curve("spring").settling_duration(), 1)
        flash = running(rate=dr.hz(1), autoreverses=False, pace=dr.steps(4))
        self.assertEqual(flash.value(0.3), 0.25)
        self.assertEqual(running(pace="ease_in", autoreverses=False).value(0.5), dr.Curve("ease_in").value(0.5))

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


class Banks(unittest.TestCase):
    def test_numpy_sees_a_bank_without_a_copy(self):
        with dr.Bank(room=10) as bank:
            members = [bank.add(dr.hz(1 + index), time_s=0.0) for index in range(10)]
            bank.set_rates(members[:2], [5.0, 7.0], 0.0)
            values = numpy.asarray(bank.evaluate(0.25))
            self.assertEqual((values.dtype, values.shape), (numpy.float32, (10,)))
            self.assertFalse(values.flags.writeable)
            with self.assertRaises(TypeError):
                bank.evaluate(0.25)[0] = 0.5
            exact = [bank.value(member, 0.25) for member in members]
            self.assertTrue(numpy.allclose(values, exact, rtol=0, atol=bank.info().bound))
            self.assertEqual(bank.sample(members[1], 0.25).rate_hz, 7.0)
            self.assertTrue(numpy.shares_memory(values, numpy.asarray(bank.evaluate(0.5))))
            bank.remove(members[3])
            for wrong in (lambda: bank.value(members[3], 0.25), lambda: bank.slot(members[3])):
                with self.assertRaises(dr.Error) as caught:
                    wrong()
                self.assertEqual(caught.exception.status, "handle")

    @staticmethod
    def brightness(count, time_s):
        bank = dr.Bank(room=count)
        for index in range(count):
            bank.add(dr.hz(1), time_s=0.0, phase=index / count)
        return bank.evaluate(time_s)

    def test_an_array_outlives_its_bank(self):
        # The memory of a bank of this size is returned to the system when it is freed.
        values = self.brightness(100_000, 0.25)
        part = numpy.asarray(values)[10:]
        gc.collect()
        self.assertAlmostEqual(sum(values), 50_000, delta=1)
        del values
        gc.collect()
        self.assertAlmostEqual(part.sum(), 50_000, delta=10)

    def test_an_array_stays_when_its_bank_grows_is_restored_or_is_closed(self):
        bank = dr.Bank()
        members = [bank.add(dr.hz(index / 100), time_s=0.0) for index in range(5000)]
        saved = bank.save()
        values = numpy.asarray(bank.evaluate(0.3))
        expected = values.copy()
        members += [bank.add(dr.hz(3), time_s=0.3, phase=0.1) for _ in range(100_000)]
        grown = numpy.asarray(bank.evaluate(0.3))
        self.assertEqual(len(grown), 105_000)
        self.assertTrue((values == expected).all() and (grown[:5000] == expected).all())
        self.assertFalse(numpy.shares_memory(values, grown))
        for index in (0, 4999, 5000, 104_999):
            self.assertAlmostEqual(
                grown[bank.slot(members[index])], bank.value(members[index], 0.3), delta=1e-5)
        expected_grown = grown.copy()
        bank.restore(saved)
        self.assertEqual(len(bank.evaluate(0.4)), 5000)
        self.assertTrue((grown == expected_grown).all())
        with self.assertRaises(dr.Error) as caught:
            bank.restore(saved[1:])
        self.assertEqual((caught.exception.status, bank.info().count), ("saved_state", 5000))
        last = numpy.asarray(bank.evaluate(0.5))
        expected_last = last.copy()
        bank.close()
        gc.collect()
        self.assertTrue((last == expected_last).all() and (values == expected).all())

    def test_a_bank_that_grows_after_each_frame_copies_itself_rarely(self):
        bank, banks = dr.Bank(room=1), set()
        for _ in range(1000):
            bank.add(dr.hz(1), time_s=0.1)
            bank.evaluate(0.1)
            banks.add(int(dr.ffi.cast("uintptr_t", bank._c)))
        self.assertLess(len(banks), 10)

    def test_a_bank_that_is_full_says_so(self):
        bank = dr.Bank(capacity=2)
        for _ in range(2):
            bank.add(dr.hz(1), time_s=0.1)
            bank.evaluate(0.1)
        with self.assertRaises(dr.Error) as caught:
            bank.add(dr.hz(1), time_s=0.1)
        self.assertEqual((caught.exception.status, bank.info().count), ("full", 2))


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
