"""The Python example as a client of the soak: follows a thread until the last message, and prints what it saw (see soak-client.ts)."""

import asyncio
import json
import os
import sys

sys.path.insert(0, os.environ["EXAMPLE"])
import client  # noqa: E402


async def main():
    job = json.loads(os.environ["JOB"])
    sight = {"seqs": [], "texts": {}, "gaps": 0, "losses": 0, "snapshots": 0, "holes": 0}
    rawr = client.Rawr(f"ws://127.0.0.1:{job['port']}", "", job["name"])
    rawr.seen[job["threadId"]] = 0
    link = asyncio.create_task(follow(rawr, job["home"], sight))
    while True:
        frame = await rawr.events.get()
        if frame["type"] == "gap":
            sight["gaps"] += 1
        if frame["type"] != "event":
            continue
        if "seq" in frame:
            sight["seqs"].append(frame["seq"])
        message = frame["msg"]
        if message["type"] == "item_snapshot":
            sight["snapshots"] += 1
        if message["type"] == "agent_message":
            sight["texts"][message["item_id"]] = message["text"]
        if message["type"] == "user_message" and message["text"] == job["endMark"]:
            break
    link.cancel()
    await asyncio.wait([link])
    print(json.dumps(sight))


async def follow(rawr, home, sight):
    """Each life of the daemon has its own token, in its file."""
    while True:
        try:
            with open(os.path.join(home, "daemon.json")) as file:
                rawr.token = json.load(file)["token"]
            await rawr.run(failures_max=1)
        except (OSError, ValueError):
            sight["losses"] += 1
            await asyncio.sleep(0.2)


asyncio.run(main())
