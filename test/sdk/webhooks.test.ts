import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import test from "ava";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { verifyWebhook, WebhookVerificationError } from "#sdk/index.ts";
import { signatureHeaders } from "#src/domain/callbacks/signing-secret.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";

const hasHttpx = await hasPythonPackage("httpx");
const sdk = join(import.meta.dirname, "../../sdk/python");
const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
const secret = newSecret();
const body = JSON.stringify({
  type: "speech.request.completed",
  timestamp: new Date().toISOString(),
  data: { request_id: randomUUID(), request_type: "asr", status: "completed", note: "ünïcode" },
});

/** A call as the library of Standard Webhooks signs it. */
function signed(by = secret, sentAt = new Date()): Record<string, string> {
  const id = `msg_${randomUUID()}`;
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": new Webhook(by).sign(id, sentAt, body),
  };
}

const old = new Date(Date.now() - 400_000);
const good = signed();
/** Calls that are believed, and that are not. */
const cases: Readonly<Record<string, readonly [headers: Record<string, string>, secrets: string[], isGood: boolean]>> =
  {
    "signed by its secret": [good, [secret], true],
    "one of two secrets": [good, [newSecret(), secret], true],
    "two signatures": [{ ...good, "webhook-signature": `v1a,xyz ${good["webhook-signature"]}` }, [secret], true],
    "another secret": [good, [newSecret()], false],
    "another id": [{ ...good, "webhook-id": "msg_other" }, [secret], false],
    "another time": [{ ...good, "webhook-timestamp": String(Number(good["webhook-timestamp"]) - 1) }, [secret], false],
    "too old": [signed(secret, old), [secret], false],
    "no number as a time": [{ ...good, "webhook-timestamp": "now" }, [secret], false],
    "no signature": [{ ...good, "webhook-signature": "" }, [secret], false],
    "no base64": [{ ...good, "webhook-signature": "v1,???" }, [secret], false],
    "a missing header": [{ "webhook-id": "a", "webhook-timestamp": good["webhook-timestamp"] ?? "" }, [secret], false],
  };

for (const [name, [headers, secrets, isGood]] of Object.entries(cases)) {
  test(`the client for TypeScript verifies: ${name}`, async (t) => {
    const call = (content: string | Uint8Array, given: Headers | Record<string, string>) =>
      verifyWebhook(content, given, { secret: secrets });
    if (isGood) {
      t.deepEqual(await call(body, headers), JSON.parse(body));
      t.deepEqual(await call(Buffer.from(body), new Headers(headers)), JSON.parse(body));
      await t.throwsAsync(call(`${body} `, headers), { instanceOf: WebhookVerificationError });
    } else await t.throwsAsync(call(body, headers), { instanceOf: WebhookVerificationError });
  });
}

test("a body in a vendor's form is verified, too", async (t) => {
  const id = randomUUID();
  const at = new Date();
  const form = JSON.stringify({ transcript_id: id, status: "completed" });
  const headers = {
    ...{ "webhook-id": id, "webhook-timestamp": String(Math.floor(at.getTime() / 1000)) },
    "webhook-signature": new Webhook(secret).sign(id, at, form),
  };
  t.like(await verifyWebhook(form, headers, { secret }), { transcript_id: id });
});

test("what the service signs is verified by both, by the library, and with either secret during a rotation", async (t) => {
  const secrets = [newSecret(), newSecret()];
  const headers = signatureHeaders({ id: randomUUID(), timestamp: Math.floor(Date.now() / 1000), body }, secrets);
  for (const one of secrets) {
    t.deepEqual(await verifyWebhook(body, headers, { secret: one }), JSON.parse(body));
    t.deepEqual(new Webhook(one).verify(body, { ...headers }), JSON.parse(body));
  }
});

const verifyAll = `
sys.dont_write_bytecode = True
sys.path.insert(0, given["sdk"])
from speech_service import WebhookVerificationError, verify_webhook
def verified(case):
    try:
        return verify_webhook(given["body"].encode(), case["headers"], case["secrets"])["data"]["note"]
    except WebhookVerificationError:
        return None
print(json.dumps([verified(case) for case in given["cases"]]))
`;

(hasHttpx ? test : test.skip)("the client for Python verifies the same", async (t) => {
  const given = Object.values(cases).map(([headers, secrets]) => ({ headers, secrets }));
  const answers = z.array(z.string().nullable()).parse(await runPython(verifyAll, { sdk, body, cases: given }));
  t.deepEqual(
    answers,
    Object.values(cases).map(([, , isGood]) => (isGood ? "ünïcode" : null)),
  );
});
