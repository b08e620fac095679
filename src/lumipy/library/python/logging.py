"""The module `logging`: messages are those of the run."""

import lumi

DEBUG = 10
INFO = 20
WARNING = 30
ERROR = 40
CRITICAL = 50


def _text(msg, args):
    return str(msg) % args if args else str(msg)


class Logger:
    def __init__(self, name):
        self.name = name

    def debug(self, msg, *args, **named):
        lumi.log.debug(_text(msg, args))

    def info(self, msg, *args, **named):
        lumi.log.info(_text(msg, args))

    def warning(self, msg, *args, **named):
        lumi.log.warn(_text(msg, args))

    def error(self, msg, *args, **named):
        lumi.log.error(_text(msg, args))

    def exception(self, msg, *args, **named):
        lumi.log.error(_text(msg, args))

    def critical(self, msg, *args, **named):
        lumi.log.error(_text(msg, args))

    def setLevel(self, level):
        return None


_root = Logger("root")


def getLogger(name=None):
    return _root if name is None else Logger(name)


def basicConfig(**named):
    return None


def debug(msg, *args, **named):
    _root.debug(msg, *args)


def info(msg, *args, **named):
    _root.info(msg, *args)


def warning(msg, *args, **named):
    _root.warning(msg, *args)


def error(msg, *args, **named):
    _root.error(msg, *args)


def critical(msg, *args, **named):
    _root.critical(msg, *args)
