import { answerOperation } from "#features/operations";
import type { Db } from "#platform/database";
import { prefersAsync } from "#platform/http/prefer";
import type { Incoming } from "#platform/http/route";
import type { BegunScan } from "./desk";
import type { DiscoveryScanRead } from "./models";
import { getScan } from "./read";

type Context = Incoming<unknown, unknown, unknown>["context"];
type Scan = { begun: Promise<BegunScan>; ended: Promise<BegunScan> };

/** What ends the scan of a request: its client's leaving, where it waits for the end. */
export function endOf({ context, signal }: { context: Context; signal: AbortSignal }): AbortSignal {
  return prefersAsync(context) ? new AbortController().signal : signal;
}

/** The scan as it ended or, where the client prefers not to wait, its operation. */
export async function answerScan(
  { db, context }: { db: Db; context: Context },
  { begun, ended }: Scan,
): Promise<DiscoveryScanRead | Response> {
  if (!prefersAsync(context)) {
    context.env.keepOpen?.();
    const { scanId } = await ended;
    return getScan({ db }, scanId);
  }
  const { operationId } = await begun;
  return answerOperation(db, context, operationId);
}
