"""The laws of Output."""

import pathlib
import random
import unittest

import lumi
from lumi import Output
from lumi.cell import Cell
from lumi.errors import EngineError, Stopped
from lumi.failure import Failure
from lumi.session import Session, enter
from lumi.unknown import UNKNOWN
from lumi_language.report import Reporter


def bad(text):
    raise ValueError(f"bad {text}")


class OutputTest(unittest.TestCase):
    def setUp(self):
        self.session = Session()
        self.before = enter(self.session)

    def tearDown(self):
        enter(self.before)

    def output(self, value, is_secret=False, sources=()):
        cell = Cell(self.session)
        cell.is_secret, cell.sources = is_secret, sources
        cell.settle(value)
        return Output(cell)

    def pending(self):
        cell = Cell(self.session)
        return cell, Output(cell)

    def seen(self, output):
        """Everything that is known of it, once nothing is left to do."""
        self.session.loop.run()
        cell = output._cell
        return cell.state.name, cell.value, cell.is_secret, cell.sources


class Laws(OutputTest):
    def some(self, seed):
        rng = random.Random(seed)
        value = rng.choice([0, 1, "text", None, UNKNOWN, [1, UNKNOWN], {"a": 2}])
        return self.output(value, rng.random() < 0.5, tuple(rng.sample("abc", rng.randrange(3))))

    def functions(self):
        return [
            lambda it: [it, it],
            lambda it: self.output(it, is_secret=True, sources=("x",)),
            lambda it: self.output(UNKNOWN, sources=("y",)),
            lambda it: 1 / 0,
        ]

    def test_nothing_changes_with_the_identity(self):
        for seed in range(50):
            self.assertEqual(self.seen(self.some(seed).apply(lambda it: it))[1:3], self.shape(self.some(seed)))

    def shape(self, output):
        """What is unknown in part is unknown as a whole once it has gone through apply."""
        _, value, is_secret, _ = self.seen(output)
        return (UNKNOWN if value == [1, UNKNOWN] else value, is_secret)

    def test_a_value_that_is_wrapped_first_goes_the_same_way(self):
        for function in self.functions():
            through = self.seen(Output.from_input(3).apply(function))
            alone = self.seen(Output.from_input(None).apply(lambda _, function=function: function(3)))
            self.assertEqual(through, alone)

    def test_one_after_the_other_is_one_inside_the_other(self):
        for seed in range(20):
            for first in self.functions():
                for second in self.functions():
                    flat = self.seen(self.some(seed).apply(first).apply(second))
                    nested = self.seen(
                        self.some(seed).apply(lambda it: Output.from_input(first(it)).apply(second))  # noqa: B023
                    )
                    # What would follow an unknown value is not known either.
                    self.assertEqual(flat[:2], nested[:2])

    def test_all_keeps_everything(self):
        joined = Output.all(self.output(1, sources=("a", "b")), self.output(2, True, ("b", "c")), [self.output(3)])
        self.assertEqual(self.seen(joined), ("SETTLED", [1, 2, [3]], True, ("a", "b", "c")))
        named = Output.all(x=self.output(1), y={"z": (self.output(2),)})
        self.assertEqual(self.seen(named)[1], {"x": 1, "y": {"z": (2,)}})

    def test_the_order_of_settling_does_not_count(self):
        for seed in range(20):
            cells = [Cell(self.session) for _ in range(6)]
            joined = Output.all(*map(Output, cells)).apply(sum)
            order = list(enumerate(cells))
            random.Random(seed).shuffle(order)
            for index, cell in order:
                cell.settle(index)
                self.session.loop.run()
            self.assertEqual(self.seen(joined)[1], 15)


class Unknowns(OutputTest):
    def test_callbacks_are_not_called(self):
        called = []
        for value in (UNKNOWN, [UNKNOWN], {"a": [UNKNOWN]}):
            result = self.output(value).apply(called.append)
            self.assertEqual(self.seen(result)[1], UNKNOWN)
        self.assertEqual(called, [])

    def test_members_that_are_known_are(self):
        partly = self.output({"a": 1, "b": UNKNOWN})
        self.assertEqual(self.seen(partly["a"])[1], 1)
        self.assertEqual(self.seen(partly["b"])[1], UNKNOWN)
        self.assertEqual(self.seen(self.output(UNKNOWN)["a"]["b"])[1], UNKNOWN)

    def test_whether_it_is_known_is_known(self):
        for value, is_known in ((1, True), ([UNKNOWN], False)):
            self.assertEqual(self.seen(self.output(value).is_known)[1], is_known)

    def test_waiting_for_it_stops_the_program(self):
        self.assertEqual(self.output(5).apply(lambda it: it + 1).wait(), 6)
        with self.assertRaises(Stopped):
            self.output(UNKNOWN).wait()
        with self.assertRaisesRegex(RuntimeError, "nothing will ever settle"):
            self.pending()[1].wait()
        inside = self.output(1).apply(lambda _: self.output(2).wait())
        self.seen(inside)
        self.assertIn("a callback cannot wait", str(inside._cell.failure.error))


