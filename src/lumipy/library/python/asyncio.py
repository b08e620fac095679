"""The module `asyncio`: coroutines of LumiPy are promises, so there is nothing to run."""

import lumi


def run(main):
    """The result of a coroutine, as an output."""
    return lumi.Output.from_input(main)


async def gather(*coroutines):
    return await list(coroutines)
