"""What others try on the rating site: their links, sessions, forms and texts open nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from otherwords.server import ServerSettings, create_app
from otherwords.server.rating.items import Instance, Item
from otherwords.server.rating.projects import find_project
from otherwords.server.rating.records import history
from otherwords.server.rating.seats import remove_judge
from tests.rating_site import Guest, Site, fields_of, text_of
from tests.serving import ADDRESS, TestClient
from tests.small_model import write_model

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE rating_judgements; --",
    "{{ 271 * 1001 + 10 }}{% for x in y %}",
    "javascript:alert(1)",
    "</textarea></svg><svg onload=alert(1)>",
]
SPG = {"adequacy": "3", "fluency": "2", "usability": "3"}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(tmp_path / "ratings.db")
    yield made
    made.database.close()


@pytest.fixture
def app(site: Site, model: Path) -> Iterator[FastAPI]:
    made = create_app(ServerSettings(models=(str(model),), rating=site.database.name))
    yield made
    made.state.rating.close()


def said(site: Site, name: str = "news") -> list[tuple[str, int]]:
    project = find_project(site.database, name)
    return [(each.judge, each.item.number) for each in history(site.database, project.id)]


def test_without_a_link_there_is_nothing(app: FastAPI, site: Site) -> None:
    site.judge("ann")
    stranger = Guest(app)
    for path in ("/", "/next", "/done", "/items/1", "/results", "/results.csv", "/results.json"):
        answer = stranger.client.get(f"/rate{path}", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/rate/enter")
    for path in ("/items/1", "/second-pass"):
        assert stranger.send(path, {"csrf": "x"}, **SPG).status_code == 403
    for token in ("", "wrong", *HOSTILE):
        answer = stranger.client.post("/rate/enter", data={"token": token})
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
        assert "<script>alert" not in answer.text
    assert said(site) == []


def test_the_cookie_is_for_this_site_alone(app: FastAPI, site: Site) -> None:
    client = TestClient(app, base_url=ADDRESS, headers={"Origin": ADDRESS})
    answer = client.post("/rate/enter", data={"token": site.judge("ann")}, follow_redirects=False)
    cookie = answer.headers["set-cookie"].lower()
    assert all(part in cookie for part in ("httponly", "samesite=strict", "path=/rate", "max-age="))
    assert "secure" not in cookie
    host = ADDRESS.partition("://")[2]
    behind_proxy = client.post(
        "/rate/enter",
        data={"token": site.organiser},
        headers={"Origin": f"https://{host}"},
        follow_redirects=False,
    )
    assert "secure" in behind_proxy.headers["set-cookie"].lower()


def test_a_link_is_taken_as_it_was_sent(app: FastAPI, site: Site) -> None:
    token = site.judge("ann")
    guest = Guest(app, f"  https://ratings.example/rate/enter#{token}\n")
    assert "item 1 of 12" in guest.see("/")


def test_pages_may_do_nothing_but_what_they_are_for(app: FastAPI, site: Site) -> None:
    guest = Guest(app, site.judge("ann"))
    answer = guest.client.get("/rate/items/1")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    organiser = Guest(app, site.organiser)
    for page in (answer.text, organiser.see("/results"), Guest(app).see("/enter")):
        assert not re.search(r"<script(?![^>]*\bsrc=)", page)
        assert not re.search(r"\s(style|on\w+)=", page)


def test_forms_of_others_are_refused(app: FastAPI, site: Site) -> None:
    ann = Guest(app, site.judge("ann"))
    fields = fields_of(ann.see("/items/1"))
    for wrong in ("", "x", fields["csrf"][:-1], "ü"):
        assert ann.send("/items/1", {**fields, "csrf": wrong}, **SPG).status_code == 403
    without = {name: value for name, value in fields.items() if name != "csrf"}
    assert ann.send("/items/1", without, **SPG).status_code == 403
    for origin in (
        "https://evil.example",
        "null",
        "http://127.0.0.1:1",
        "http://127.0.0.1.evil:8520",
    ):
        for path in ("/items/1", "/enter", "/leave"):
            answer = ann.client.post(
                f"/rate{path}", data={**fields, **SPG}, headers={"Origin": origin}
            )
            assert answer.status_code == 403, (origin, path)
    foreign = ann.client.post(
        "/rate/items/1", data={**fields, **SPG}, headers={"Host": "evil.example"}
    )
    assert foreign.status_code == 421
    assert said(site) == []
    assert ann.send("/items/1", fields, **SPG).status_code == 303
    assert len(said(site)) == 1


def test_a_form_of_one_judge_is_worth_nothing_to_another(app: FastAPI, site: Site) -> None:
    ann, ben = (Guest(app, site.judge(name)) for name in ("ann", "ben"))
    fields = fields_of(ann.see("/items/1"))
    assert ben.send("/items/1", fields, **SPG).status_code == 403
    # With a form of his own, he judges what he has at that place, not what she has.
    own = fields_of(ben.see("/items/1"))
    assert ben.send("/items/1", own, **SPG).status_code == 303
    assert [name for name, _ in said(site)] == ["ben"]
    assert "<b>0</b> of 12" in ann.see("/")


def test_nobody_sees_what_is_not_his(app: FastAPI, site: Site) -> None:
    ann, ben = (Guest(app, site.judge(name)) for name in ("annabella", "ben"))
    ann.judge(1)
    for path in ("/results", "/results.csv", "/results.json", "/plots/adequacy-means.svg"):
        assert ben.client.get(f"/rate{path}").status_code == 403
    assert "annabella" not in ben.see("/")
    assert " checked" not in "".join(ben.see(f"/items/{place}") for place in range(1, 13)).replace(
        'value="auto" checked', ""
    )
    organiser = Guest(app, site.organiser)
    for path in ("/items/1", "/next", "/done"):
        assert organiser.client.get(f"/rate{path}").status_code == 403
    assert organiser.send("/items/1", {"csrf": "x"}, **SPG).status_code == 403
    csrf = fields_of(ben.see("/items/1"))
    assert ben.send("/second-pass", csrf).status_code == 403


def test_projects_are_worlds_apart(app: FastAPI, site: Site) -> None:
    other = Site(site.database.name, "pr", name="other")
    token = other.judge("eve")
    eve = Guest(app, token)
    assert "other" in eve.see("/")
    eve.say(1, accept="yes")
    assert said(site) == []
    boss = Guest(app, other.organiser)
    content = boss.client.get("/rate/results.json").json()
    assert content["project"] == "other"
    assert {each["name"] for each in content["judges"]} == {"eve"}
    other.database.close()


def test_a_judge_who_was_removed_is_out_at_once(app: FastAPI, site: Site) -> None:
    ann = Guest(app, site.judge("ann"))
    fields = fields_of(ann.see("/items/1"))
    remove_judge(site.database, find_project(site.database, "news"), "ann")
    assert ann.send("/items/1", fields, **SPG).status_code == 403
    assert said(site) == []


def test_who_leaves_is_out(app: FastAPI, site: Site) -> None:
    ann = Guest(app, site.judge("ann"))
    fields = fields_of(ann.see("/items/1"))
    cookies = dict(ann.client.cookies)
    assert ann.send("/leave", fields).headers["location"] == "/rate/enter"
    assert not ann.client.cookies
    ann.client.cookies.update(cookies)
    assert ann.send("/items/1", fields, **SPG).status_code == 403


def test_hostile_texts_and_names_are_only_texts(tmp_path: Path, model: Path) -> None:
    given = [
        Item(
            f"source {text}",
            f"paraphrase {text}",
            [f"SYSTEM{number} {text}"],
            f"purpose {text}",
            f"reference {text}",
            [Instance(f"one {text}", f"other {text}")],
        )
        for number, text in enumerate(HOSTILE)
    ]
    site = Site(tmp_path / "hostile.db", given=given, name="<b>bold</b>")
    app = create_app(ServerSettings(models=(str(model),), rating=site.database.name))
    ann = Guest(app, site.judge("<i>ann</i>"))
    pages = []
    for position in range(1, len(HOSTILE) + 1):
        page = ann.see(f"/items/{position}")
        assert text_of(page, "paraphrase").removeprefix("paraphrase ") in HOSTILE
        assert "SYSTEM" not in page
        pages.append(page)
        ann.judge(position)
    organiser = Guest(app, site.organiser)
    pages.append(organiser.see("/results"))
    for name in re.findall(r"plots/([\w-]+)\.svg", pages[-1]):
        pages.append(organiser.client.get(f"/rate/plots/{name}.svg").text)
    for page in pages:
        assert "<script>" not in page
        assert "<img" not in page
        assert "<i>ann" not in page
        assert "<b>bold" not in page
        assert "onload=alert(1)>" not in page
        assert "271281" not in page
    for file in ("results.csv", "results.json"):
        assert organiser.client.get(f"/rate/{file}").status_code == 200
    assert len(said(site, "<b>bold</b>")) == len(HOSTILE)
    app.state.rating.close()
    site.database.close()


def test_what_pages_do_not_send_is_refused(app: FastAPI, site: Site) -> None:
    ann = Guest(app, site.judge("ann"))
    fields = fields_of(ann.see("/items/1"))
    for position in ("0", "13", "-1", "999999999999999999999", "1 OR 1=1", "%00", "../results"):
        assert ann.client.get(f"/rate/items/{position}").status_code in (403, 404), position
        answer = ann.send(f"/items/{position}", fields, **SPG)
        assert answer.status_code in (403, 404, 405, 422), position
    for name, value in (
        ("step", "x"),
        ("step", ""),
        ("pass", "1;"),
        ("step", "99999"),
        ("form", ""),
    ):
        assert ann.send("/items/1", {**fields, name: value}, **SPG).status_code in (400, 422)
    assert ann.send("/items/1", {**fields, "step": "2"}, **SPG).status_code == 422
    assert ann.send("/items/1", {**fields, "pass": "2"}, **SPG).status_code == 409
    for value in ("4", "", "' OR 1=1", "3\0", "yes"):
        refused = ann.send("/items/1", fields, **{**SPG, "fluency": value})
        assert refused.status_code == 422
        assert "Nothing is stored" in refused.text
    assert ann.client.post("/rate/items/1", json={**fields, **SPG}).status_code == 415
    assert ann.send("/items/1", fields, adequacy="3" * 20_000).status_code == 413
    many = {f"f{number}": "x" for number in range(100)}
    assert ann.send("/items/1", many).status_code == 400
    answer = ann.client.post(
        "/rate/items/1",
        content=b"csrf=\xff\xfe",
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code == 400
    for path in ("/static/../routes.py", "/static/%2e%2e/routes.py", "/static/none.css"):
        assert ann.client.get(f"/rate{path}").status_code == 404
    assert ann.client.get("/rate/static/rating.css").headers["content-type"].startswith("text/css")
    assert ann.client.get("/rate/items/1?step=-5").status_code == 200
    assert said(site) == []


def test_the_site_is_not_part_of_the_described_api(app: FastAPI) -> None:
    assert not any(path.startswith("/rate") for path in app.openapi()["paths"])
