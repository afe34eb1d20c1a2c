import { connect, createServer } from "node:net";

export type SlowProxy = { url: string; close(): Promise<void> };

/**
 * Passes TCP through to a service as a bad line does: each piece comes `delayMs` late, and every `cutEvery`th connection
 * breaks after its answer has begun to come, so that who asked does not know what became of it.
 */
export async function startSlowProxy(
  serviceUrl: string,
  { delayMs, cutEvery }: { delayMs: number; cutEvery: number },
): Promise<SlowProxy> {
  const port = Number(new URL(serviceUrl).port);
  let connections = 0;
  const server = createServer((near) => {
    const isCut = ++connections % cutEvery === 0;
    const far = connect(port, "127.0.0.1");
    near.on("data", (piece) => void setTimeout(() => far.writable && far.write(piece), delayMs));
    far.on("data", (piece) => {
      setTimeout(() => {
        if (isCut) near.resetAndDestroy();
        else if (near.writable) near.write(piece);
      }, delayMs);
    });
    near.on("error", () => far.destroy()).on("close", () => far.destroy());
    far.on("error", () => near.destroy()).on("close", () => void setTimeout(() => near.end(), delayMs * 2));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
