import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

export type CuttableProxy = {
  /** The service as it is reached through here. */
  url: string;
  /** Breaks all connections without a word, as a network does. New ones work, unless it stays down. */
  cut(): void;
  /** While it is down, new connections are broken too. */
  setDown(isDown: boolean): void;
  /** While it is silent, new connections are taken and nothing passes through them, as where packets are dropped. */
  setSilent(isSilent: boolean): void;
  /** How many of those are open. */
  unheard(): number;
  /** Octets that came for the service so far. */
  octetsIn(): number;
  /** From now on each piece is so many ms under way, and the next one waits for it. */
  setDelay(milliseconds: number): void;
  close(): Promise<void>;
};

/** Passes TCP through to a service, so that a test can cut what is open. */
export async function startCuttableProxy(serviceUrl: string): Promise<CuttableProxy> {
  const port = Number(new URL(serviceUrl).port);
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let isDown = false;
  let isSilent = false;
  const unheard = new Set<Socket>();
  let delayMs = 0;
  let octetsIn = 0;
  const line = () =>
    new Transform({
      transform(piece, _encoding, pass) {
        if (delayMs === 0) pass(null, piece);
        else setTimeout(() => pass(null, piece), delayMs);
      },
    });
  const server = createServer((near) => {
    if (isDown) return void near.resetAndDestroy();
    if (isSilent) {
      unheard.add(near.resume().on("error", () => near.destroy()));
      near.on("close", () => unheard.delete(near));
      return;
    }
    const far = connect(port, "127.0.0.1");
    const pair = { near, far };
    pairs.add(pair);
    near.on("data", (piece) => void (octetsIn += piece.length));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(line()).pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        pairs.delete(pair);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  const cut = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
    for (const near of unheard) near.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    setDown(value) {
      isDown = value;
    },
    setSilent(value) {
      isSilent = value;
    },
    unheard: () => unheard.size,
    octetsIn: () => octetsIn,
    setDelay(milliseconds) {
      delayMs = milliseconds;
    },
    async close() {
      cut();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** Is slow for so long, by `delayMs` a piece, and breaks all connections so many times meanwhile. */
export async function beSlowAndBreakOff(
  proxy: CuttableProxy,
  { delayMs, cuts, forMs }: { delayMs: number; cuts: number; forMs: number },
): Promise<void> {
  proxy.setDelay(delayMs);
  for (let cut = 0; cut < cuts; cut++) {
    await Bun.sleep(forMs / cuts);
    proxy.cut();
  }
  proxy.setDelay(0);
}
