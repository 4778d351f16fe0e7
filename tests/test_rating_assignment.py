"""Who judges what: random, balanced, and everything that should be judged is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from otherwords import Error
from otherwords.server.rating.assignment import Cell, Panel, cells_of, items_of


def table(sources: int, systems: int) -> list[Cell]:
    return cells_of(
        [f"s{source}" for source in range(sources) for _ in range(systems)],
        [[f"m{system}"] for _ in range(sources) for system in range(systems)],
    )


@given(some.integers(1, 12), some.integers(1, 5), some.integers(0, 5), some.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_without_a_panel_everybody_judges_everything_once(
    sources: int, systems: int, place: int, seed: int
) -> None:
    cells = table(sources, systems)
    order = items_of(place, cells, Panel(seed=seed))
    assert sorted(order) == list(range(len(cells)))
    assert order == items_of(place, cells, Panel(seed=seed))
    # A round has each source once, so that a source comes again only after all others.
    for begin in range(0, len(order), sources):
        assert len({cells[item].source for item in order[begin : begin + sources]}) == sources
    if sources > 1:
        assert all(cells[a].source != cells[b].source for a, b in pairwise(order))


@pytest.mark.parametrize(("sources", "systems"), [(12, 3), (20, 4), (30, 2)])
def test_whenever_a_judge_stops_systems_are_balanced(sources: int, systems: int) -> None:
    cells = table(sources, systems)
    for place in range(3):
        seen: Counter[int] = Counter(dict.fromkeys(range(systems), 0))
        for item in items_of(place, cells, Panel()):
            seen[cells[item].system] += 1
            assert max(seen.values()) - min(seen.values()) <= 1 + (systems > 2)


def test_judges_and_seeds_have_orders_of_their_own() -> None:
    cells = table(10, 3)
    orders = {
        tuple(items_of(place, cells, Panel(seed=seed))) for place in (0, 1) for seed in (1, 2)
    }
    assert len(orders) == 4


def test_systems_rotate_from_judge_to_judge() -> None:
    """In the first round, three judges see the three paraphrases of each source."""
    cells = table(9, 3)
    first = [items_of(place, cells, Panel())[:9] for place in range(3)]
    for source in range(9):
        seen = [
            next(cells[item].system for item in own if cells[item].source == source)
            for own in first
        ]
        assert sorted(seen) == [0, 1, 2]


def test_a_latin_square() -> None:
    """As many judges as systems, one for each item: each sees each source once, and all systems
    equally often.
    """
    cells = table(12, 4)
    for place in range(4):
        own = [cells[item] for item in items_of(place, cells, Panel(4, 1))]
        assert sorted(cell.source for cell in own) == list(range(12))
        assert set(Counter(cell.system for cell in own).values()) == {3}


@given(some.integers(1, 6), some.data())
@settings(max_examples=40, deadline=None)
def test_in_a_panel_each_item_has_its_number_of_judges(judges: int, data: some.DataObject) -> None:
    each = data.draw(some.integers(1, judges))
    shared = data.draw(some.integers(0, 30))
    cells = table(data.draw(some.integers(1, 12)), 3)
    orders = [items_of(place, cells, Panel(judges, each, shared)) for place in range(judges)]
    count = Counter(item for order in orders for item in order)
    assert set(count) == set(range(len(cells)))
    assert sorted(count.values()).count(judges) >= min(shared, len(cells))
    assert set(count.values()) <= {each, judges}
    if each < judges:
        assert sum(number == judges for number in count.values()) == min(shared, len(cells))


def test_a_panel_is_balanced_over_judges_pairs_and_systems() -> None:
    cells = table(36, 3)
    orders = [set(items_of(place, cells, Panel(4, 2))) for place in range(4)]
    assert {len(order) for order in orders} == {54}
    assert {len(one & other) for one, other in combinations(orders, 2)} == {18}
    for order in orders:
        assert set(Counter(cells[item].system for item in order).values()) == {18}


def test_what_is_shared_is_whole_sources() -> None:
    cells = table(10, 3)
    one, other = (set(items_of(place, cells, Panel(2, 1, 9))) for place in (0, 1))
    assert len(one & other) == 9
    assert len({cells[item].source for item in one & other}) == 3


@pytest.mark.parametrize("given_numbers", [(0, 1, 0), (0, 0, 5), (2, 0, 0), (2, 3, 0), (-1, 0, 0)])
def test_panels_that_cannot_be(given_numbers: tuple[int, int, int]) -> None:
    with pytest.raises(Error):
        Panel(*given_numbers)
