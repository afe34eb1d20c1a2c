import { z } from "zod";
import type { Listed } from "../data";

const Total = z.object({ total: z.number() });

/** The rows of a statement with a limit, each of which says in `total` how many there are without it. */
export function toListed<Row>(row: z.ZodType<Row>, found: readonly Record<string, unknown>[]): Listed<Row> {
  const [first] = found;
  return {
    rows: z.array(row).parse(found),
    total: first === undefined ? 0 : Total.parse(first).total,
  };
}
