"""The module `string`."""

import re

ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
whitespace = " \t\n\r\v\f"
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or " ").join(it.capitalize() for it in s.split(sep))


_field = re.compile(r"\$(?:(\$)|([_a-zA-Z][_a-zA-Z0-9]*)|\{([_a-zA-Z][_a-zA-Z0-9]*)\}|)")


class Template:
    def __init__(self, template):
        self.template = template

    def _replaced(self, values, is_safe):
        def replace(match):
            if match.group(1) is not None:
                return "$"
            name = match.group(2) or match.group(3)
            if name is None:
                if is_safe:
                    return match.group()
                before = self.template[: match.start()]
                line = before.count("\n") + 1
                column = match.start() - (before.rfind("\n") + 1) + 1
                raise ValueError(f"Invalid placeholder in string: line {line}, col {column}")
            if is_safe and name not in values:
                return match.group()
            return str(values[name])

        return _field.sub(replace, self.template)

    def substitute(self, mapping={}, /, **kws):
        return self._replaced({**mapping, **kws}, False)

    def safe_substitute(self, mapping={}, /, **kws):
        return self._replaced({**mapping, **kws}, True)

    def get_identifiers(self):
        found = []
        for match in _field.finditer(self.template):
            name = match.group(2) or match.group(3)
            if name is not None and name not in found:
                found.append(name)
        return found
