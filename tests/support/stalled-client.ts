import { createConnection, type Socket } from "node:net";

const HANDSHAKE = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
];

/** A connection that sends a request, reads the head of its answer, and then no more until it is resumed. */
export async function openStalled(url: string, path: string, headers: readonly string[]): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port) });
  socket.on("error", () => undefined);
  socket.write([`GET ${path} HTTP/1.1`, `Host: ${hostname}:${port}`, ...headers, "\r\n"].join("\r\n"));
  const head = String(await nextData(socket));
  socket.pause();
  if (!/^HTTP\/1\.1 (?:101|200)/.test(head)) throw new Error(`refused: ${head}`);
  return socket;
}

function nextData(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => void socket.once("data", resolve));
}

/**
 * A live WebSocket that has sent its token and a frame `{"v":1}`, was told that it is subscribed, and reads nothing
 * more.
 */
export async function openStalledViewer(url: string, token: string): Promise<Socket> {
  const socket = await openStalledSocket(url, [token, '{"v":1}']);
  const answer = nextData(socket);
  socket.resume();
  await answer;
  socket.pause();
  return socket;
}

/** A live WebSocket that has sent these frames and reads nothing. */
export async function openStalledSocket(url: string, frames: readonly string[]): Promise<Socket> {
  const socket = await openStalled(url, "/api/v1/syslog/events/live", HANDSHAKE);
  for (const frame of frames) socket.write(maskedFrame(frame));
  return socket;
}

/** A text frame as a client must send it (RFC 6455, 5.2), with a mask of zeros. */
function maskedFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.from([0x80 | 126, bytes.length >> 8, bytes.length & 0xff]);
  return Buffer.concat([Buffer.from([0x81]), length, Buffer.alloc(4), bytes]);
}
