import { createConnection, createServer } from "node:net";
import { join } from "node:path";
import type { PostgresConnection } from "#platform/postgres-server";

/**
 * Where a connection breaks: before the server hears of the COMMIT, or when it has carried it out and its answer is on
 * the way.
 */
export type Cut = "before the commit" | "before its answer";

/** Of what is sent to the server, and of what it answers. */
const COMMIT = Buffer.from("commit\0");
const COMMITTED = Buffer.from("COMMIT\0");

/**
 * A way by TCP to a PostgreSQL behind a Unix socket that breaks once, at the commit of a transaction that one waits for:
 * the `which`th from now on in whose statements a word occurs.
 */
export async function startCommitCutter({ host, port, username, password, database }: PostgresConnection) {
  let plan: { word: Buffer; cut: Cut; left: number } | undefined;
  let cuts = 0;
  const server = createServer((near) => {
    const far = createConnection(join(host, `.s.PGSQL.${port}`));
    let isMeant = false;
    const breakOff = () => {
      plan = undefined;
      cuts++;
      near.resetAndDestroy();
      far.end();
    };
    near.on("data", (piece: Buffer) => {
      if (plan !== undefined && piece.includes(plan.word)) isMeant = true;
      const isLast = isMeant && plan?.left === 1;
      if (isLast && plan?.cut === "before the commit" && piece.includes(COMMIT)) return breakOff();
      far.write(piece);
    });
    far.on("data", (piece: Buffer) => {
      if (isMeant && plan !== undefined && piece.includes(COMMITTED)) {
        isMeant = false;
        plan.left--;
        if (plan.left === 0) return breakOff();
      }
      near.write(piece);
    });
    near.on("error", () => far.destroy()).on("close", () => far.end());
    far.on("error", () => near.destroy()).on("close", () => near.end());
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return {
    url: `postgres://${username}:${encodeURIComponent(password)}@127.0.0.1:${address.port}/${database}`,
    cutOnce(cut: Cut, { word, which }: { word: string; which: number }) {
      plan = { word: Buffer.from(word), cut, left: which };
    },
    /** How often it has broken. */
    get cuts() {
      return cuts;
    },
    close: () => void server.close(),
  };
}
