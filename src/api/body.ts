import type { Context } from "koa";
import type { z } from "zod";
import { DomainError } from "#src/errors.ts";
import { parseJsonBody } from "./json-body.ts";
import type { BodyReader } from "./route.ts";
import { toValidationDetail } from "./validation-error.ts";

/** A sender that is silent for this long has hung up without saying so. */
const idleMs = 10_000;
/** What a sender that does not stop has to read its answer. */
const lingerMs = 1_000;

/** For routes that take no body: whatever is sent is not looked at. */
export const noBody: BodyReader<undefined> = {
  read: () => Promise.resolve({ ok: true, value: undefined }),
  document: null,
};

/** A JSON object of at most `limits.jsonMaxBytes`. */
export const jsonBody = <Body>(schema: z.ZodObject & z.ZodType<Body>): BodyReader<Body> => ({
  read: async (ctx, { config }) => {
    const raw = await readBytes(ctx, config.limits.jsonMaxBytes);
    const body = parseJsonBody(raw, ctx.get("content-type"));
    if (!body.ok) return { ok: false, rows: body.detail };
    const parsed = schema.safeParse(body.value);
    if (parsed.success) return { ok: true, value: parsed.data };
    return { ok: false, rows: toValidationDetail(parsed.error, { where: "body", input: body.value, schema }) };
  },
  document: { contentType: "application/json", schema: () => schema },
});

/** All bytes of a body. @throws DomainError `body_too_large` beyond `maxBytes` */
export const readBytes = (ctx: Context, maxBytes: number): Promise<Buffer> =>
  whileSending(ctx, () => readAll(ctx, maxBytes)).catch((error: unknown) => {
    // Nobody reads the answer of a caller that has hung up; it must only not look like a bug of ours.
    if (ctx.req.destroyed) return Buffer.alloc(0);
    throw error;
  });

/** Ends the connection of a sender that falls silent while its body is read. */
export async function whileSending<Result>(ctx: Context, read: () => Promise<Result>): Promise<Result> {
  ctx.req.setTimeout(idleMs, () => ctx.req.destroy());
  try {
    return await read();
  } finally {
    ctx.req.setTimeout(0);
  }
}

/** Ends the connection of a sender that goes on after it has been answered. */
export function hangUpAfterAnswer({ req, res }: Context): void {
  const hangUp = (): void => {
    if (!req.complete) req.destroy();
  };
  res.once("finish", () => setTimeout(hangUp, lingerMs).unref());
}

async function readAll(ctx: Context, maxBytes: number): Promise<Buffer> {
  const tooLarge = (): DomainError => new DomainError("body_too_large", undefined, { max_bytes: maxBytes });
  if ((ctx.request.length ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > maxBytes) {
      hangUpAfterAnswer(ctx);
      throw tooLarge();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
