from dataclasses import dataclass
from typing import ClassVar

@dataclass
class Settings:
    DEFAULT_STAGE: ClassVar[str] = "dev"
    size: int
    stage: str = "dev"

def load(config) -> Settings:
    return Settings(size=config.get_int("size") or 2, stage=config.get("stage") or Settings.DEFAULT_STAGE)
