import { createSocket } from "node:dgram";
import { once } from "node:events";
import ipaddr from "ipaddr.js";

/** A question for the addresses of a name. */
export interface NameQuestion {
  readonly name: string;
  readonly family: 4 | 6;
  /** The number of earlier questions for the same name and family. */
  readonly earlier: number;
}

export interface NameServer extends AsyncDisposable {
  /** As resolvers and OUTBOUND_NAME_SERVERS take it. */
  readonly address: string;
  /** The number of questions so far for a name. */
  asked(name: string): number;
}

const families = new Map<number, 4 | 6>([
  [1, 4],
  [28, 6],
]);
const headerBytes = 12;
/** An answer, by a server that the name belongs to, without an error. */
const answered = 0x84_00;

/**
 * Serves names over UDP (RFC 1035, section 4.1), each answer with a time to live of nothing.
 * @param addressesOf gives the addresses of a name; none where it has none of the family, null for a question to leave unanswered
 */
export async function openNameServer(
  addressesOf: (question: NameQuestion) => readonly string[] | null,
): Promise<NameServer> {
  const counts = new Map<string, number>();
  const socket = createSocket("udp4");
  socket.on("message", (message, { address, port }) => {
    const { name, type, end } = questionIn(message);
    const family = families.get(type);
    const id = `${name} ${type}`;
    const earlier = counts.get(id) ?? 0;
    counts.set(id, earlier + 1);
    const found = family === undefined ? [] : addressesOf({ name, family, earlier });
    if (found === null) return;
    const header = Buffer.from(message.subarray(0, headerBytes));
    [answered, 1, found.length, 0, 0].forEach((value, index) => header.writeUInt16BE(value, 2 + 2 * index));
    socket.send(Buffer.concat([header, message.subarray(headerBytes, end), ...found.map(recordOf)]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: (name) => [...counts].reduce((sum, [id, count]) => (id.startsWith(`${name} `) ? sum + count : sum), 0),
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(resolve)),
  };
}

/** The question of a message: its name in small letters, the number of its type, and the byte where it ends. */
function questionIn(message: Buffer) {
  const labels: string[] = [];
  let place = headerBytes;
  for (let length = message.readUInt8(place); length > 0; length = message.readUInt8(place)) {
    labels.push(message.toString("latin1", place + 1, place + 1 + length));
    place += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(place + 1), end: place + 5 };
}

/** One record of the answer, whose name is that of the question. */
function recordOf(address: string): Buffer {
  const bytes = ipaddr.parse(address).toByteArray();
  const [type = 0] = [...families].find(([, family]) => family === (bytes.length === 4 ? 4 : 6)) ?? [];
  const head = Buffer.alloc(headerBytes);
  [0xc0_0c, type, 1, 0, 0, bytes.length].forEach((value, index) => head.writeUInt16BE(value, 2 * index));
  return Buffer.concat([head, Buffer.from(bytes)]);
}