class Secrets(OutputTest):
    def test_what_comes_from_a_secret_is_one(self):
        hidden = lumi.secret("x")
        derived = [
            hidden.apply(len),
            Output.concat("a", hidden),
            Output.format("{}{b}", 1, b=hidden),
            Output.json_dumps({"a": [hidden]}),
            lumi.secret({"a": 1})["a"],
            self.output(1).apply(lambda _: hidden),
        ]
        for output in derived:
            self.assertTrue(self.seen(output)[2])
            self.assertIs(self.seen(output.is_secret)[1], True)
        self.assertFalse(self.seen(lumi.unsecret(hidden))[2])
        self.assertEqual(repr(hidden), "<Output: [secret]>")

    def test_their_errors_are_marked(self):
        failed = lumi.secret("x").apply(int)
        self.seen(failed)
        self.assertTrue(failed._cell.failure.is_secret)

    def failed(self):
        """Values that will not be there, as a callback of a secret failed."""
        hidden = lumi.secret("hunter2")
        inside = hidden.apply(lambda text: self.output(1).apply(lambda _: bad(text)))
        return [
            hidden.apply(bad),
            hidden.apply(bad).apply(str),
            inside,
            inside.apply(str),
            inside["a"],
            Output.all(1, inside),
            lumi.unsecret(inside),
            inside.is_known,
        ]

    def made_over(self, secret):
        """By name, what a callback over a secret makes and does not answer."""

        def nested(text):
            lumi.Output.from_input(1).apply(lambda _: lumi.Output.from_input(2).apply(lambda _: bad(text)))

        pending, later = self.pending()
        fails = lambda text: later.apply(lambda _: bad(text))  # noqa: E731
        makers = {
            "at once": lambda text: lumi.Output.from_input(1).apply(lambda _: bad(text)),
            "later": fails,
            "nested": nested,
            "of a recovery": lambda text: lumi.Output.from_input(1).apply(bad).apply(str, lambda _: bad(text)),
            "by a name": lambda text: lumi.Output.from_input({})[text],
            "encoded": lambda text: lumi.Output.from_input(1).apply(lambda _: bad(text.encode().hex())),
            "of its parts": lambda text: lumi.Output.all(later, [lumi.Output.from_input(1).apply(lambda _: bad(text))]),
        }
        for make in makers.values():
            secret.apply(lambda text, make=make: (make(text), None)[1])
        self.session.loop.run()
        pending.settle(1)
        self.session.loop.run()
        return makers

    def test_what_a_callback_of_a_secret_makes_does_not_quote_it(self):
        self.made_over(lumi.secret("hunter2"))
        reporter = Reporter(pathlib.Path("/"))
        told = [it for it in self.session.failures if it.is_reported]
        self.assertEqual(len(told), 7)
        text = str(reporter.failures(told))
        for form in ("hunter2", b"hunter2".hex()):
            self.assertNotIn(form, text)
        self.assertIn("may quote a secret", text)

    def test_an_exit_out_of_a_callback_of_a_secret_does_not_quote_it(self):
        def end(text):
            raise SystemExit(f"ended with {text}")

        for make in (lambda text: end(text), lambda text: lumi.Output.from_input(1).apply(lambda _: end(text))):
            lumi.secret("hunter2").apply(make)
            with self.assertRaises(SystemExit) as ended:
                self.session.loop.run()
            text = str(Reporter(pathlib.Path("/")).exited(ended.exception, self.session.failures))
            self.assertNotIn("hunter2", text)
            self.assertIn("may quote a secret", text)

    def test_other_callbacks_are_quoted(self):
        self.made_over(lumi.Output.from_input("hunter2"))
        lumi.secret("x").apply(lambda _: lumi.Output.from_input(1).apply(lambda _: 1))
        self.session.loop.run()
        lumi.Output.from_input("after").apply(bad)
        self.session.loop.run()
        self.assertFalse([it for it in self.session.failures if it.is_secret])
        self.assertFalse(self.session.loop.has_secret)

    def test_only_the_engine_is_quoted_about_a_secret(self):
        def quoting(text):
            raise lumi.ResourceError(text, text)

        lumi.secret("hunter2").apply(quoting)
        lumi.secret("x").apply(lambda _: Cell(self.session).fail(Failure(self.session, EngineError.of_engine("full"))))
        self.session.loop.run()
        said = [str(Reporter(pathlib.Path("/")).failures([it])[1]) for it in self.session.failures]
        self.assertNotIn("hunter2", said[0])
        self.assertIn("full", said[1])

    def test_handled_errors_stay_secret(self):
        for index, failed in enumerate(self.failed()):
            handled = failed.apply(str, on_error=str)
            again = failed.apply(str, on_error=bad)
            with self.subTest(index):
                self.assertEqual(self.seen(handled)[1:3], ("bad hunter2", True))
                self.seen(again)
                self.assertTrue(again._cell.failure.is_secret)
        open_one = self.output("x").apply(bad).apply(str, on_error=str)
        self.assertEqual(self.seen(open_one)[1:3], ("bad x", False))

    def caught(self, function):
        with self.assertRaises(BaseException) as caught:
            function()
        return caught.exception

    def test_errors_that_were_waited_for_are_not_quoted(self):
        reporter = Reporter(pathlib.Path("/"))
        failed = lumi.secret("hunter2").apply(bad)

        def wrapped(make, hide=False):
            try:
                failed.wait()
            except ValueError as error:
                if hide:
                    raise make(f"again {error}") from None
                raise make(f"again {error}") from error

        errors = [self.caught(failed.wait), self.caught(lambda: wrapped(KeyError))]
        errors.append(self.caught(lambda: wrapped(KeyError, hide=True)))
        for error in errors:
            report = str(reporter.crash(error, self.session.failures))
            self.assertNotIn("hunter2", report)
            self.assertIn("may quote a secret", report)
        ended = self.caught(lambda: wrapped(SystemExit))
        self.assertNotIn("hunter2", str(reporter.exited(ended, self.session.failures)))
        other = self.caught(self.output("x").apply(bad).wait)
        self.assertEqual(reporter.crash(other, self.session.failures).message, "ValueError: bad x")


