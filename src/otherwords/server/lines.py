"""Lines: results as they are ready, one JSON object a line (NDJSON)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from otherwords.server.errors import CODE, ApiError, GoneError

MEDIA_TYPE = "application/x-ndjson"


class Lines(Response):
    """Writes results while more are made, and these only as quickly as they are read.

    Args:
        first: Results that are ready.
        more: Those that follow; closed when the client has gone.
    """

    def __init__(
        self, first: Sequence[Any], more: AsyncIterator[Sequence[Any]], status_code: int = 200
    ) -> None:
        super().__init__(None, status_code, media_type=MEDIA_TYPE)
        del self.headers["content-length"]
        self._first = first
        self._more = more

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends all; an error comes as the last line."""
        start = {"type": "http.response.start", "status": self.status_code}
        await send({**start, "headers": self.raw_headers})

        async def write(results: Sequence[Any]) -> None:
            body = "".join(json.dumps(each) + "\n" for each in results).encode()
            await send({"type": "http.response.body", "body": body, "more_body": True})

        try:
            await write(self._first)
            async for results in self._more:
                await write(results)
        except GoneError:
            raise
        except ApiError as error:
            scope[CODE] = error.code
            await write([error.content])
        except Exception:
            await write([ApiError(500, "something went wrong here").content])
            raise
        finally:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
