"""The module `textwrap`."""

import re

_blank_lines = re.compile(r"^[ \t]+$", re.MULTILINE)
_indents = re.compile(r"(^[ \t]*)(?:[^ \t\n])", re.MULTILINE)


def dedent(text):
    text = _blank_lines.sub("", text)
    margin = None
    for indent in _indents.findall(text):
        if margin is None or margin.startswith(indent):
            margin = indent
        elif not indent.startswith(margin):
            size = 0
            while size < min(len(margin), len(indent)) and margin[size] == indent[size]:
                size += 1
            margin = margin[:size]
    if not margin:
        return text
    return "\n".join(it[len(margin) :] if it.startswith(margin) else it for it in text.split("\n"))


def indent(text, prefix, predicate=None):
    def shown(line):
        wanted = line.strip() if predicate is None else predicate(line)
        return prefix + line if wanted else line

    return "".join(shown(it) for it in text.splitlines(True))


_letter = r"[^\d\W]"
_word = r"[\w!\"'&.,?]"
_pieces = re.compile(
    r"([\t\n\v\f\r ]+|"
    + rf"(?<={_word})-{{2,}}(?=\w)|"
    + r"[^\t\n\v\f\r ]"
    + rf"(?:[^\t\n\v\f\r ]*?(?:-(?:(?<={_letter}{{2}}-)|(?<={_letter}-{_letter}-))(?={_letter}-?{_letter})|(?=[\t\n\v\f\r ]|\Z)|(?<={_word})(?=-{{2,}}\w))))"
)


class TextWrapper:
    def __init__(
        self,
        width=70,
        initial_indent="",
        subsequent_indent="",
        expand_tabs=True,
        replace_whitespace=True,
        fix_sentence_endings=False,
        break_long_words=True,
        drop_whitespace=True,
        break_on_hyphens=True,
        tabsize=8,
        *,
        max_lines=None,
        placeholder=" [...]",
    ):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _chunks(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = re.sub(r"[\t\n\v\f\r]", " ", text)
        if self.break_on_hyphens:
            found = _pieces.split(text)
        else:
            found = re.split(r"([\t\n\v\f\r ]+)", text)
        return [it for it in found if it]

    def wrap(self, text):
        chunks = self._chunks(text)
        lines = []
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        if self.max_lines is not None:
            first = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(first) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        chunks.reverse()
        while chunks:
            current = []
            length = 0
            margin = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(margin)
            if self.drop_whitespace and chunks[-1].strip() == "" and lines:
                del chunks[-1]
            while chunks and length + len(chunks[-1]) <= width:
                length += len(chunks[-1])
                current.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                self._long_word(chunks, current, length, width)
                length = sum(len(it) for it in current)
            if self.drop_whitespace and current and current[-1].strip() == "":
                length -= len(current[-1])
                del current[-1]
            if not current:
                continue
            if self._fits(chunks, lines, length, width):
                lines.append(margin + "".join(current))
                continue
            if self._shortened(current, length, width, margin, lines):
                break
        return lines

    def _fits(self, chunks, lines, length, width):
        if self.max_lines is None or len(lines) + 1 < self.max_lines:
            return True
        is_last = not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip()
        return is_last and length <= width

    def _shortened(self, current, length, width, margin, lines):
        while current:
            if current[-1].strip() and length + len(self.placeholder) <= width:
                current.append(self.placeholder)
                lines.append(margin + "".join(current))
                return True
            length -= len(current[-1])
            del current[-1]
        if lines:
            before = lines[-1].rstrip()
            if len(before) + len(self.placeholder) <= self.width:
                lines[-1] = before + self.placeholder
                return True
        lines.append(margin + self.placeholder.lstrip())
        return True

    def _long_word(self, chunks, current, length, width):
        left = 1 if width < 1 else width - length
        if self.break_long_words:
            end = left
            chunk = chunks[-1]
            if self.break_on_hyphens and len(chunk) > left:
                hyphen = chunk.rfind("-", 0, left)
                if hyphen > 0 and any(it != "-" for it in chunk[:hyphen]):
                    end = hyphen + 1
            current.append(chunk[:end])
            chunks[-1] = chunk[end:]
        elif not current:
            current.append(chunks.pop())

    def fill(self, text):
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    wrapper = TextWrapper(width=width, max_lines=1, **kwargs)
    return wrapper.fill(" ".join(text.strip().split()))