class Failures(OutputTest):
    def test_one_is_shared_by_all_that_comes_from_it(self):
        first = self.output(0).apply(lambda it: 1 / it)
        second = Output.concat("a", first)["b"].apply(str)
        self.seen(second)
        self.assertIs(first._cell.failure, second._cell.failure)
        self.assertEqual([it.is_reported for it in self.session.failures], [True])

    def test_who_takes_one_on_gives_a_value_instead(self):
        failed = self.output(0).apply(lambda it: 1 / it)
        instead = failed.apply(str, on_error=lambda error: type(error).__name__)
        self.assertEqual(self.seen(instead)[1], "ZeroDivisionError")
        self.assertEqual([it.is_reported for it in self.session.failures], [False])

    def test_what_followed_from_a_handled_one_is_told(self):
        cause = Failure(self.session, ValueError("first"))
        follow = Failure(self.session, ValueError("second"), cause=cause)
        self.assertEqual([cause.is_reported, follow.is_reported], [True, False])
        cause.handle()
        self.assertEqual([cause.is_reported, follow.is_reported], [False, True])

    def test_async_callbacks_are_refused(self):
        async def callback(it):
            return it

        result = self.output(1).apply(callback)
        self.seen(result)
        self.assertIn("is async", str(result._cell.failure.error))

    def test_data_that_contains_itself_is_refused(self):
        data = []
        data.append(data)
        with self.assertRaisesRegex(lumi.InputError, "contains itself"):
            Output.from_input(data)


class Misuse(OutputTest):
    def test_an_output_is_not_its_value(self):
        output = self.output([1])
        mistakes = [
            lambda: str(output),
            lambda: f"{output}",
            lambda: "a" + output,
            lambda: output + 1,
            lambda: bool(output),
            lambda: list(output),
            lambda: len(output),
            lambda: 1 in output,
            lambda: output < 2,
            lambda: output.upper,
            lambda: output(),
        ]
        for mistake in mistakes:
            with self.assertRaises((TypeError, AttributeError)):
                mistake()
        with self.assertRaises(TypeError):
            output[0] = 2

    def test_all_takes_one_kind(self):
        with self.assertRaises(lumi.InputError):
            Output.all(1, a=2)
