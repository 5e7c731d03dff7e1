"""How analyses, reviews and statistics look in a notebook, on light and on dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from hoplon.analysis.plots import value_plot
from hoplon.core.notebook import QUIET

if TYPE_CHECKING:
    from hoplon.analysis.analyse import Analysis
    from hoplon.analysis.review import Review
    from hoplon.analysis.statistics import Table

CELL = "padding:2px 12px 2px 0;text-align:left;font:13px system-ui,sans-serif"
HEAD = f"{CELL};opacity:.75;font-weight:600"


def grid(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A plain table."""
    head = "".join(f'<th style="{HEAD}">{escape(text)}</th>' for text in heads)
    body = "".join(
        "<tr>" + "".join(f'<td style="{CELL}">{escape(text)}</td>' for text in row) + "</tr>" for row in rows
    )
    return f'<table style="border-collapse:collapse;margin:4px 0"><tr>{head}</tr>{body}</table>'


def analysis_html(found: Analysis) -> str:
    """The value of the position, and every choice that was looked at."""
    from hoplon.analysis.analyse import amount

    heads = ["choice", *(value.quantity.words for value in found.values), "playouts"]
    rows = [
        [str(each.choice), *(amount(v.quantity, v.mean, v.error) for v in each.values), str(each.nodes)]
        for each in found.choices
    ]
    here = ["as it is", *(amount(v.quantity, v.mean, v.error) for v in found.values), str(found.nodes)]
    more = f"; {found.left_out} more choices seemed worse at a glance" if found.left_out else ""
    return grid(heads, [here, *rows]) + f'<div style="{QUIET}">if {escape(found.player)} plays on{more}</div>'


def review_html(found: Review) -> str:
    """Curve and luck of each seat, the sums, and the choices that were worse than another."""
    from hoplon.analysis.analyse import amount

    quantity = found.quantity
    plots = "".join(
        value_plot(found, account.seat) for account in found.accounts[: 1 if len(found.names) == 2 else None]
    )
    heads = ["", "at the start", "own choices", "others", "luck", "at the end"]
    rows = [
        [
            found.names[account.seat],
            amount(quantity, account.start),
            amount(quantity, account.own),
            amount(quantity, account.others),
            amount(quantity, account.luck, account.luck_error),
            amount(quantity, account.result),
        ]
        for account in found.accounts
    ]
    bad = [
        [
            str(each.number),
            found.names[each.seat],
            each.choice,
            each.mark.value,
            each.best,
            amount(quantity, each.loss),
        ]
        for each in found.judgements
        if each.mark.is_bad
    ]
    worse = grid(["turn", "who", "chosen", "verdict", "better", "lost"], bad) if bad else ""
    return plots + grid(heads, rows) + worse


def table_html(found: Table) -> str:
    """A statistic."""
    from hoplon.analysis.statistics import write_figure

    about = found.statistic
    heads = [*about.keys, "matches", *(column.words for column in about.columns)]
    rows = [
        [
            *row.name,
            str(row.matches),
            *(write_figure(*each) for each in zip(about.columns, row.figures, strict=True)),
        ]
        for row in found.rows
    ]
    title = f'<div style="{QUIET}">{escape(found.game)}: {escape(about.title)}</div>'
    return title + grid(heads, rows)
