import type { Client } from "./route";

/** An open WebSocket, as far as its peer may use it. */
export type WebSocketConnection = Pick<
  Bun.ServerWebSocket<WebSocketPeer>,
  "sendText" | "cork" | "close" | "ping" | "getBufferedAmount" | "terminate"
>;

/** What the service does with one WebSocket. Calls come in this order: `open`, any of the others, `close`. */
export type WebSocketPeer = {
  open(socket: WebSocketConnection): void;
  /** A text frame, or a binary one's octets. */
  message(data: string | Uint8Array): void;
  /** What was buffered has left: more can be sent. */
  drain(): void;
  /** The connection has gone, whoever ended it. */
  close(): void;
};

/** Declares a WebSocket. Its handshake needs no credentials: `accept` decides, and its peer asks for them. */
export type WebSocketRoute = {
  path: string;
  /** @throws ApiError that is answered instead of the upgrade. */
  accept(client: Client): WebSocketPeer;
};

/** Close codes of RFC 6455, 7.4.1, and of IANA's registry: 1012, come back, another process answers. */
export const SERVICE_RESTART = 1012;
export const POLICY_VIOLATION = 1008;
export const INTERNAL_ERROR = 1011;
