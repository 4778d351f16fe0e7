"""Ratings in SQLite and in a real PostgreSQL server: nothing lost, twice or changed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import insert, select, text, update

from otherwords import Error
from otherwords.server.rating import tables
from otherwords.server.rating.access import Visitor, enter, leave, visitor_of
from otherwords.server.rating.assignment import Panel
from otherwords.server.rating.database import Database, UnavailableError, url_of
from otherwords.server.rating.judging import PassedError, new_form, place_at, progress, say
from otherwords.server.rating.passes import open_second_pass
from otherwords.server.rating.project import Project
from otherwords.server.rating.projects import (
    all_projects,
    create_project,
    find_project,
    new_organiser_link,
)
from otherwords.server.rating.records import history, standing_judgements
from otherwords.server.rating.scales import protocol_of
from otherwords.server.rating.seats import add_judge, new_judge_link, progress_of, remove_judge
from tests.postgres import empty_database
from tests.rating_site import Site, items

SPG = {"adequacy": "3", "fluency": "2", "usability": "3"}


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a database can be made."""
    if request.param == "sqlite":
        return str(tmp_path / "ratings.db")
    return empty_database(request.getfixturevalue("postgresql_server"))


@pytest.fixture
def database(place: str) -> Iterator[Database]:
    made = Database(place)
    yield made
    made.close()


@pytest.fixture
def site(place: str) -> Iterator[Site]:
    made = Site(place)
    yield made
    made.database.close()


def visit(database: Database, token: str) -> Visitor:
    visitor = visitor_of(database, enter(database, token))
    assert visitor is not None
    return visitor


def project_of(site: Site) -> Project:
    return find_project(site.database, site.name)


def judge(site: Site, who: Visitor, position: int, form: str = "", **given: str) -> bool:
    return say(
        site.database,
        who,
        position,
        form=form or new_form(),
        number=who.current_pass,
        step=1,
        given=given or SPG,
    )


def answers(site: Site) -> list[tuple[str, int, dict[str, str], bool]]:
    return [
        (each.judge, each.item.number, dict(each.answers), each.stands)
        for each in history(site.database, project_of(site).id)
    ]


# Versions.


def test_migrations_make_what_the_program_uses(database: Database) -> None:
    with pytest.raises(Error, match="otherwords rate create"):
        database.check()
    assert database.migrate() == (None, "0002")
    database.check()
    options = {"version_table": tables.VERSION_TABLE, "compare_type": True}
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, tables.metadata) == []
    assert database.migrate() == ("0002", "0002")


def test_the_first_version_comes_along_with_its_data(database: Database) -> None:
    assert database.migrate("0001") == (None, "0001")
    create_project(database, "old", protocol_of("spg"), items(), Panel())
    project = find_project(database, "old")
    who = visit(database, add_judge(database, project, "ann"))
    say(database, who, 1, form=new_form(), number=1, step=1, given=SPG)
    with pytest.raises(Error, match=r"version 0001 .* needs 0002.*otherwords rate migrate"):
        database.check()
    assert database.migrate() == ("0001", "0002")
    database.check()
    assert [dict(each.answers) for each in history(database, project.id)] == [SPG]


def test_what_a_newer_program_has_written_is_left_alone(database: Database) -> None:
    database.migrate()
    with database.writing() as connection:
        connection.execute(text(f"UPDATE {tables.VERSION_TABLE} SET version_num = '0099'"))
    with pytest.raises(Error, match=r"newer otherwords .*0099"):
        database.check()
    with pytest.raises(Error, match=r"newer otherwords .*0099"):
        database.migrate()


