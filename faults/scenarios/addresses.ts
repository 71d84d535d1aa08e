import { mapConcurrently } from "#faults/calls.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { checkLedger, countRequests } from "#faults/ledger-checks.ts";
import { atLeast, atMost, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { speech } from "#harness/audio/sounds.ts";
import { audioForm } from "#harness/clients/client.ts";
import { hostileAddresses } from "#harness/outbound/hostile-addresses.ts";
import { type NameQuestion, openNameServer } from "#harness/outbound/name-server.ts";
import {
  openForbiddenListener,
  openHost,
  openHostSettings,
  openRecordingServer,
} from "#harness/outbound/recording-server.ts";
import { leftoversAfter } from "#harness/service/leftovers.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { until } from "#harness/until.ts";

interface Size {
  /** The number of times that all hostile addresses are sent. */
  readonly rounds: number;
  /** Addresses that drip at the same time, by one account. */
  readonly dripping: number;
  /** Requests for the name that leads elsewhere at every second question. */
  readonly rebinding: number;
}

const path = "/v1/speech/transcriptions";
const heardText = "The train will leave at seven.";
const heardWord = /train/;
const atOnce = 4;
const rebindingName = "rebinding.example";
/** The longest that a dripping address may be waited for: until its pace is looked at twice, and what the machine adds. */
const drippingSeconds = 40;
/** The longest that a recording of another account may take meanwhile. */
const otherSeconds = 10;
const credits = 1_000_000;

interface Answered {
  readonly title: string;
  readonly status: number;
  readonly said: string;
  readonly seconds: number;
}

interface Caller {
  readonly service: RunningService;
  readonly key: string;
  readonly signal: AbortSignal;
}

/** Addresses that lead inside, and servers that send what is no recording, or never all of it. */
export const addresses = scenario<Size>({
  name: "addresses",
  promise: "an address of a recording leads to no private network, and a hostile one costs and delays nothing",
  alone: true,
  full: { rounds: 3, dripping: 8, rebinding: 20 },
  quick: { rounds: 1, dripping: 4, rebinding: 6 },
  run: async ({ rounds, dripping, rebinding }, setting) => {
    const { signal } = setting;
    const recording = await speech(heardText);
    await using server = await openRecordingServer(recording);
    await using anywhere = await openForbiddenListener();
    await using beside = await openForbiddenListener(server.port);
    await using names = await openNameServer(addressesOf);
    await using service = await startRunningService(["api", "transcription", "maintenance"], setting, {
      ...openHostSettings,
      OUTBOUND_NAME_SERVERS: names.address,
      AUDIO_MAX_BYTES: `${4 * 1024 ** 2}`,
      TRANSCRIPTION_CONCURRENCY: "5",
    });
    const { resources } = service;
    const triggers = await openAuditTriggers(resources.db);
    const [hostile, other] = [await service.account(credits), await service.account(credits)];
    const caller = { service, key: hostile.key, signal };

    const table = [...hostileAddresses(anywhere.port), ...uselessAnswers(server.at, anywhere.port)];
    const everyCall = Array.from({ length: rounds }, () => table).flat();
    const refused = await mapConcurrently(everyCall, atOnce, (one) => fetchAt(caller, one));
    const isBusy = { over: false };
    const drips = Promise.all(
      Array.from({ length: dripping }, (_, index) =>
        fetchAt(caller, [`a server that drips, ${index}`, server.at(`/drip.wav?${index}`)]),
      ),
    ).finally(() => (isBusy.over = true));
    await until(async () => server.asked.some(({ url }) => url.startsWith("/drip.wav")), { withinMs: 30_000, signal });
    const others = [await uploadFor({ ...caller, key: other.key }, recording)];
    while (!isBusy.over) others.push(await uploadFor({ ...caller, key: other.key }, recording));
    const dripped = await drips;
    const rebound = await mapConcurrently([...Array(rebinding).keys()], 1, (index) =>
      fetchAt(caller, [rebindingName, `http://${rebindingName}:${server.port}/good.wav?${index}`]),
    );
    const good = await fetchAt({ ...caller, key: other.key }, ["a good address", server.at("/good.wav")]);

    const left = await leftoversAfter(service);
    const ids = await resources.db.selectFrom("speech_requests").select(["id", "user_id", "status"]).execute();
    const counts = await countRequests(
      resources,
      ids.map(({ id }) => id),
      triggers,
    );
    const completedOf = (userId: string): number =>
      ids.filter((row) => row.user_id === userId && row.status === "completed").length;
    const isRefused = ({ status }: Answered): boolean => status === 422 || status === 413;
    const connections = anywhere.connections() + beside.connections();
    await Promise.all([anywhere, beside].map(({ port }) => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)));
    const unclear = [...refused, ...dripped].filter(
      (one) => !isRefused(one) || !/"msg"|audio_too_large/.test(one.said),
    );
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        exactly(
          "hostile addresses and useless answers that were refused",
          refused.filter(isRefused).length,
          everyCall.length,
        ),
        exactly("connections to addresses that are not allowed", connections, 0),
        exactly("connections there when we asked", anywhere.connections() + beside.connections(), 2),
        exactly("dripping addresses that were refused", dripped.filter(isRefused).length, dripping),
        atMost("slowest refusal of one that drips", Math.max(...dripped.map(({ seconds }) => seconds)), {
          limit: drippingSeconds,
          unit: "s",
        }),
        atLeast("recordings of another account meanwhile", others.length, 2),
        exactly("of these with their words", others.filter(({ said }) => heardWord.test(said)).length, others.length),
        atMost("slowest of these", Math.max(...others.map(({ seconds }) => seconds)), {
          limit: otherSeconds,
          unit: "s",
        }),
        exactly("requests for the name that were refused", rebound.filter(isRefused).length, rebinding / 2),
        exactly(
          "requests for the name that were fetched",
          rebound.filter(({ status }) => status === 200).length,
          rebinding / 2,
        ),
        exactly("requests of the hostile account that were completed", completedOf(hostile.userId), rebinding / 2),
        exactly("good addresses that were answered with their words", heardWord.test(good.said) ? 1 : 0, 1),
        exactly("objects, files, jobs and requests left", Object.values(left).flat().length, 0),
        exactly("processes that ended", service.countEnded(), 0),
        exactly("requests lost", counts.lost, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        ...(await checkLedger(service, hostile, signal)),
        ...(await checkLedger(service, other, signal)),
      ],
      notes: [
        ...new Set(unclear.map(({ title, status, said }) => `${title}: ${status}, ${said.slice(0, 200)}`)),
        `The slowest of all refusals took ${Math.max(...refused.map(({ seconds }) => seconds)).toFixed(1)} s.`,
      ],
    };
  },
});

