"""One question to a running daemon, in Python: written from the JSON Schemas of the protocol alone.

RAWR_URL=ws://127.0.0.1:PORT RAWR_TOKEN=... python3 examples/python/client.py "What is here?"
Needs the package `websockets`. Reconnects and resumes: what was seen is named in `hello`, what was not answered is sent again.
"""

import asyncio
import json
import os
import sys
import uuid

import websockets


class Rawr:
    """A link to the daemon that outlives its sockets: every logged event once, every submission answered once."""

    def __init__(self, url, token, name="python-example"):
        self.url, self.token, self.name = url, token, name
        self.seen = {}  # thread id -> last seq
        self.epoch = None
        self.texts = {}  # item id -> text so far
        self.pending = {}  # submission id -> (frame, future)
        self.events = asyncio.Queue()
        self.socket = None

    async def run(self, failures_max=10):
        """Keeps a socket open until cancelled; gives up after so many failures in a row."""
        failures = 0
        while True:
            try:
                headers = {"Authorization": f"Bearer {self.token}"}
                async with connect(self.url, headers) as socket:
                    await self.greet(socket)
                    failures = 0
                    async for text in socket:
                        self.take(json.loads(text))
            except (OSError, websockets.WebSocketException, asyncio.TimeoutError, EOFError):
                pass
            self.socket = None
            failures += 1
            if failures >= failures_max:
                raise ConnectionError(f"no daemon at {self.url}, or it refuses the token")
            await asyncio.sleep(min(0.2 * 2 ** (failures - 1), 5))

    async def greet(self, socket):
        seen = [
            {"thread_id": thread, "seq": seq, **({"epoch": self.epoch} if self.epoch else {})}
            for thread, seq in self.seen.items()
        ]
        hello = {
            "type": "hello",
            "protocol": {"min": 1, "max": 1},
            "client": {"name": self.name, "version": "1.0.0"},
            "last_seen": seen,
        }
        await socket.send(json.dumps(hello))
        welcome = json.loads(await socket.recv())
        if welcome["type"] != "welcome":
            raise ConnectionError(f"refused: {welcome}")
        self.epoch, self.socket = welcome["epoch"], socket
        for frame, _ in list(self.pending.values()):
            await socket.send(json.dumps(frame))

    def take(self, frame):
        kind = frame["type"]
        if kind in ("accepted", "rejected"):
            _, answer = self.pending.pop(frame["id"], (None, None))
            if answer is not None and not answer.done():
                answer.set_result(frame)
        elif kind in ("gap", "replay_complete"):
            self.seen[frame["thread_id"]] = frame["to_seq"] if kind == "gap" else frame["seq"]
            self.events.put_nowait(frame)
        elif kind == "event":
            self.take_event(frame)
        # Frames of a kind that we do not know are a newer daemon's; they are skipped.

    def take_event(self, frame):
        thread, message = frame["thread_id"], frame["msg"]
        if "seq" in frame:
            seen = self.seen.get(thread, 0)
            if frame["seq"] <= seen:
                return
            self.seen[thread] = frame["seq"]
        if message["type"] == "agent_message_delta":
            # Offsets count UTF-16 units, so that is what is kept.
            before = self.texts.get(message["item_id"], b"")[: message["offset"] * 2]
            self.texts[message["item_id"]] = before + message["text"].encode("utf-16-le", "surrogatepass")
        elif message["type"] == "item_snapshot":
            self.texts[message["item_id"]] = message["text"].encode("utf-16-le", "surrogatepass")
        self.events.put_nowait(frame)

    async def submit(self, op, thread_id=None):
        """The answer, however many sockets that takes: sent again under the same id, it is done once."""
        frame = {"type": "submission", "id": f"sb_{uuid.uuid4()}", "op": op}
        if thread_id is not None:
            frame["thread_id"] = thread_id
        answer = asyncio.get_running_loop().create_future()
        self.pending[frame["id"]] = (frame, answer)
        if self.socket is not None:
            try:
                await self.socket.send(json.dumps(frame))
            except websockets.WebSocketException:
                pass  # It is sent again over the next socket.
        return await answer


def connect(url, headers):
    """The name of the header option changed between versions of websockets."""
    major = int(websockets.__version__.split(".")[0])
    option = "additional_headers" if major >= 14 else "extra_headers"
    return websockets.connect(url, max_size=16 * 1024 * 1024, **{option: headers})


async def main():
    rawr = Rawr(os.environ["RAWR_URL"], os.environ["RAWR_TOKEN"])
    link = asyncio.create_task(rawr.run())
    settings = json.loads(os.environ.get("RAWR_SETTINGS", "{}"))
    env = {"PATH": os.environ.get("PATH", "")}
    started = await rawr.submit({"type": "thread_start", "cwd": os.getcwd(), "env": env, "settings": settings})
    if started["type"] == "rejected":
        raise SystemExit(f"{started['code']}: {started['message']}")
    text = sys.argv[1] if len(sys.argv) > 1 else "What is here?"
    turn = {"type": "user_turn", "items": [{"type": "text", "text": text}]}
    await rawr.submit(turn, started["thread_id"])
    while True:
        frame = await rawr.events.get()
        message = frame.get("msg", {})
        if message.get("type") == "agent_message":
            print(message["text"], flush=True)
        if message.get("type") in ("turn_complete", "turn_aborted"):
            break
    link.cancel()
    await asyncio.wait([link])


if __name__ == "__main__":
    asyncio.run(main())