def test_a_migration_that_fails_leaves_nothing(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE rating_sessions (id INTEGER)"))
    with pytest.raises((sqlalchemy.exc.DatabaseError, Error)):
        database.migrate()
    with database.reading() as connection:
        names = sqlalchemy.inspect(connection).get_table_names()
    assert names == ["rating_sessions"]


# What the database itself refuses.


def test_judgements_are_never_changed(site: Site) -> None:
    who = visit(site.database, site.judge("ann"))
    judge(site, who, 1)
    for statement in ("UPDATE rating_judgements SET form = 'x'", "DELETE FROM rating_judgements"):
        with (
            pytest.raises(sqlalchemy.exc.DatabaseError, match="never changed or deleted"),
            site.database.writing() as connection,
        ):
            connection.execute(text(statement))
    assert len(answers(site)) == 1


def test_a_judgement_needs_an_assignment(site: Site) -> None:
    row = {"answers": {}, "complete": True, "form": "x", "attempt": 1, "given_at": tables.now()}
    with pytest.raises(sqlalchemy.exc.IntegrityError), site.database.writing() as connection:
        connection.execute(insert(tables.judgements).values(assignment_id=4711, **row))


def test_no_token_and_no_cookie_is_stored(site: Site) -> None:
    token = site.judge("ann")
    cookie = enter(site.database, token)
    assert cookie is not None
    with site.database.reading() as connection:
        stored = repr(
            [connection.execute(select(each)).all() for each in tables.metadata.sorted_tables]
        )
    assert "ann" in stored
    assert not any(secret in stored for secret in (token, cookie, site.organiser))


# Sessions.


def test_sessions_end(site: Site) -> None:
    token = site.judge("ann")
    cookies = [enter(site.database, token) for _ in range(4)]
    assert all(visitor_of(site.database, cookie) for cookie in cookies)
    assert cookies[0] is not None
    leave(site.database, cookies[0])
    assert visitor_of(site.database, cookies[0]) is None
    assert visitor_of(site.database, cookies[1]) is not None
    with site.database.writing() as connection:  # what time does
        connection.execute(
            update(tables.sessions).values(expires_at=tables.now() - timedelta(seconds=1))
        )
    assert visitor_of(site.database, cookies[1]) is None
    fresh = enter(site.database, token)
    new = new_judge_link(site.database, project_of(site), "ann")
    assert visitor_of(site.database, fresh) is None
    assert enter(site.database, token) is None
    again = enter(site.database, new)
    remove_judge(site.database, project_of(site), "ann")
    assert visitor_of(site.database, again) is None
    assert enter(site.database, new) is None
    # Also one that was opened in the moment in which he was removed.
    late = enter(site.database, site.judge("ben"))
    with site.database.writing() as connection:
        connection.execute(update(tables.judges).values(removed_at=tables.now()))
    assert visitor_of(site.database, late) is None
    with pytest.raises(Error, match="removed"):
        new_judge_link(site.database, project_of(site), "ann")


def test_an_organiser_gets_a_new_link(site: Site) -> None:
    cookie = enter(site.database, site.organiser)
    visitor = visitor_of(site.database, cookie)
    assert visitor is not None
    assert visitor.judge_id is None
    new = new_organiser_link(site.database, project_of(site))
    assert visitor_of(site.database, cookie) is None
    assert enter(site.database, site.organiser) is None
    assert enter(site.database, new) is not None


def test_what_is_no_token_opens_nothing(site: Site) -> None:
    for token in ("", "x", "x" * 100_000, "' OR '1'='1", "\0", "ü" * 43, "%"):
        assert enter(site.database, token) is None
        assert visitor_of(site.database, token) is None


# Judging.


def test_judging_goes_on_where_it_stopped(site: Site) -> None:
    who = visit(site.database, site.judge("ann"))
    assert progress(site.database, who).waiting == list(range(1, 13))
    for position in (1, 2, 5):
        judge(site, who, position)
    here = progress(site.database, who)
    assert (here.done, here.total) == (3, 12)
    assert (here.after(0), here.after(4), here.after(12)) == (3, 6, 3)
    seen = place_at(site.database, who, 2)
    assert seen is not None
    assert seen.answers == SPG
    assert place_at(site.database, who, 13) is None
    assert [
        (each.done, each.assigned) for each in progress_of(site.database, project_of(site))
    ] == [(3, 12)]


def test_a_form_counts_once(site: Site) -> None:
    who = visit(site.database, site.judge("ann"))
    form = new_form()
    for _ in range(3):
        judge(site, who, 1, form)
    assert len(answers(site)) == 1


def test_a_form_that_comes_late_changes_nothing(site: Site) -> None:
    who = visit(site.database, site.judge("ann"))
    first = new_form()
    judge(site, who, 1, first)
    judge(site, who, 1, **{**SPG, "fluency": "1"})
    judge(site, who, 1, first)
    assert [(given["fluency"], stands) for *_, given, stands in answers(site)] == [
        ("2", False),
        ("1", True),
    ]


def test_every_change_of_mind_is_kept(site: Site) -> None:
    """Also where a browser sends the same page again with other answers, and back."""
    who = visit(site.database, site.judge("ann"))
    form = new_form()
    for value in "2132":
        judge(site, who, 1, form, **{**SPG, "fluency": value})
    said = answers(site)
    assert [given["fluency"] for *_, given, _ in said] == list("2132")
    seen = place_at(site.database, who, 1)
    assert seen is not None
    assert seen.answers["fluency"] == "2"
    judge(site, who, 1, **{**SPG, "fluency": "3"})
    seen = place_at(site.database, who, 1)
    assert seen is not None
    assert seen.answers["fluency"] == "3"
    assert [stands for *_, stands in said] == [False, False, False, True]
    times = [each.given_at for each in history(site.database, project_of(site).id)]
    assert times == sorted(times)
    assert all(time.utcoffset() == timedelta(0) for time in times)


def at_once(jobs: list[Any]) -> list[Exception]:
    """Runs all at the same moment; what went wrong."""
    failures: list[Exception] = []
    barrier = threading.Barrier(len(jobs))

    def run(job: Any) -> None:
        try:
            barrier.wait()
            job()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures


def test_double_clicks_at_the_same_moment_count_once(site: Site) -> None:
    who = visit(site.database, site.judge("ann"))
    forms = [new_form() for _ in range(4)]
    jobs = [
        lambda position=position, form=form: judge(site, who, position, form)
        for position, form in enumerate(forms, 1)
        for _ in range(4)
    ]
    assert at_once(jobs) == []
    assert len(answers(site)) == 4


def test_many_judges_at_the_same_moment(site: Site) -> None:
    people = [visit(site.database, site.judge(f"judge {number}")) for number in range(6)]
    jobs = [
        lambda who=who: [judge(site, who, position) for position in range(1, 13)] for who in people
    ]
    assert at_once(jobs) == []
    assert len(answers(site)) == 72
    assert all(progress(site.database, who).done == 12 for who in people)


def test_judges_who_come_at_the_same_moment_get_different_places(site: Site) -> None:
    jobs = [lambda number=number: site.judge(f"judge {number}") for number in range(6)]
    assert at_once(jobs) == []
    with site.database.reading() as connection:
        places = connection.execute(select(tables.judges.c.place)).scalars().all()
    assert sorted(places) == list(range(6))


def test_what_is_not_assigned_cannot_be_judged(site: Site) -> None:
    who = visit(site.database, site.judge("ann"))
    for position in (0, 13, -1):
        with pytest.raises(Error, match="no such item"):
            judge(site, who, position)
    with pytest.raises(Error, match="not one of ours"):
        judge(site, who, 1, "short")
    with pytest.raises(Error, match="not answered"):
        judge(site, who, 1, adequacy="3")
    assert answers(site) == []


# The second pass.


@pytest.fixture
def disputed(place: str) -> Iterator[tuple[Site, list[Visitor]]]:
    """Two judges who are done, and disagree on two items."""
    made = Site(place, "pr", items()[:6])
    people = [visit(made.database, made.judge(name)) for name in ("ann", "ben")]
    for who in people:
        for position in range(1, 7):
            seen = place_at(made.database, who, position)
            assert seen is not None
            doubts = seen.source == "We utilise tools." and not seen.paraphrase.endswith("too.")
            judge(made, who, position, accept="no" if doubts and who.name == "ben" else "yes")
    yield made, people
    made.database.close()


def test_judges_look_again_at_what_they_disagree_on(
    disputed: tuple[Site, list[Visitor]],
) -> None:
    site, people = disputed
    assert open_second_pass(site.database, project_of(site)) == 2
    with pytest.raises(PassedError):
        judge(site, people[0], 1, accept="no")
    people = [replace(who, current_pass=2) for who in people]
    for who in people:
        assert progress(site.database, who).total == 2
        for position in (1, 2):
            seen = place_at(site.database, who, position)
            assert seen is not None
            assert seen.earlier == {"accept": "no" if who.name == "ben" else "yes"}
            assert seen.answers == {}
            judge(site, who, position, accept="no")
    said = history(site.database, project_of(site).id)
    final = {
        (each.judge, each.item.number): each.answers["accept"] for each in standing_judgements(said)
    }
    assert final == {
        (name, number): "no" if number in (1, 3) else "yes"
        for name in ("ann", "ben")
        for number in range(1, 7)
    }
    assert len(standing_judgements(said, 1)) == 12
    with pytest.raises(Error, match="open already"):
        open_second_pass(site.database, project_of(site))
    with pytest.raises(Error, match="second pass is open"):
        site.judge("eve")


def test_the_second_pass_waits_for_all(disputed: tuple[Site, list[Visitor]]) -> None:
    site, _ = disputed
    site.judge("eve")
    with pytest.raises(Error, match=r"eve \(6 to go\)"):
        open_second_pass(site.database, project_of(site))
    remove_judge(site.database, project_of(site), "eve")
    assert open_second_pass(site.database, project_of(site)) == 2


def test_other_protocols_have_one_pass(site: Site) -> None:
    with pytest.raises(Error, match="one pass only"):
        open_second_pass(site.database, project_of(site))


# Projects and judges.


def test_projects_are_listed_and_kept_apart(place: str) -> None:
    one, other = Site(place, name="one"), Site(place, "pr", items()[:2], name="other")
    one.judge("ann")
    other.judge("ann")
    assert all_projects(one.database) == [("one", "spg", 12, 1), ("other", "pr", 2, 1)]
    with pytest.raises(Error, match="already"):
        Site(place, name="one")
    with pytest.raises(Error, match="no project 'third'"):
        find_project(one.database, "third")
    one.database.close()
    other.database.close()


def test_names_that_nobody_can_have(site: Site) -> None:
    for name in ("", " ", "x" * 101, "a\tb", "a\nb", " a"):
        with pytest.raises(Error, match="no name of a judge"):
            site.judge(name)


def test_a_panel_has_its_judges(place: str) -> None:
    site = Site(place, panel=Panel(2, 1, 3))
    people = [visit(site.database, site.judge(name)) for name in ("ann", "ben")]
    assert sum(progress(site.database, who).total for who in people) == 15
    with pytest.raises(Error, match="has its 2 judges"):
        site.judge("eve")
    with pytest.raises(Error, match="already"):
        site.judge("ann")
    site.database.close()


def test_labels_come_along(place: str) -> None:
    given = items()[:3]
    given[0].labels = {"ann": True, "ben": False}
    given[2].labels = {"ann": False}
    site = Site(place, "pr", given)
    assert sorted((name, number, said["accept"]) for name, number, said, _ in answers(site)) == [
        ("ann", 1, "yes"),
        ("ann", 3, "no"),
        ("ben", 1, "no"),
    ]
    who = visit(site.database, new_judge_link(site.database, project_of(site), "ann"))
    assert progress(site.database, who).done == 2
    with pytest.raises(Error, match="take the protocol pr"):
        create_project(site.database, "other", protocol_of("spg"), given, Panel())
    site.database.close()


# Places.


def test_places(tmp_path: Path) -> None:
    assert url_of("postgres://me@there/x").drivername == "postgresql+psycopg"
    assert url_of("postgresql://me@there/x").drivername == "postgresql+psycopg"
    assert url_of("sqlite:///a.db").database == "a.db"
    for wrong in ("", ":memory:", "sqlite://", "mysql://x/y", "http://x", "://"):
        with pytest.raises(Error):
            url_of(wrong)
    secret = Database("postgresql://me:hunter2@127.0.0.1:1/x")
    with pytest.raises(UnavailableError) as told:
        secret.check()
    assert "hunter2" not in str(told.value)
    text_file = tmp_path / "notes.txt"
    text_file.write_text("no database" * 100)
    with pytest.raises(Error, match="not a database"):
        Database(str(text_file)).check()
    with pytest.raises(Error, match="no such file"):
        Database(str(tmp_path / "none.db")).check()
    assert not (tmp_path / "none.db").exists()
