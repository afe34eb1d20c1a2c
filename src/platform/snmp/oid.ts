import { z } from "@hono/zod-openapi";

const MAX_ARC = 2 ** 32 - 1;
/** RFC 2578 section 3.5. */
const MAX_ARCS = 128;
const MAX_CHARACTERS = 1000;

/** An object identifier as digits with dots between them; a dot before the first is taken off. */
export const objectIdentifier = z
  .string()
  .trim()
  .max(MAX_CHARACTERS)
  .transform((given) => given.replace(/^\./, ""))
  .refine(isOid, "oid must be digits with dots between them, such as 1.3.6.1.2.1.1.3.0");

/** The first two arcs share one number. */
function isOid(text: string): boolean {
  if (!/^[012](?:\.\d+)+$/.test(text)) return false;
  const arcs = text.split(".").map(Number);
  const [first = 0, second = 0] = arcs;
  return arcs.length <= MAX_ARCS && arcs.every((arc) => arc <= MAX_ARC) && (first === 2 || second < 40);
}
