import { z } from "zod";
import type { MessageDocument, SocketRoute } from "#src/api/sockets/socket-route.ts";
import type { Config } from "#src/config.ts";
import { releaseVersion } from "#src/domain/release-version.ts";

type Json = Readonly<Record<string, unknown>>;

const about = "Live transcription, and speech while its text is being written, over WebSockets.";

const ref = (path: string) => ({ $ref: `#/${path}` });

/** The AsyncAPI 3.0 document of the paths that take WebSockets, as plain JSON. */
export function asyncApiDocument(routes: readonly SocketRoute[], config: Config): Json {
  const { host, protocol } = new URL(config.publicUrl);
  const operations = routes.flatMap((route) => [
    [`${route.operationId}.send`, operationOf(route, "send")] as const,
    [`${route.operationId}.receive`, operationOf(route, "receive")] as const,
  ]);
  return {
    asyncapi: "3.0.0",
    info: { title: config.site.name, version: releaseVersion, description: about },
    servers: { own: { host, protocol: protocol.replace("http", "ws").replace(":", "") } },
    channels: Object.fromEntries(routes.map((route) => [route.operationId, channelOf(route)])),
    operations: Object.fromEntries(operations),
  };
}

const schemaOf = (schema: z.ZodType): Json => z.toJSONSchema(schema, { unrepresentable: "any", io: "input" });

function channelOf(route: SocketRoute): Json {
  const { path, summary, description = "", scope, query, messages, params } = route;
  const { client, server } = messages;
  const all = [...client, ...server].map((message) => [message.name, messageOf(message)] as const);
  return {
    ...{ address: path, summary, description: `${description}\n\nRequired scope: \`${scope}\`.`.trim() },
    servers: [ref("servers/own")],
    ...(params !== undefined && {
      parameters: Object.fromEntries(Object.keys(params.shape).map((name) => [name, {}])),
    }),
    messages: {
      ...(hasFrames(route) && {
        sound: { summary: "Audio, in the encoding of the query", contentType: "application/octet-stream" },
      }),
      ...Object.fromEntries(all),
    },
    bindings: { ws: { method: "GET", query: schemaOf(query), bindingVersion: "0.1.0" } },
  };
}

/** Whether sound is in binary frames, and not in the messages. */
const hasFrames = ({ soundInMessages }: SocketRoute): boolean => soundInMessages !== true;

const messageOf = ({ name, summary, schema }: MessageDocument): Json => ({
  ...{ name, summary, contentType: "application/json" },
  payload: schemaOf(schema),
});

/** The operation of a client at the path of a route. */
function operationOf(route: SocketRoute, action: "send" | "receive"): Json {
  const { operationId, messages, summary, speaks } = route;
  const written = (action === "send" ? messages.client : messages.server).map(({ name }) => name);
  const names = hasFrames(route) && (speaks === true) === (action === "receive") ? ["sound", ...written] : written;
  return {
    ...{ action, summary },
    channel: ref(`channels/${operationId}`),
    messages: names.map((name) => ref(`channels/${operationId}/messages/${name}`)),
  };
}
