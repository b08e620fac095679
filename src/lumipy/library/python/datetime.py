"""The module `datetime`, without a clock: times are those that a program writes."""

import re

MINYEAR = 1
MAXYEAR = 9999

_DAYS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MONTHS = ("", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in(year, month):
    return 29 if month == 2 and _is_leap(year) else _DAYS[month]


def _days_before_year(year):
    before = year - 1
    return before * 365 + before // 4 - before // 100 + before // 400


def _days_before_month(year, month):
    return sum(_days_in(year, it) for it in range(1, month))


def _no_clock(name):
    return RuntimeError(f"LumiPy has no {name}: a plan depends on no clock, so give a time as configuration")


class timedelta:
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        micros = _rounded(microseconds + milliseconds * 1000)
        whole = days + weeks * 7
        day_part = whole - int(whole)
        all_seconds = seconds + minutes * 60 + hours * 3600 + day_part * 86400
        part = all_seconds - int(all_seconds)
        micros += _rounded(part * 1000000)
        total = int(all_seconds) + micros // 1000000
        self._set(int(whole) + total // 86400, total % 86400, micros % 1000000)

    def _set(self, days, seconds, microseconds):
        if abs(days) > 999999999:
            raise OverflowError(f"days={days}; must have magnitude <= 999999999")
        self.days = days
        self.seconds = seconds
        self.microseconds = microseconds

    def total_seconds(self):
        return self.days * 86400 + self.seconds + self.microseconds / 1000000

    def _all(self):
        return (self.days, self.seconds, self.microseconds)

    def __add__(self, other):
        if isinstance(other, timedelta):
            return timedelta(self.days + other.days, self.seconds + other.seconds, self.microseconds + other.microseconds)
        return NotImplemented

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        return NotImplemented

    def __neg__(self):
        return timedelta(-self.days, -self.seconds, -self.microseconds)

    def __pos__(self):
        return self

    def __abs__(self):
        return -self if self.days < 0 else self

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta(self.days * other, self.seconds * other, self.microseconds * other)
        if isinstance(other, float):
            return timedelta(microseconds=_micros(self) * other)
        return NotImplemented

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return _micros(self) / _micros(other)
        return timedelta(microseconds=_micros(self) / other)

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return _micros(self) // _micros(other)
        return timedelta(microseconds=_micros(self) // other)

    def __mod__(self, other):
        return timedelta(microseconds=_micros(self) % _micros(other))

    def __eq__(self, other):
        return isinstance(other, timedelta) and self._all() == other._all()

    def __lt__(self, other):
        return self._all() < other._all()

    def __le__(self, other):
        return self._all() <= other._all()

    def __gt__(self, other):
        return self._all() > other._all()

    def __ge__(self, other):
        return self._all() >= other._all()

    def __hash__(self):
        return self._all()

    def __bool__(self):
        return self._all() != (0, 0, 0)

    def __str__(self):
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02d}:{seconds:02d}"
        if self.days:
            plural = "" if abs(self.days) == 1 else "s"
            text = f"{self.days} day{plural}, {text}"
        return text + (f".{self.microseconds:06d}" if self.microseconds else "")

    def __repr__(self):
        parts = [f"{name}={value}" for name, value in (("days", self.days), ("seconds", self.seconds), ("microseconds", self.microseconds)) if value]
        return f"datetime.timedelta({', '.join(parts) or '0'})"


def _rounded(value):
    return value if isinstance(value, int) else round(value)


def _micros(of):
    return (of.days * 86400 + of.seconds) * 1000000 + of.microseconds


class tzinfo:
    pass


class timezone(tzinfo):
    def __init__(self, offset, name=None):
        if not timedelta(hours=-24) < offset < timedelta(hours=24):
            raise ValueError("offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24)")
        self._offset = offset
        self._name = name

    def utcoffset(self, dt):
        return self._offset

    def tzname(self, dt):
        if self._name is not None:
            return self._name
        return "UTC" + (_offset_text(self._offset) if self._offset else "")

    def dst(self, dt):
        return None

    def __eq__(self, other):
        return isinstance(other, timezone) and self._offset == other._offset

    def __hash__(self):
        return self._offset.__hash__()

    def __str__(self):
        return self.tzname(None)

    def __repr__(self):
        if self._name is None and not self._offset:
            return "datetime.timezone.utc"
        name = "" if self._name is None else f", {self._name!r}"
        return f"datetime.timezone({self._offset!r}{name})"


def _offset_text(offset, colon=":"):
    sign = "-" if offset.days < 0 else "+"
    of = abs(offset)
    hours, rest = divmod(of.seconds + of.days * 86400, 3600)
    minutes, seconds = divmod(rest, 60)
    text = f"{sign}{hours:02d}{colon}{minutes:02d}"
    return text + (f"{colon}{seconds:02d}" if seconds else "")


timezone.utc = timezone(timedelta(0))
UTC = timezone.utc


def _check_date(year, month, day):
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f"year {year} is out of range")
    if not 1 <= month <= 12:
        raise ValueError("month must be in 1..12")
    if not 1 <= day <= _days_in(year, month):
        raise ValueError("day is out of range for month")


def _check_time(hour, minute, second, microsecond):
    if not 0 <= hour <= 23:
        raise ValueError("hour must be in 0..23")
    if not 0 <= minute <= 59:
        raise ValueError("minute must be in 0..59")
    if not 0 <= second <= 59:
        raise ValueError("second must be in 0..59")
    if not 0 <= microsecond <= 999999:
        raise ValueError("microsecond must be in 0..999999")


def _parts_of(ordinal):
    year = max(1, ordinal // 366)
    while _days_before_year(year + 1) < ordinal:
        year += 1
    left = ordinal - _days_before_year(year)
    month = 1
    while left > _days_in(year, month):
        left -= _days_in(year, month)
        month += 1
    return (year, month, left)


class date:
    def __init__(self, year, month, day):
        _check_date(year, month, day)
        self.year = year
        self.month = month
        self.day = day

    @classmethod
    def today(cls):
        raise _no_clock("date.today()")

    @classmethod
    def fromordinal(cls, ordinal):
        if not 1 <= ordinal <= 3652059:
            raise ValueError("ordinal must be >= 1" if ordinal < 1 else "year is out of range")
        return cls(*_parts_of(ordinal))

    @classmethod
    def fromisoformat(cls, text):
        match = re.fullmatch(r"(\d{4})-?(\d\d)-?(\d\d)", text)
        if match is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        return cls(*[int(it) for it in match.groups()])

    def toordinal(self):
        return _days_before_year(self.year) + _days_before_month(self.year, self.month) + self.day

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def isocalendar(self):
        year = self.year
        first = _first_week(year)
        if self.toordinal() < first:
            year -= 1
            first = _first_week(year)
        elif self.toordinal() >= _first_week(year + 1):
            year += 1
            first = _first_week(year)
        week, day = divmod(self.toordinal() - first, 7)
        return (year, week + 1, day + 1)

    def replace(self, year=None, month=None, day=None):
        return date(year or self.year, month or self.month, day or self.day)

    def isoformat(self):
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"

    def ctime(self):
        return self.strftime("%a %b ") + f"{self.day:2d} 00:00:00 {self.year:04d}"

    def strftime(self, format):
        return _formatted(datetime(self.year, self.month, self.day), format)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return f"datetime.date({self.year}, {self.month}, {self.day})"

    def _all(self):
        return (self.year, self.month, self.day)

    def __add__(self, other):
        if isinstance(other, timedelta):
            ordinal = self.toordinal() + other.days
            if not 1 <= ordinal <= 3652059:
                raise OverflowError("date value out of range")
            return date(*_parts_of(ordinal))
        return NotImplemented

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        if isinstance(other, date):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented

    def __eq__(self, other):
        return isinstance(other, date) and not isinstance(other, datetime) and self._all() == other._all()

    def __lt__(self, other):
        return self._all() < other._all()

    def __le__(self, other):
        return self._all() <= other._all()

    def __gt__(self, other):
        return self._all() > other._all()

    def __ge__(self, other):
        return self._all() >= other._all()

    def __hash__(self):
        return self._all()


def _first_week(year):
    """The ordinal of the Monday of the first week, which has the first Thursday."""
    first = _days_before_year(year) + 1
    weekday = (first + 6) % 7
    return first - weekday + (7 if weekday > 3 else 0)


class time:
    def __init__(self, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        _check_time(hour, minute, second, microsecond)
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond
        self.tzinfo = tzinfo

    @classmethod
    def fromisoformat(cls, text):
        return cls(*_time_of(text, text))

    def isoformat(self):
        offset = "" if self.tzinfo is None else _offset_text(self.tzinfo.utcoffset(None))
        return _time_text(self, "auto") + offset

    def replace(self, hour=None, minute=None, second=None, microsecond=None):
        return time(
            self.hour if hour is None else hour,
            self.minute if minute is None else minute,
            self.second if second is None else second,
            self.microsecond if microsecond is None else microsecond,
            self.tzinfo,
        )

    def strftime(self, format):
        return _formatted(datetime(1900, 1, 1, self.hour, self.minute, self.second, self.microsecond, self.tzinfo), format)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        parts = [self.hour, self.minute]
        if self.second or self.microsecond:
            parts.append(self.second)
        if self.microsecond:
            parts.append(self.microsecond)
        zone = "" if self.tzinfo is None else f", tzinfo={self.tzinfo!r}"
        return f"datetime.time({', '.join(str(it) for it in parts)}{zone})"

    def _all(self):
        return (self.hour, self.minute, self.second, self.microsecond)

    def __eq__(self, other):
        return isinstance(other, time) and self._all() == other._all()

    def __lt__(self, other):
        return self._all() < other._all()

    def __le__(self, other):
        return self._all() <= other._all()

    def __gt__(self, other):
        return self._all() > other._all()

    def __ge__(self, other):
        return self._all() >= other._all()

    def __hash__(self):
        return self._all()


def _time_text(of, timespec):
    text = f"{of.hour:02d}:{of.minute:02d}"
    if timespec == "hours":
        return text[:2]
    if timespec == "minutes":
        return text
    text += f":{of.second:02d}"
    if timespec == "milliseconds":
        return text + f".{of.microsecond // 1000:03d}"
    if timespec == "microseconds" or timespec == "auto" and of.microsecond:
        return text + f".{of.microsecond:06d}"
    return text


def _time_of(text, whole):
    match = re.fullmatch(r"(\d\d)(?::?(\d\d))?(?::?(\d\d))?(?:[.,](\d+))?(Z|[+-]\d\d(?::?\d\d)?(?::?\d\d)?)?", text)
    if match is None:
        raise ValueError(f"Invalid isoformat string: {whole!r}")
    hour, minute, second, part, zone = match.groups()
    micros = int((part or "0")[:6].ljust(6, "0"))
    return (int(hour), int(minute or 0), int(second or 0), micros, _zone_of(zone))


def _zone_of(text):
    if text is None:
        return None
    if text == "Z":
        return UTC
    digits = text[1:].replace(":", "").ljust(6, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:4]), seconds=int(digits[4:]))
    if not offset:
        return UTC
    return timezone(-offset if text[0] == "-" else offset)


class datetime(date):
    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        super().__init__(year, month, day)
        _check_time(hour, minute, second, microsecond)
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond
        self.tzinfo = tzinfo

    @classmethod
    def now(cls, tz=None):
        raise _no_clock("datetime.now()")

    @classmethod
    def utcnow(cls):
        raise _no_clock("datetime.utcnow()")

    @classmethod
    def today(cls):
        raise _no_clock("datetime.today()")

    @classmethod
    def combine(cls, day, time, tzinfo=None):
        zone = time.tzinfo if tzinfo is None else tzinfo
        return cls(day.year, day.month, day.day, time.hour, time.minute, time.second, time.microsecond, zone)

    @classmethod
    def fromordinal(cls, ordinal):
        return cls(*_parts_of(ordinal))

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        if tz is None:
            raise RuntimeError("LumiPy has no local time zone: give fromtimestamp() one, such as timezone.utc")
        return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=timestamp)).astimezone(tz)

    @classmethod
    def utcfromtimestamp(cls, timestamp):
        return datetime(1970, 1, 1) + timedelta(seconds=timestamp)

    @classmethod
    def fromisoformat(cls, text):
        match = re.match(r"(\d{4}-\d\d-\d\d|\d{8})", text)
        if match is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        day = date.fromisoformat(match.group(1))
        rest = text[match.end() + 1 :]
        return cls(day.year, day.month, day.day, *(_time_of(rest, text) if rest else ()))

    @classmethod
    def strptime(cls, text, format):
        return _parsed(text, format)

    def date(self):
        return date(self.year, self.month, self.day)

    def time(self):
        return time(self.hour, self.minute, self.second, self.microsecond)

    def timetz(self):
        return time(self.hour, self.minute, self.second, self.microsecond, self.tzinfo)

    def utcoffset(self):
        return None if self.tzinfo is None else self.tzinfo.utcoffset(self)

    def tzname(self):
        return None if self.tzinfo is None else self.tzinfo.tzname(self)

    def timestamp(self):
        if self.tzinfo is None:
            raise RuntimeError("LumiPy has no local time zone: give the datetime one, such as timezone.utc")
        return (self - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()

    def astimezone(self, tz=None):
        if tz is None or self.tzinfo is None:
            raise RuntimeError("LumiPy has no local time zone: give the datetime one, such as timezone.utc")
        shifted = self.replace(tzinfo=None) - self.utcoffset() + tz.utcoffset(self)
        return shifted.replace(tzinfo=tz)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=True):
        return datetime(
            self.year if year is None else year,
            self.month if month is None else month,
            self.day if day is None else day,
            self.hour if hour is None else hour,
            self.minute if minute is None else minute,
            self.second if second is None else second,
            self.microsecond if microsecond is None else microsecond,
            self.tzinfo if tzinfo is True else tzinfo,
        )

    def isoformat(self, sep="T", timespec="auto"):
        offset = "" if self.tzinfo is None else _offset_text(self.utcoffset())
        return super().isoformat() + sep + _time_text(self, timespec) + offset

    def ctime(self):
        return self.strftime("%a %b ") + f"{self.day:2d} " + self.strftime("%H:%M:%S ") + f"{self.year:04d}"

    def strftime(self, format):
        return _formatted(self, format)

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        parts = [self.year, self.month, self.day, self.hour, self.minute]
        if self.second or self.microsecond:
            parts.append(self.second)
        if self.microsecond:
            parts.append(self.microsecond)
        zone = "" if self.tzinfo is None else f", tzinfo={self.tzinfo!r}"
        return f"datetime.datetime({', '.join(str(it) for it in parts)}{zone})"

    def _all(self):
        if self.tzinfo is not None and self.utcoffset():
            return (self.replace(tzinfo=None) - self.utcoffset())._all()
        return (self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond)

    def _ordered(self, other):
        if (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return (self._all(), other._all())

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        seconds = (self.hour * 60 + self.minute) * 60 + self.second
        total = timedelta(self.toordinal(), seconds, self.microsecond) + other
        if not 1 <= total.days <= 3652059:
            raise OverflowError("date value out of range")
        hours, rest = divmod(total.seconds, 3600)
        return datetime(*_parts_of(total.days), hours, rest // 60, rest % 60, total.microseconds, self.tzinfo)

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return NotImplemented
        if (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        first, second = self._all(), other._all()
        days = date(*first[:3]).toordinal() - date(*second[:3]).toordinal()
        hours, minutes, seconds, micros = [first[at] - second[at] for at in range(3, 7)]
        return timedelta(days, hours * 3600 + minutes * 60 + seconds, micros)

    def __eq__(self, other):
        if not isinstance(other, datetime) or (self.tzinfo is None) != (other.tzinfo is None):
            return False
        return self._all() == other._all()

    def __lt__(self, other):
        first, second = self._ordered(other)
        return first < second

    def __le__(self, other):
        first, second = self._ordered(other)
        return first <= second

    def __gt__(self, other):
        first, second = self._ordered(other)
        return first > second

    def __ge__(self, other):
        first, second = self._ordered(other)
        return first >= second

    def __hash__(self):
        return self._all()


def _formatted(of, format):
    def replace(match):
        return _field(of, match.group(1))

    return re.sub(r"%([a-zA-Z%])", replace, format)


def _field(of, code):
    day = of.toordinal() - _days_before_year(of.year)
    hour = of.hour % 12 or 12
    fields = {
        "Y": f"{of.year}",
        "m": f"{of.month:02d}",
        "d": f"{of.day:02d}",
        "e": f"{of.day:2d}",
        "H": f"{of.hour:02d}",
        "I": f"{hour:02d}",
        "M": f"{of.minute:02d}",
        "S": f"{of.second:02d}",
        "f": f"{of.microsecond:06d}",
        "y": f"{of.year % 100:02d}",
        "j": f"{day:03d}",
        "A": _WEEKDAYS[of.weekday()],
        "a": _WEEKDAYS[of.weekday()][:3],
        "B": _MONTHS[of.month],
        "b": _MONTHS[of.month][:3],
        "h": _MONTHS[of.month][:3],
        "p": "AM" if of.hour < 12 else "PM",
        "u": str(of.isoweekday()),
        "w": str(of.isoweekday() % 7),
        "U": f"{(day + 6 - of.isoweekday() % 7) // 7:02d}",
        "W": f"{(day + 6 - of.weekday()) // 7:02d}",
        "G": str(of.isocalendar()[0]),
        "V": f"{of.isocalendar()[1]:02d}",
        "z": "" if of.tzinfo is None else _offset_text(of.utcoffset(), ""),
        "Z": of.tzname() or "",
        "n": "\n",
        "t": "\t",
        "%": "%",
    }
    if code in fields:
        return fields[code]
    longer = {"F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "D": "%m/%d/%y", "x": "%m/%d/%y", "X": "%H:%M:%S", "c": "%a %b %e %H:%M:%S %Y", "r": "%I:%M:%S %p"}
    if code in longer:
        return _formatted(of, longer[code])
    return "%" + code


_PATTERNS = {
    "Y": r"(?P<Y>\d\d\d\d)",
    "m": r"(?P<m>1[0-2]|0[1-9]|[1-9])",
    "d": r"(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])",
    "H": r"(?P<H>2[0-3]|[0-1]\d|\d)",
    "I": r"(?P<I>1[0-2]|0[1-9]|[1-9])",
    "M": r"(?P<M>[0-5]\d|\d)",
    "S": r"(?P<S>6[0-1]|[0-5]\d|\d)",
    "f": r"(?P<f>[0-9]{1,6})",
    "y": r"(?P<y>\d\d)",
    "j": r"(?P<j>36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9])",
    "B": "(?P<B>" + "|".join(_MONTHS[1:]) + ")",
    "b": "(?P<b>" + "|".join(it[:3] for it in _MONTHS[1:]) + ")",
    "A": "(?P<A>" + "|".join(_WEEKDAYS) + ")",
    "a": "(?P<a>" + "|".join(it[:3] for it in _WEEKDAYS) + ")",
    "p": "(?P<p>AM|PM)",
    "z": r"(?P<z>[+-]\d\d:?[0-5]\d(?::?[0-5]\d)?|Z)",
    "Z": "(?P<Z>UTC|GMT)?",
    "%": "%",
}


def _pattern_of(match):
    code = match.group(1)
    if code is None:
        return re.escape(match.group())
    if code not in _PATTERNS:
        raise ValueError(f"'{code}' is a bad directive in format {match.string!r}")
    return _PATTERNS[code]


def _parsed(text, format):
    wanted = format.replace("%F", "%Y-%m-%d").replace("%T", "%H:%M:%S")
    pattern = re.sub(r"\s+", " ", re.sub(r"%([a-zA-Z%])|[^%\s]", _pattern_of, wanted)).replace(" ", r"\s+")
    match = re.match(pattern, text, re.IGNORECASE)
    if match is None:
        raise ValueError(f"time data {text!r} does not match format {format!r}")
    if match.end() != len(text):
        raise ValueError(f"unconverted data remains: {text[match.end() :]}")
    found = {name: value for name, value in match.groupdict().items() if value is not None}
    year = int(found.get("Y", 1900))
    if "y" in found:
        short = int(found["y"])
        year = short + (2000 if short < 69 else 1900)
    month = int(found.get("m", 1))
    for code, size in (("B", None), ("b", 3)):
        if code in found:
            month = [it[:size].lower() for it in _MONTHS].index(found[code].lower())
    day = int(found.get("d", 1))
    if "j" in found and "d" not in found:
        year, month, day = _parts_of(_days_before_year(year) + int(found["j"]))
    hour = int(found.get("H", 0))
    if "I" in found:
        hour = int(found["I"]) % 12 + (12 if found.get("p", "AM").upper() == "PM" else 0)
    micros = int(found.get("f", "0").ljust(6, "0"))
    zone = _zone_of(found.get("z"))
    return datetime(year, month, day, hour, int(found.get("M", 0)), int(found.get("S", 0)), micros, zone)


date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
