"""
Reads sound by Whisper: serve.py <folder of the model>.

Takes requests on its standard input and answers each, in their order, with a line of JSON. A request is a line of JSON; one with
`bytes` is followed by so many bytes of 16 kHz 16-bit mono sound.

    {"do": "read", "bytes": …, "language": "es" or null, "task": "transcribe" or "translate"}
    {"do": "find languages", "bytes": …}
    {"do": "become", "uid": …, "gid": …}    it becomes this user for good: it starts as root where the models are root's

Ends when its standard input does, even in the middle of its work, so it never outlives the host that started it.
"""

import json
import os
import queue
import sys
import threading
import traceback
from typing import Any

# A host uses one core. The libraries read this when they are loaded.
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
# An isolated interpreter does not look beside its program.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

most_languages = 5

Request = tuple[dict[str, Any], bytes]


def become_user(uid: int, gid: int) -> None:
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)
    if os.getresuid() != (uid,) * 3 or os.getresgid() != (gid,) * 3 or can_return():
        raise RuntimeError(f"The process did not become the user {uid}.")


def can_return() -> bool:
    try:
        os.setuid(0)
    except PermissionError:
        return False
    return True


def follow_host(requests: "queue.SimpleQueue[Request]") -> None:
    try:
        for line in iter(sys.stdin.buffer.readline, b""):
            request = json.loads(line)
            requests.put((request, sys.stdin.buffer.read(request.get("bytes", 0))))
    except Exception:
        traceback.print_exc()
        os._exit(1)
    # At once: a recognition that is under way would hold up an orderly end.
    os._exit(0)


def main() -> None:
    requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
    threading.Thread(target=follow_host, args=(requests,), daemon=True).start()

    # Takes seconds, so the host is followed already.
    import numpy as np
    from whisper import Whisper

    model = Whisper(sys.argv[1])

    def answer(request: dict[str, Any], pcm: bytes) -> dict[str, Any]:
        if request["do"] == "become":
            become_user(request["uid"], request["gid"])
            return {}
        samples = np.frombuffer(pcm, "<i2").astype(np.float32) / 32768
        if request["do"] == "find languages":
            found = model.languages(samples)[:most_languages]
            return {"languages": [{"language": code, "probability": share} for code, share in found]}
        return vars(model.read(samples, request["language"], request["task"]))

    while True:
        print(json.dumps(answer(*requests.get())), flush=True)


if __name__ == "__main__":
    main()
