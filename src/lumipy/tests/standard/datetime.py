from datetime import date, datetime, time, timedelta, timezone
import random

source = random.Random(11)
moments = [datetime(2024, 2, 29, 23, 59, 59, 999999), datetime(1999, 12, 31), datetime(1970, 1, 1), datetime(2000, 1, 1, 12)]
for _ in range(25):
    moments.append(datetime(source.randint(1, 9998), source.randint(1, 12), source.randint(1, 28), source.randint(0, 23), source.randint(0, 59), source.randint(0, 59), source.randint(0, 999999)))
for it in moments:
    print(it, repr(it), it.isoformat(), it.date(), it.time(), it.weekday(), it.isoweekday(), tuple(it.isocalendar()), it.toordinal())
    print(it.strftime("%m/%d %H:%M:%S.%f %j %A %a %B %b %p %I %y %U %W %w %u %%"), it.ctime(), f"{it:%Y}"[-2:], it.replace(tzinfo=timezone.utc).timestamp())
    delta = timedelta(days=source.randint(-300, 300), seconds=source.randint(-99999, 99999), microseconds=source.randint(0, 99))
    print(delta, repr(delta), delta.total_seconds(), it + delta, it - delta, (it + delta) - it == delta, delta * 2, delta / 4, -delta, abs(delta))
    print(datetime.fromisoformat(it.isoformat()) == it, date.fromisoformat(str(it.date())), it.replace(hour=1, microsecond=0), it > moments[0], it.date() < date(2000, 1, 1))
utc = datetime(2024, 5, 17, 10, 30, tzinfo=timezone.utc)
east = timezone(timedelta(hours=5, minutes=30))
print(utc, utc.isoformat(), utc.astimezone(east), utc.astimezone(east) == utc, utc.tzname(), east, repr(east), utc.strftime("%z %Z"), utc.timestamp(), repr(utc))
print(datetime.strptime("2024-03-05 07:08", "%Y-%m-%d %H:%M"), datetime.strptime("5 Mar 24 11:00 PM", "%d %b %y %I:%M %p"), datetime.strptime("2024-01-01T00:00:00+0200", "%Y-%m-%dT%H:%M:%S%z"))
print(datetime.fromisoformat("2024-01-02T03:04:05+02:00"), datetime.fromisoformat("2024-01-02"), datetime.fromtimestamp(0, timezone.utc), datetime.combine(date(2024, 1, 1), time(5)))
print(timedelta(hours=25), timedelta(weeks=1, minutes=-1), timedelta(0), timedelta(days=1.5), timedelta(hours=1) // timedelta(minutes=7), timedelta(hours=1) > timedelta(seconds=1), timedelta(milliseconds=1.5))
print(time(1, 2, 3), repr(time(1, 2)), time.fromisoformat("04:05:06.789"), date(2024, 1, 31) + timedelta(days=1), date(2024, 3, 1) - date(2024, 2, 1), {date(2024, 1, 1): 1}[date(2024, 1, 1)])
print(utc.isoformat(timespec="minutes"), utc.isoformat(" "), max(date(2024, 1, 1), date(2023, 1, 1)), isinstance(utc, date), sum([timedelta(1), timedelta(2)], timedelta()))
for wrong in (lambda: date(2023, 2, 29), lambda: datetime(2023, 1, 1, 24), lambda: date.fromisoformat("x"), lambda: datetime.strptime("a", "%Y"), lambda: utc < datetime(2024, 1, 1)):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, error)
