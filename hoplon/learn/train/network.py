"""The network that is trained: a residual perceptron over one row of bytes, with a policy and a value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch.nn import functional

NORM_EPSILON = 1e-5
Ready = Mapping[str, Any]
ILLEGAL = -1e9  # the logit of an action that may not be taken


class Network:
    """The layers by name, as they are written to a file, and how they are run.

    x = relu(W (row / most) + b); for each block x = x + relu(W norm(x) + b); then the logits of the policy
    and the value, both linear in x. The weights are kept in float32 and the blocks run in `precision`; bytes
    up to 255 are exact even in bfloat16, so not every row is divided by `most` but, once, the first weights.

    The value head tells the value as a multiple of `spread` above `middle`, which follow the returns.
    """

    def __init__(self, layers: dict[str, Any], most: Any, precision: Any) -> None:
        device = layers["input.weight"].device
        self.layers = layers
        self.most = torch.as_tensor(np.maximum(most, 1), dtype=torch.float32, device=device)
        self.precision = precision
        self.blocks = sum(name.endswith("norm.gain") for name in layers)
        self.middle = torch.zeros((), device=device)
        self.spread = torch.ones((), device=device)
        self.body: Any = body

    def compile(self) -> None:
        """Let torch fuse what lies between the multiplications; that takes a while, once."""
        self.body = torch.compile(body, dynamic=False)

    def ready(self) -> Ready:
        """The weights as they are multiplied with: in `precision`, the first ones for bytes as they are."""
        kind, layers = self.precision, self.layers
        found = {name: layer if is_of_head(name) else layer.to(kind) for name, layer in layers.items()}
        return found | {"input.weight": (layers["input.weight"] / self.most).to(kind)}

    def __call__(self, rows: Any, mask: Any, ready: Ready | None = None) -> tuple[Any, Any]:
        """The logits, with those of illegal actions out of reach, and the values as the head tells them.

        Who asks often between two changes of the weights makes them `ready` once.
        """
        layers = ready or self.ready()
        x = self.body(layers, self.blocks, rows)
        logits = functional.linear(x, layers["policy.weight"], layers["policy.bias"])
        return logits.masked_fill(mask == 0, ILLEGAL), value_head(layers, x)

    def values(self, rows: Any, ready: Ready | None = None) -> Any:
        """The values of rows, as returns."""
        layers = ready or self.ready()
        return self.as_return(value_head(layers, self.body(layers, self.blocks, rows)))

    def as_return(self, told: Any) -> Any:
        """A value as the head tells it, as a return."""
        return told * self.spread + self.middle

    def follow(self, returns: Any, share: float) -> None:
        """Move the middle and the spread towards those of some returns; what the network says stays."""
        middle = self.middle + share * (returns.mean() - self.middle)
        spread = (self.spread + share * (returns.std() - self.spread)).clamp(min=1e-3)
        weight, bias = self.layers["value.weight"], self.layers["value.bias"]
        with torch.no_grad():
            weight.mul_(self.spread / spread)
            bias.mul_(self.spread).add_(self.middle - middle).div_(spread)
        self.middle.copy_(middle)
        self.spread.copy_(spread)

    def put(self, layers: Mapping[str, Any]) -> None:
        """Take over layers as `arrays` gives them."""
        with torch.no_grad():
            for name, layer in self.layers.items():
                layer.copy_(torch.as_tensor(layers[name]).reshape(layer.shape))
            self.middle.zero_()
            self.spread.fill_(1)

    def arrays(self) -> dict[str, Any]:
        """The layers as float32 arrays, with a value head that tells returns."""
        found = {name: layer.detach().float().cpu().numpy().copy() for name, layer in self.layers.items()}
        found["value.weight"] *= float(self.spread)
        found["value.bias"] = found["value.bias"] * float(self.spread) + float(self.middle)
        return found

    def copy(self) -> Network:
        """A network that stays as this one is now."""
        twin = Network(
            {name: layer.detach().clone() for name, layer in self.layers.items()},
            self.most.cpu().numpy(),
            self.precision,
        )
        twin.body = self.body
        twin.middle.copy_(self.middle)
        twin.spread.copy_(self.spread)
        return twin


def is_of_head(name: str) -> bool:
    """The heads are small, and their results must be told apart finely: they stay in float32."""
    return name.startswith(("policy", "value"))


def value_head(layers: Ready, x: Any) -> Any:
    """What the value head tells."""
    return functional.linear(x, layers["value.weight"], layers["value.bias"])[:, 0]


def body(layers: Ready, blocks: int, rows: Any) -> Any:
    """The hidden numbers that both heads read, in float32."""
    first = layers["input.weight"]
    x = functional.linear(rows.to(first.dtype), first, layers["input.bias"]).relu_()
    for k in range(blocks):
        gain, shift = layers[f"block{k}.norm.gain"], layers[f"block{k}.norm.bias"]
        h = functional.layer_norm(x, x.shape[1:], gain, shift, NORM_EPSILON)
        x = x + functional.linear(h, layers[f"block{k}.weight"], layers[f"block{k}.bias"]).relu_()
    return x.float()


def new_layers(width: int, actions: int, hidden: int, blocks: int, seed: int, device: Any) -> dict[str, Any]:
    """The layers of a network that has learned nothing: every legal action is about as likely."""
    dice = torch.Generator().manual_seed(seed)

    def weight(rows: int, columns: int, gain: float) -> Any:
        found = torch.empty(rows, columns)
        torch.nn.init.orthogonal_(found, gain, generator=dice)
        return found

    layers = {"input.weight": weight(hidden, width, 2**0.5), "input.bias": torch.zeros(hidden)}
    for k in range(blocks):
        layers[f"block{k}.norm.gain"] = torch.ones(hidden)
        layers[f"block{k}.norm.bias"] = torch.zeros(hidden)
        layers[f"block{k}.weight"] = weight(hidden, hidden, 1.0)
        layers[f"block{k}.bias"] = torch.zeros(hidden)
    layers["policy.weight"] = weight(actions, hidden, 0.01)
    layers["policy.bias"] = torch.zeros(actions)
    layers["value.weight"] = weight(1, hidden, 0.1)
    layers["value.bias"] = torch.zeros(1)
    return {name: layer.to(device).requires_grad_() for name, layer in layers.items()}


def best_precision(device: Any) -> Any:
    """bfloat16 where it is quicker: on GPUs, and on processors that multiply it by themselves."""
    if torch.device(device).type == "cuda":
        return torch.bfloat16
    able: Mapping[str, bool] = getattr(torch.cpu, "get_capabilities", dict)()
    return torch.bfloat16 if able.get("avx512_bf16") or able.get("amx_bf16") else torch.float32
