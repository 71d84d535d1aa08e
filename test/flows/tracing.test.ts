import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import test from "ava";
import { z } from "zod";
import { DomainError } from "#src/errors.ts";
import { inSpan } from "#src/spans.ts";
import { localReceivers, type ReceivedCallback, startCallbackReceiver } from "#harness/callback-receiver.ts";
import { speech } from "#harness/audio/sounds.ts";
import { audioForm } from "#harness/clients/client.ts";
import { until } from "#harness/until.ts";
import { startLogged } from "#test/support/logged-process.ts";
import { startService } from "#test/support/service.ts";

const value = z.record(z.string(), z.unknown());
const span = z.object({
  ...{ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional() },
  ...{ name: z.string(), kind: z.number(), startTimeUnixNano: z.coerce.bigint() },
  attributes: z.array(z.object({ key: z.string(), value })),
  status: z.object({ code: z.number().optional() }).optional(),
});
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value })) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

type Span = z.output<typeof span> & { readonly process: unknown };

/** The spans in the calls of a collector, in the order in which they began. */
const spansIn = (calls: readonly ReceivedCallback[]): readonly Span[] =>
  calls
    .filter(({ path }) => path === "/v1/traces")
    .flatMap(({ body }) => exported.parse(JSON.parse(body)).resourceSpans)
    .flatMap(({ resource, scopeSpans }) => {
      const name = resource.attributes.find(({ key }) => key === "service.name")?.value["stringValue"];
      return scopeSpans.flatMap(({ spans }) => spans.map((one) => ({ ...one, process: name })));
    })
    .toSorted((a, b) => Number(a.startTimeUnixNano - b.startTimeUnixNano));

/** The spans below another one, each as its process, the names of those above it, and its own. */
const treeBelow = (spans: readonly Span[], parent: string, above = ""): readonly string[] =>
  spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .flatMap(({ name, process: by, spanId }) => [
      `${String(by)}: ${above}${name}`,
      ...treeBelow(spans, spanId, `${above}${name} > `),
    ]);

/** The tree of a call that makes a job. */
const expectedTree = (
  call: string,
  job: string,
  {
    before,
    worker,
    steps,
  }: { readonly before: readonly string[]; readonly worker: string; readonly steps: readonly string[] },
): readonly string[] => {
  const [created, run] = [`${call} > create ${job}`, `${call} > create ${job} > process ${job}`];
  return [
    `speech-test: ${call}`,
    ...before.map((step) => `speech-test: ${call} > ${step}`),
    `speech-test: ${created}`,
    `speech-test: ${created} > send ${job}`,
    `speech-${worker}: ${run}`,
    ...steps.map((step) => `speech-${worker}: ${run} > ${step}`),
    `speech-${worker}: ${run} > end request`,
    `speech-test: ${run} > end request > deliver callback`,
    `speech-test: ${call} > wait for result`,
  ].toSorted();
};

const attributesOf = ({ attributes }: Span) => new Map(attributes.map((one) => [one.key, Object.values(one.value)[0]]));

const text = "The ferry to the island leaves at noon.";
const within = { withinMs: 60_000, signal: new AbortController().signal };
/** The places of the callers' spans. */
const callers = {
  speech: { traceId: "11111111111111111111111111111111", spanId: "aaaaaaaaaaaaaaaa" },
  transcription: { traceId: "22222222222222222222222222222222", spanId: "bbbbbbbbbbbbbbbb" },
} as const;
const headersOf = ({ traceId, spanId }: { readonly traceId: string; readonly spanId: string }) => ({
  traceparent: `00-${traceId}-${spanId}-01`,
});

