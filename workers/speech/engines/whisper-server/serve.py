"""Serves faster-whisper-server on a Unix socket: serve.py <configuration> <socket>.

Two routes are its own: POST /languages answers which languages the first 30 seconds of a file may be in, and POST /read what is said
in it, with the language and, where none is sent, the probability of the one that is found.

Ends when its standard input does, so it never outlives the host that started it. A line "<uid> <gid>" on it makes this process
that user for good, which is answered with a line: it starts as root where the models are root's.
"""

import os
import sys
import threading
import traceback
from typing import Any, BinaryIO

most_languages = 5


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


def follow_host() -> None:
    try:
        for line in iter(sys.stdin.readline, ""):
            uid, gid = map(int, line.split())
            become_user(uid, gid)
            print("done", flush=True)
    except Exception:
        traceback.print_exc()
        os._exit(1)
    # At once: a recognition that is under way would hold up an orderly end.
    os._exit(0)


def find_languages(audio: BinaryIO) -> list[dict[str, Any]]:
    from faster_whisper.audio import decode_audio
    from faster_whisper_server.models import get_transcriber_for_request

    model = get_transcriber_for_request("whisper-1", "transcribe")[0]
    _, _, shares = model.detect_language(audio=decode_audio(audio, sampling_rate=16000))
    return [{"language": code, "probability": float(share)} for code, share in shares[:most_languages]]


def read(audio: BinaryIO, language: str | None, task: str) -> dict[str, Any]:
    from faster_whisper_server.models import get_transcriber_for_request

    model, options, _ = get_transcriber_for_request("whisper-1", task)
    segments, found = model.transcribe(audio, language=language, task=task, **options)
    text = "".join(segment.text for segment in segments)
    probability = found.language_probability if language is None else None
    return {"text": text, "language": found.language, "probability": probability}


def main() -> None:
    configuration, socket = sys.argv[1:]
    threading.Thread(target=follow_host, daemon=True).start()

    # Takes seconds, so the host is followed already.
    import uvicorn
    from fastapi import File, Form, UploadFile
    from faster_whisper_server.api import app
    from faster_whisper_server.models import configure_models_from_config

    async def languages(file: UploadFile = File(...)) -> dict[str, Any]:
        return {"languages": find_languages(file.file)}

    app.post("/languages")(languages)
    async def words(
        file: UploadFile = File(...), language: str | None = Form(None), task: str = Form(...)
    ) -> dict[str, Any]:
        return read(file.file, language, task)

    app.post("/read")(words)
    configure_models_from_config(configuration)
    uvicorn.run(app, uds=socket, log_level="warning", access_log=False)


if __name__ == "__main__":
    main()
