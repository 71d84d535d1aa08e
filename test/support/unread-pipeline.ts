import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Sends so many requests on one connection at once, and reads no answer until the socket is resumed. */
export async function openUnreadPipeline(baseUrl: string, request: string, count: number): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.pause();
  socket.write(request.repeat(count));
  return socket;
}
