"""The module `fnmatch`."""

import re


def translate(pat):
    found = ""
    at = 0
    while at < len(pat):
        it = pat[at]
        at += 1
        if it == "*":
            if not found.endswith(".*"):
                found += ".*"
        elif it == "?":
            found += "."
        elif it == "[":
            end = at
            if end < len(pat) and pat[end] == "!":
                end += 1
            if end < len(pat) and pat[end] == "]":
                end += 1
            while end < len(pat) and pat[end] != "]":
                end += 1
            if end >= len(pat):
                found += "\\["
            else:
                inner = pat[at:end].replace("\\", "\\\\")
                at = end + 1
                found += f"[^{inner[1:]}]" if inner[0] == "!" else f"[{inner}]"
        else:
            found += re.escape(it)
    return rf"(?s:{found})\Z"


def fnmatchcase(name, pat):
    return re.match(translate(pat), name) is not None


fnmatch = fnmatchcase


def filter(names, pat):
    return [it for it in names if fnmatchcase(it, pat)]
