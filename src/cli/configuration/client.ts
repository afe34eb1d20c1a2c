import { z } from "zod";

/** What a service answers: its status, and the body as JSON or text. */
export type Answer = { status: number; text: string; body: unknown };

export type Client = {
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
};

/** Of a service by its address, as the one whose key it is. */
export function createClient({ url, key }: { url: string; key: string }): Client {
  const base = new URL("/api/v1/configuration", url).href;

  async function send(
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> },
  ): Promise<Answer> {
    const headers = { "X-API-Key": key, ...init.headers };
    const answer = await fetch(`${base}${path}`, { ...init, headers, redirect: "error" }).catch(
      (error: unknown) => {
        // Without a password that may stand in the address.
        throw new Error(
          `${new URL(url).origin} does not answer: ${error instanceof Error ? error.message : String(error)}`,
          {
            cause: error,
          },
        );
      },
    );
    const text = await answer.text();
    return { status: answer.status, text, body: parsed(text) };
  }

  return {
    get: (path) => send(path, {}),
    post: (path, body) =>
      send(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const Refusal = z.object({ detail: z.union([z.string(), z.array(z.looseObject({ msg: z.string() }))]) });

/** The lines of a refusal: each with path and line of the bundle where it is about one. */
export function refusalOf({ status, text, body }: Answer): string {
  const read = Refusal.safeParse(body);
  if (!read.success) return `the service answered ${status}: ${text.slice(0, 300)}`;
  const { detail } = read.data;
  if (typeof detail === "string") return detail;
  return detail.map(({ msg }) => msg.replace(/^Value error, /, "")).join("\n");
}
