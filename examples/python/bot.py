"""A bot that works on one thread, names it, finds it again the next time, and answers approvals by a rule of its own.

RAWR_HOME=~/.rawr python3 examples/python/bot.py --allow ls,git "What changed today?"

Written from docs/protocol alone. Needs the package `websockets` and a running daemon (`rawr serve`). Commands that begin with a
word of --allow are approved, others denied; patches are denied. Exit status: 0 done, 1 the turn ended early, 2 refused.
"""

import argparse
import asyncio
import json
import os
import pathlib
import uuid

import websockets

NAME = "bot"


def daemon_of(home):
    """Where the daemon of this home listens, and the token that opens it."""
    found = json.loads((pathlib.Path(home) / "daemon.json").read_text())
    return f"ws://127.0.0.1:{found['port']}/", {"Authorization": f"Bearer {found['token']}"}


def open_socket(url, headers):
    """The name of the header option changed between versions of websockets."""
    option = "additional_headers" if int(websockets.__version__.split(".")[0]) >= 14 else "extra_headers"
    return websockets.connect(url, max_size=None, **{option: headers})


class Refused(Exception):
    pass


class Link:
    """One socket. Frames that belong to no question wait in `events`; a longer-lived client would also keep `last_seen`."""

    def __init__(self, socket):
        self.socket, self.events, self.results = socket, [], {}

    async def frame(self):
        return json.loads(await self.socket.recv())

    async def greet(self):
        # Without `drive`: this client hosts no watcher, so it must not become the driver.
        hello = {
            "type": "hello",
            "protocol": {"min": 1, "max": 1},
            "client": {"name": "example-bot", "version": "1.0.0"},
            "capabilities": [],
        }
        await self.socket.send(json.dumps(hello))
        welcome = await self.frame()
        if welcome["type"] != "welcome":
            raise Refused(welcome["message"])

    async def submit(self, op, thread_id=None):
        """The `accepted` of it; what came before the answer is kept."""
        submission = {"type": "submission", "id": f"bot-{uuid.uuid4()}", "op": op}
        if thread_id is not None:
            submission["thread_id"] = thread_id
        await self.socket.send(json.dumps(submission))
        while True:
            frame = await self.frame()
            if frame["type"] == "answer":
                self.results[frame["id"]] = frame["msg"]
            elif frame["type"] in ("accepted", "rejected") and frame["id"] == submission["id"]:
                if frame["type"] == "rejected":
                    raise Refused(f"{frame['code']}: {frame['message']}")
                return frame
            else:
                self.events.append(frame)

    async def ask(self, op, thread_id=None):
        accepted = await self.submit(op, thread_id)
        return self.results.pop(accepted["id"])

    async def next(self):
        return self.events.pop(0) if self.events else await self.frame()


async def thread_for(link, cwd, settings):
    """The bot's thread of this folder, or a new one."""
    lent = {"env": {"PATH": os.environ.get("PATH", "")}, "settings": settings}
    listed = await link.ask({"type": "thread_list", "cwd": cwd, "limit": 100})
    mine = [thread["thread_id"] for thread in listed["threads"] if thread.get("name") == NAME]
    if mine:
        await link.submit({"type": "thread_resume", "thread_id": mine[0], **lent})
        return mine[0]
    started = await link.submit({"type": "thread_start", "cwd": cwd, **lent})
    await link.submit({"type": "thread_rename", "thread_id": started["thread_id"], "name": NAME})
    return started["thread_id"]


async def work(link, thread, text, allowed):
    turn = {"type": "user_turn", "items": [{"type": "text", "text": text}]}
    mine = (await link.submit(turn, thread))["id"]
    while True:
        frame = await link.next()
        if frame["type"] != "event" or frame["id"] != mine:
            continue
        msg = frame["msg"]
        if msg["type"] == "exec_approval_request":
            shown = " ".join(msg["command"])
            # A shell gets its line as the last word.
            words = msg["command"][-1].split()
            decision = "approved" if words and words[0] in allowed else "denied"
            print(f"{decision}: {shown}", flush=True)
            await resolve(link, thread, "exec_approval", msg["request_id"], decision)
        elif msg["type"] == "apply_patch_approval_request":
            print(f"denied: a patch of {', '.join(msg['paths'])}", flush=True)
            await resolve(link, thread, "patch_approval", msg["request_id"], "denied")
        elif msg["type"] == "agent_message":
            print(msg["text"], flush=True)
        elif msg["type"] == "turn_complete":
            return 0
        elif msg["type"] == "turn_aborted":
            print(f"ended early: {msg['reason']} {msg.get('message', '')}", flush=True)
            return 1


async def resolve(link, thread, op, request_id, decision):
    try:
        await link.submit({"type": op, "request_id": request_id, "decision": decision}, thread)
    except Refused as refusal:
        print(f"somebody else was quicker ({refusal})", flush=True)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("text")
    parser.add_argument("--allow", default="ls,cat,git")
    given = parser.parse_args()
    home = os.environ.get("RAWR_HOME", os.path.expanduser("~/.rawr"))
    settings = json.loads(os.environ.get("RAWR_SETTINGS", "{}"))
    settings["approvals"] = {"policy": "untrusted"}
    async with open_socket(*daemon_of(home)) as socket:
        link = Link(socket)
        try:
            await link.greet()
            thread = await thread_for(link, os.getcwd(), settings)
            return await work(link, thread, given.text, set(given.allow.split(",")))
        except Refused as refusal:
            print(f"refused: {refusal}", flush=True)
            return 2


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