test.serial("a synthesis and a transcription have one trace each, from the call to the callback", async (t) => {
  t.timeout(180_000);
  await using collector = await startCallbackReceiver();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}` };
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc" };
  const env = { ...localReceivers, ...traced, ...headers };
  await using service = await startService({ env });
  const synthesis = await service.startWorker("synthesis");
  const transcription = await startLogged("workers/transcription.ts", service.env);
  const { key } = await service.account();

  t.is((await service.call("POST", "/v1/webhook-endpoints", { key, json: { url: collector.url } })).status, 201);
  const spoken = await service.call("POST", "/v1/speech/synthesize", {
    ...{ key, json: { text }, headers: headersOf(callers.speech) },
  });
  t.is(spoken.status, 200);
  const heard = await service.call("POST", "/v1/speech/transcriptions", {
    ...{ key, form: audioForm(await speech(text)), headers: headersOf(callers.transcription) },
  });
  t.is(heard.status, 200);
  const code = "audio_unusable";
  const failing = inSpan("a step", {}, () => Promise.reject(new DomainError(code, `It says ${text}`)));
  await t.throwsAsync(failing);
  const called = (): readonly ReceivedCallback[] => collector.calls.filter(({ path }) => path === "/hook");
  t.true(await until(() => Promise.resolve(called().length === 2), within));

  const { contentType, text: metrics } = await service.resources.metrics.scrape(
    "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5",
  );
  t.is(contentType, "application/openmetrics-text; version=1.0.0; charset=utf-8");
  t.regex(metrics, /^http_request_duration_seconds_bucket\{.*\} \d+ # \{trace_id="2{32}",span_id="\w{16}"\} /m);
  t.true(metrics.endsWith("# EOF\n"));
  const older = await service.resources.metrics.scrape("text/plain");
  t.is(older.contentType, "text/plain; version=0.0.4; charset=utf-8");
  t.notRegex(older.text, / # \{|# EOF/);
  t.regex(older.text, /^# TYPE credits_settled_total counter$/m);

  // A process sends its last spans when it ends.
  await Promise.all([synthesis.stop(), transcription.stop()]);
  await service[Symbol.asyncDispose]();
  const spans = spansIn(collector.calls);
  const inTrace = (id: string) => spans.filter(({ traceId }) => traceId === id);
  const treeOf = ({ traceId, spanId }: { readonly traceId: string; readonly spanId: string }) => {
    const tree = treeBelow(inTrace(traceId), spanId);
    t.is(tree.length, inTrace(traceId).length, "every span of the trace hangs below the caller's");
    return tree.toSorted();
  };
  t.deepEqual(
    treeOf(callers.speech),
    expectedTree("POST /v1/speech/synthesize", "synthesize-speech", {
      ...{ worker: "synthesis", before: [] },
      steps: ["synthesize speech", "encode audio", "put object"],
    }),
  );
  t.deepEqual(
    treeOf(callers.transcription),
    expectedTree("POST /v1/speech/transcriptions", "transcribe-audio", {
      ...{ worker: "transcription", before: ["put object"] },
      steps: ["fetch object", "decode audio", "recognize speech", "write transcript", "put object", "remove object"],
    }),
  );

  const call = inTrace(callers.transcription.traceId).find(({ name }) => name === "POST /v1/speech/transcriptions");
  t.is(call && attributesOf(call).get("http.response.status_code"), 200);
  const [job] = transcription.output().match(/^.*"msg":"job".*$/m) ?? [];
  t.is(job && z.object({ trace_id: z.string() }).parse(JSON.parse(job)).trace_id, callers.transcription.traceId);
  const deliveries = spans.filter(({ name }) => name === "deliver callback");
  t.deepEqual(
    new Set(called().map((one) => one.headers["traceparent"])),
    new Set(deliveries.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`)),
  );
  const failed = spans.find(({ name }) => name === "a step");
  t.is(failed?.status?.code, 2);
  t.is(failed && attributesOf(failed).get("error.type"), code);

  const sent = collector.calls.filter(({ path }) => path === "/v1/traces");
  t.true(sent.every((one) => one.headers["authorization"] === "Basic abc"));
  const bodies = sent.map(({ body }) => body).join("\n");
  const { text: transcript } = heard.data(z.object({ text: z.string() }));
  for (const secret of [key, text, transcript, collector.url]) t.false(bodies.includes(secret), secret);
});

test.serial("a collector that never answers keeps no work waiting and no process from ending", async (t) => {
  t.timeout(120_000);
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on("error", () => undefined)));
  await once(silent.listen(0, "127.0.0.1"), "listening");
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const address = silent.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  await using service = await startService();
  const worker = await service.startWorker("synthesis", { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  const { key } = await service.account();
  t.is((await service.call("POST", "/v1/speech/synthesize", { key, json: { text } })).status, 200);
  await worker.stop();
  t.is(worker.exitCode(), 0);
  t.true(sockets.size > 0);
});
