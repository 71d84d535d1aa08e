import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { callbackify } from "node:util";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** An e-mail as a mail server was given it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

export interface FakeSmtp extends AsyncDisposable {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Refuses so many of the next e-mails. */
  readonly refuse: (count: number) => void;
}

/** A mail server of this machine that keeps what it is given. */
export async function startSmtp(): Promise<FakeSmtp> {
  const mails: ReceivedMail[] = [];
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: callbackify(async (stream: Readable, { envelope }: Pick<SMTPServerSession, "envelope">) => {
      const source = await text(stream);
      if (refusals > 0) {
        refusals -= 1;
        throw Object.assign(new Error("Mailbox <ada@example.com> is full."), { responseCode: 452 });
      }
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
    }),
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("The mail server has no port.");
  return {
    port: address.port,
    mails,
    refuse: (count) => {
      refusals = count;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
