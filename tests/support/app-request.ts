export type Session = { token: string; refreshToken: string; csrfToken: string; cookies: string };

/** Who calls: at most one of them is sent, unless a test sends several on purpose. */
export type Credentials = {
  key?: string;
  token?: string;
  /** The cookies of a browser, and its CSRF header unless `csrf` says otherwise (null: not sent). */
  session?: Session;
  csrf?: string | null;
};

export type CallOptions = Credentials & {
  /** Sent as JSON; `text` is sent as it stands. */
  body?: unknown;
  text?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** The address of the connection. */
  peer?: string;
};

export function requestInit(method: string, how: CallOptions): RequestInit {
  const { key, token, session, csrf = session?.csrfToken, body, text } = how;
  return {
    method,
    headers: {
      ...(key === undefined ? {} : { "X-API-Key": key }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(session === undefined ? {} : { Cookie: session.cookies }),
      ...(csrf === undefined || csrf === null ? {} : { "X-CSRF-Token": csrf }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...how.headers,
    },
    ...(text === undefined ? {} : { body: text }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** An event stream has no end to wait for; tests of streams read them over a real listener. */
export async function textOf(response: Response): Promise<string> {
  if (response.headers.get("Content-Type") !== "text/event-stream") return response.text();
  await response.body?.cancel();
  return "";
}

export function parsed(response: Response, text: string): unknown {
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") === true;
  return isJson && text !== "" ? JSON.parse(text) : undefined;
}
