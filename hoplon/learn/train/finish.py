"""What a run leaves behind: the network as a file that plays without torch, and the curves."""

from __future__ import annotations

from pathlib import Path

from hoplon.bots.generic.network_file import write_network
from hoplon.learn.train.curves import NAME as CURVES
from hoplon.learn.train.curves import draw
from hoplon.learn.train.run import Run

NETWORK = "network.npz"


def finish(run: Run) -> list[Path]:
    """Write them, and say where they are."""
    about = run.told()
    network, curves = run.folder / NETWORK, run.folder / CURVES
    write_network(network, about, run.training.network.arrays(), kind="int8")
    title = f"{about['task']}: {about['seconds']:,.0f} s on {about['device']}"
    curves.write_text(draw(title, {"": run.folder}), encoding="utf-8")
    return [network, curves]
