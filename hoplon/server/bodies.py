"""What bodies of requests have in common."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

LONGEST_OPTION = 200_000

Text = Annotated[str, Field(max_length=LONGEST_OPTION)]
Options = Annotated[
    dict[Annotated[str, Field(max_length=64)], Text], Field(max_length=40, default_factory=dict)
]


class Strict(BaseModel):
    """A request body without unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True)
