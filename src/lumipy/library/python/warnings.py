"""The module `warnings`: a warning is one of the run."""

import lumi


def warn(message, category=None, stacklevel=1):
    lumi.log.warn(str(message))


def filterwarnings(action, *args, **named):
    return None


simplefilter = filterwarnings