/** All names lead to this machine; one of them to the server first, and then elsewhere, in turns. */
const addressesOf = ({ name, family, earlier }: NameQuestion): readonly string[] => {
  if (family === 6) return name === rebindingName ? [] : ["::1"];
  return [name === rebindingName && earlier % 2 === 0 ? openHost : "127.0.0.1"];
};

/** Addresses that may be connected to, of which nothing comes that can be transcribed. */
function uselessAnswers(
  at: (path: string) => string,
  port: number,
): readonly (readonly [title: string, url: string])[] {
  const inside = encodeURIComponent(`http://127.0.0.1:${port}/`);
  const metadata = encodeURIComponent("http://169.254.169.254/latest/meta-data/");
  const paths = ["none", "forbidden", "fails", "text", "empty", "endless", "more", "less", "silent"];
  return [
    ...paths.map((name) => [`the answer '${name}'`, at(`/${name}.wav`)] as const),
    ["a redirect to this machine", at(`/?to=${inside}`)],
    ["a redirect to metadata", at(`/?to=${metadata}`)],
    ["a redirect to a redirect to this machine", at(`/?to=${encodeURIComponent(at(`/?to=${inside}`))}`)],
    ["a redirect to a file", at("/?to=file:///etc/passwd")],
  ];
}

async function fetchAt(caller: Caller, [title, url]: readonly [title: string, url: string]): Promise<Answered> {
  const body = JSON.stringify({ url, language: "en" });
  return answered(caller, title, { headers: { "content-type": "application/json" }, body });
}

const uploadFor = (caller: Caller, recording: Uint8Array<ArrayBuffer>): Promise<Answered> =>
  answered(caller, "an upload", { headers: {}, body: audioForm(recording) });

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData;
}

async function answered({ service, key, signal }: Caller, title: string, { headers, body }: Sent): Promise<Answered> {
  const begun = performance.now();
  const sent = { method: "POST", headers: { ...headers, "x-api-key": key, prefer: "wait=60" }, body, signal };
  const response = await fetch(`${service.baseUrl}${path}`, sent);
  const said = await response.text();
  return { title, status: response.status, said, seconds: (performance.now() - begun) / 1000 };
}
