"""What a network computes from an observation.

A network of width w, with h hidden numbers and b blocks, for a actions:

    x = relu(input @ (row / most) + bias)
    x = x + relu(weight @ norm(x) + bias)       for each block; norm is a LayerNorm with a gain and a shift
    logits = policy @ x + bias                  one number for each action
    value = value @ x + bias                    what is still to be gained

Weights are bytes with a scale for each output. Every sum is computed in the same order, compiled or not, for
one row or for many: the same observation always gives the same numbers on the same machine.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from hoplon.core.kernel import is_compiled, rule

EPSILON = 1e-5  # added to the variance in a LayerNorm


class Weights(NamedTuple):
    """The arrays of a network; matrices have a row for each input, and blocks lie one above the other."""

    share: Any  # what a byte of an observation is multiplied with: 1 / most
    first: Any
    first_scale: Any
    first_bias: Any
    gain: Any
    shift: Any
    block: Any
    block_scale: Any
    block_bias: Any
    heads: Any  # the policy, and the value as one more output
    heads_scale: Any
    heads_bias: Any


class Sheet(NamedTuple):
    """What a network writes on while it computes."""

    places: Any  # of the inputs that are not zero
    amounts: Any  # and those inputs
    hidden: Any
    normed: Any
    sums: Any
    outputs: Any


@rule
def add_in_loops(weights, places, amounts, n, sums):
    """Add up n rows of weights, each times an amount."""
    width = len(sums)
    for o in range(width):
        sums[o] = np.float32(0.0)
    full = n - n % 4
    for k in range(0, full, 4):
        a, b, c, d = amounts[k], amounts[k + 1], amounts[k + 2], amounts[k + 3]
        i, j, m, p = places[k], places[k + 1], places[k + 2], places[k + 3]
        for o in range(width):
            left = a * np.float32(weights[i, o]) + b * np.float32(weights[j, o])
            right = c * np.float32(weights[m, o]) + d * np.float32(weights[p, o])
            sums[o] += left + right
    for k in range(full, n):
        a, i = amounts[k], places[k]
        for o in range(width):
            sums[o] += a * np.float32(weights[i, o])


def add_by_rows(weights: Any, places: Any, amounts: Any, n: int, sums: Any) -> None:
    """The same, to the last bit, where nothing is compiled: NumPy adds whole rows."""
    sums[:] = 0.0
    full = n - n % 4
    rows = weights[places[:n]].astype(np.float32) * amounts[:n, None]
    for k in range(0, full, 4):
        sums += (rows[k] + rows[k + 1]) + (rows[k + 2] + rows[k + 3])
    for k in range(full, n):
        sums += rows[k]


add_up = add_in_loops if is_compiled() else add_by_rows


@rule
def list_inputs(inputs, sheet):
    """Note the inputs that are not zero; how many there are."""
    n = 0
    for i in range(len(inputs)):
        if inputs[i] != 0:
            sheet.places[n] = i
            sheet.amounts[n] = inputs[i]
            n += 1
    return n


@rule
def list_bytes(row, share, sheet):
    """The same for the bytes of an observation, each divided by the greatest in its place."""
    n = 0
    for i in range(len(row)):
        if row[i] != 0:
            sheet.places[n] = i
            sheet.amounts[n] = np.float32(row[i]) * share[i]
            n += 1
    return n


@rule
def normalise(x, gain, shift, out):
    """Numbers around 0 with a variance of 1, then gain and shift."""
    total = 0.0
    for i in range(len(x)):
        total += float(x[i])
    mean = total / len(x)
    squares = 0.0
    for i in range(len(x)):
        squares += (float(x[i]) - mean) * (float(x[i]) - mean)
    narrow = 1.0 / math.sqrt(squares / len(x) + EPSILON)
    for i in range(len(x)):
        out[i] = np.float32((float(x[i]) - mean) * narrow) * gain[i] + shift[i]


@rule
def compute(weights, sheet, row):
    """The logits of all actions, and then the value, in `sheet.outputs`."""
    hidden, normed, sums, outputs = sheet.hidden, sheet.normed, sheet.sums, sheet.outputs
    n = list_bytes(row, weights.share, sheet)
    add_up(weights.first, sheet.places, sheet.amounts, n, sums)
    for o in range(len(hidden)):
        found = sums[o] * weights.first_scale[o] + weights.first_bias[o]
        hidden[o] = found if found > 0 else np.float32(0.0)
    for k in range(len(weights.block)):
        normalise(hidden, weights.gain[k], weights.shift[k], normed)
        n = list_inputs(normed, sheet)
        add_up(weights.block[k], sheet.places, sheet.amounts, n, sums)
        for o in range(len(hidden)):
            found = sums[o] * weights.block_scale[k, o] + weights.block_bias[k, o]
            if found > 0:
                hidden[o] += found
    n = list_inputs(hidden, sheet)
    add_up(weights.heads, sheet.places, sheet.amounts, n, outputs)
    for o in range(len(outputs)):
        outputs[o] = outputs[o] * weights.heads_scale[o] + weights.heads_bias[o]


@rule
def compute_all(weights, sheet, rows, results):
    """The outputs for many observations."""
    for i in range(len(rows)):
        compute(weights, sheet, rows[i])
        for o in range(len(sheet.outputs)):
            results[i, o] = sheet.outputs[o]


def new_sheet(weights: Weights) -> Sheet:
    """Room for one computation at a time."""
    inputs, hidden = weights.first.shape
    most = max(inputs, hidden)
    return Sheet(
        np.zeros(most, np.int64),
        np.zeros(most, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(weights.heads.shape[1], np.float32),
    )
