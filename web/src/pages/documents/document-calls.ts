type Write = (address: string) => string;

const curl: Write = (address) => `# Speaks all paragraphs that have no audio yet
curl -s -X POST ${address}/speak -H "X-API-Key: $SPEECH_API_KEY"

# How far it is: repeat until counts.running is 0
curl -s '${address}?text=false' -H "X-API-Key: $SPEECH_API_KEY"

# One file with chapters: repeat the second call with its export_id until status is completed
curl -s ${address}/exports -H "X-API-Key: $SPEECH_API_KEY" \\
  -H 'Content-Type: application/json' -d '{"format": "m4b"}'
curl -s ${address}/exports/EXPORT_ID -H "X-API-Key: $SPEECH_API_KEY"
curl -s ${address}/exports/EXPORT_ID/audio -H "X-API-Key: $SPEECH_API_KEY" -o document.m4b`;

const javascript: Write = (address) => `import { writeFile } from "node:fs/promises";

const document = ${JSON.stringify(address)};
const second = () => new Promise((done) => setTimeout(done, 1_000));
const headers = { "X-API-Key": process.env.SPEECH_API_KEY, "Content-Type": "application/json" };
async function call(path, init) {
  const response = await fetch(document + path, { headers, ...init });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).data;
}

await call("/speak", { method: "POST", body: "{}" });
while ((await call("?text=false")).counts.running > 0) await second();
let file = await call("/exports", { method: "POST", body: JSON.stringify({ format: "m4b" }) });
while (file.finished_at === null) {
  await second();
  file = await call(\`/exports/\${file.export_id}\`);
}
const audio = await fetch(file.audio_url, { headers });
await writeFile("document.m4b", Buffer.from(await audio.arrayBuffer()));`;

const python: Write = (address) => `# pip install requests
import os, time, requests

document = ${JSON.stringify(address)}
session = requests.Session()
session.headers["X-API-Key"] = os.environ["SPEECH_API_KEY"]

def call(method, path, body=None):
    answer = session.request(method, document + path, json=body)
    answer.raise_for_status()
    return answer.json()["data"]

call("POST", "/speak", {})
while call("GET", "?text=false")["counts"]["running"] > 0:
    time.sleep(1)
file = call("POST", "/exports", {"format": "m4b"})
while file["finished_at"] is None:
    time.sleep(1)
    file = call("GET", "/exports/" + file["export_id"])
with open("document.m4b", "wb") as audio:
    audio.write(session.get(file["audio_url"]).content)`;

const languages = [
  ["curl", curl],
  ["JavaScript", javascript],
  ["Python", python],
] as const;

/** Speaking a document and fetching its file in several languages, each by its name; the key is taken from the environment. */
export const documentCalls = (documentId: string): readonly (readonly [name: string, text: string])[] =>
  languages.map(([name, write]) => [name, write(`${location.origin}/v1/documents/${documentId}`)]);
