"""The module `shlex`: texts for shells."""

import re

_unsafe = re.compile(r"[^\w@%+=:,./-]", re.ASCII)


def quote(s):
    if not s:
        return "''"
    if not _unsafe.search(s):
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"


def join(split_command):
    return " ".join(quote(it) for it in split_command)


def split(s, comments=False, posix=True):
    words = []
    word = None
    quoted = ""
    at = 0
    while at < len(s):
        it = s[at]
        at += 1
        if quoted == "'":
            if it == "'":
                quoted = ""
            else:
                word += it
        elif it == "\\":
            if at == len(s):
                raise ValueError("No escaped character")
            following = s[at]
            at += 1
            kept = "\\" if quoted and following not in '\\"' else ""
            word = (word or "") + kept + following
        elif quoted:
            if it == '"':
                quoted = ""
            else:
                word += it
        elif it in "'\"":
            quoted = it
            word = word or ""
        elif it in " \t\r\n":
            if word is not None:
                words.append(word)
            word = None
        elif it == "#" and comments:
            while at < len(s) and s[at] != "\n":
                at += 1
        else:
            word = (word or "") + it
    if quoted:
        raise ValueError("No closing quotation")
    if word is not None:
        words.append(word)
    return words
