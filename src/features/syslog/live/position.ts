import { z } from "@hono/zod-openapi";

/** For each collector the id of the last event that a subscriber has had: where it goes on from. */
export type LivePosition = ReadonlyMap<string, number>;

const COLLECTOR = /^[0-9a-zA-Z_]{1,64}$/;
const MAX_COLLECTORS = 64;

/** A position in a client's frame: `{"3f9a0c12b7de": 1795258200123456}`. */
export const positionField = z
  .record(z.string().regex(COLLECTOR), z.int().min(0))
  .refine(
    (position) => Object.keys(position).length <= MAX_COLLECTORS,
    `At most ${MAX_COLLECTORS} collectors`,
  )
  .transform((position): LivePosition => new Map(Object.entries(position)));

/** As text, for the ids of an event stream: `3f9a0c12b7de-1795258200123456,…`. */
export function writePosition(position: LivePosition): string {
  return [...position].map(([collector, id]) => `${collector}-${id}`).join(",");
}

/** Undefined where the text is no position. */
export function readPosition(text: string): LivePosition | undefined {
  const parts = text.split(",").map((part) => /^(\w{1,64})-(\d{1,16})$/.exec(part.trim()));
  const position = new Map<string, number>();
  for (const [, collector = "", id = ""] of parts.map((part) => part ?? [])) {
    if (!COLLECTOR.test(collector) || !Number.isSafeInteger(Number(id)) || id === "") return undefined;
    position.set(collector, Number(id));
  }
  return position.size > MAX_COLLECTORS ? undefined : position;
}

/**
 * Where to begin in a collector that the position does not name: it had no event yet, and ids are times of arrival, so
 * all that it has is younger than the oldest id that is named.
 */
export function startIn(position: LivePosition, collector: string): number {
  return position.get(collector) ?? Math.min(...position.values());
}
