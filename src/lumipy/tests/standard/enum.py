from enum import Enum, IntEnum, StrEnum, auto, unique


class Stage(Enum):
    DEV = "dev"
    PROD = "prod"
    LIVE = "prod"

    @property
    def is_live(self):
        return self is Stage.PROD

    @classmethod
    def named(cls, text):
        return cls(text.lower())

    def describe(self):
        return f"{self.name}={self.value}"


class Size(str, Enum):
    SMALL = "t3.small"
    LARGE = "t3.large"


class Level(IntEnum):
    LOW = 1
    HIGH = auto()


class Kind(StrEnum):
    WEB = auto()
    API = "api"


@unique
class Planet(Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.64, 3.39)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius


print(Stage.DEV, repr(Stage.DEV), Stage.DEV.name, Stage.DEV.value, Stage("dev") is Stage.DEV, Stage["PROD"], Stage.LIVE)
print([it.name for it in Stage], len(Stage), list(Stage), Stage.DEV in Stage, Stage.PROD.is_live, Stage.named("DEV"))
print(Stage.DEV == Stage.DEV, Stage.DEV == "dev", Stage.DEV != Stage.PROD, {Stage.DEV: 1}[Stage.DEV], Stage.DEV.describe())
print(Size.SMALL == "t3.small", Size.SMALL.upper(), Size.SMALL + "x", f"{Size.SMALL}", str(Size.SMALL), Size.SMALL.value)
print(Size("t3.large"), isinstance(Size.SMALL, str), isinstance(Size.SMALL, Size), len(Size.SMALL), Size.SMALL in ["t3.small"])
print({"t3.small": 1}[Size.SMALL], "-".join([Size.SMALL, Size.LARGE]), Size.SMALL.startswith("t3"), "%s" % Size.SMALL)
print(Level.LOW < Level.HIGH, Level.HIGH + 1, f"{Level.LOW}", repr(Level.HIGH), Level(2), max(Level), f"{Level.HIGH:03d}", Level.LOW == 1)
print(Kind.WEB, Kind.WEB == "web", f"{Kind.API}", repr(Kind.WEB), [it.value for it in Kind], "{:>5}".format(Size.SMALL))
print(Planet.EARTH.mass, Planet.MARS.radius, Planet.MARS.value, list(Stage.__members__), Stage.__members__["DEV"])
for wrong in (lambda: Stage("x"), lambda: Stage["x"]):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, error)
table = {Stage.DEV: 1, Stage.PROD: 2}
print([table[it] for it in Stage], Stage.DEV is Stage("dev"), type(Stage.DEV).__name__, hash is not None)
