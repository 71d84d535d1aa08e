/** Sound for the programs: the microphone, or a file at the speed at which it is spoken. */
const source = (program: string): string =>
  `ffmpeg -loglevel error -re -i recording.wav -ac 1 -ar 16000 -f s16le - | ${program}`;

const javascript = (address: string): string => `// ${source("node live.mjs")}
const socket = new WebSocket("${address}", ["speech", \`token.\${process.env.SPEECH_API_KEY}\`]);
socket.onopen = async () => {
  for await (const sound of process.stdin) socket.send(sound);
  socket.send('{"type": "close"}');
};
socket.onmessage = ({ data }) => {
  const event = JSON.parse(data);
  if (event.type === "final") console.log(event.text);
};
socket.onclose = ({ code, reason }) => code === 1000 || console.error(code, reason);`;

const python = (address: string): string => `# pip install websockets
# ${source("python live.py")}
import asyncio, json, os, sys
from websockets.asyncio.client import connect

async def main():
    async with connect("${address}", additional_headers={"X-API-Key": os.environ["SPEECH_API_KEY"]}) as socket:
        async def speak():
            while sound := await asyncio.to_thread(sys.stdin.buffer.read, 3200):
                await socket.send(sound)
            await socket.send('{"type": "close"}')
        speaking = asyncio.create_task(speak())
        async for message in socket:
            event = json.loads(message)
            if event["type"] == "final":
                print(event["text"])
        await speaking

asyncio.run(main())`;

/** Transcribing live in several languages, each by its name; the key is taken from the environment. */
export function liveCalls(language: string): readonly (readonly [name: string, text: string])[] {
  const address = `${location.origin.replace("http", "ws")}/v1/speech/live?language=${encodeURIComponent(language)}`;
  return [
    ["JavaScript", javascript(address)],
    ["Python", python(address)],
  ];
}
