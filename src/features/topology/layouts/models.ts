import { z } from "@hono/zod-openapi";
import { timestamp, toTimestamp } from "#platform/http/fields";
import type { topologyLayouts } from "../tables";

/** The working layout of a user: everyone sees it, nobody can share it. */
export const AUTOSAVE = "__autosave__";

const MAX_NAME = 80;
/** Several times the nodes of the largest map that is promised. */
const MAX_POSITIONS = 20_000;
const MAX_NODE_LENGTH = 200;
const MAX_PREFS_LENGTH = 65_536;

/** A text counts as the number that it writes; none of them is endless. */
const coordinate = z
  .preprocess(
    (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value),
    z.custom<number>((value) => typeof value === "number" && Number.isFinite(value), {
      message: "Layout coordinates must be finite numbers",
    }),
  )
  .openapi({ type: "number", format: "double" });

export const LayoutPosition = z.object({ x: coordinate, y: coordinate }).openapi("LayoutPosition");
export type LayoutPosition = z.output<typeof LayoutPosition>;

const NODE = /^(?:device|group)-/;

const positions = z
  .record(z.string(), LayoutPosition)
  .superRefine((given, context) => {
    const nodes = Object.keys(given);
    if (nodes.length > MAX_POSITIONS)
      context.addIssue({ code: "custom", message: `Layouts have at most ${MAX_POSITIONS} positions` });
    const wrong = nodes.find((node) => !NODE.test(node) || node.length > MAX_NODE_LENGTH);
    if (wrong !== undefined)
      context.addIssue({
        code: "custom",
        path: [wrong],
        message: "Layout positions must only reference topology nodes",
      });
  })
  .openapi({
    type: "object",
    additionalProperties: { $ref: "#/components/schemas/LayoutPosition" },
    description: "node (`device-<id>`, `group-<key>`) to its place",
  });

const displayPrefs = z
  .record(z.string(), z.unknown())
  .refine((prefs) => JSON.stringify(prefs).length <= MAX_PREFS_LENGTH, {
    message: `Display preferences have at most ${MAX_PREFS_LENGTH} characters`,
  })
  .nullable()
  .openapi({ type: ["object", "null"], additionalProperties: true, description: "opaque to the server" });

const name = z
  .string()
  .max(MAX_NAME)
  .transform((text) => text.trim());

export const TopologyLayoutCreate = z
  .object({
    name: name
      .refine((text) => text !== "", "Layout name is required")
      .openapi({ type: "string", minLength: 1, maxLength: MAX_NAME, example: "Rack view" }),
    positions: positions.default({}),
    display_prefs: displayPrefs
      .default(null)
      .openapi({ description: "null: those of the layout that has the name stay" }),
  })
  .openapi("TopologyLayoutCreate");
export type TopologyLayoutCreate = z.output<typeof TopologyLayoutCreate>;

export const TopologyLayoutRead = z
  .object({
    id: z.int(),
    owner_user_id: z.int(),
    name: z.string(),
    positions: z.record(z.string(), LayoutPosition),
    display_prefs: z.record(z.string(), z.unknown()).nullable(),
    share_code: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi("TopologyLayoutRead");
export type TopologyLayoutRead = z.output<typeof TopologyLayoutRead>;

export const TopologyLayoutShareRead = z
  .object({ id: z.int(), name: z.string(), share_code: z.string().openapi({ example: "K7QM2XWPA9TD" }) })
  .openapi("TopologyLayoutShareRead");
export type TopologyLayoutShareRead = z.output<typeof TopologyLayoutShareRead>;

export const TopologyLayoutImportRequest = z
  .object({
    code: z
      .string()
      .max(24)
      .transform((text) => text.trim().toUpperCase())
      .refine((text) => text !== "", "Share code is required")
      .openapi({ type: "string", minLength: 1, maxLength: 24, example: "K7QM2XWPA9TD" }),
    name: name
      .transform((text) => text || null)
      .nullable()
      .default(null)
      .openapi({
        type: ["string", "null"],
        maxLength: MAX_NAME,
        description: "null: the name of the source",
      }),
  })
  .openapi("TopologyLayoutImportRequest");
export type TopologyLayoutImportRequest = z.output<typeof TopologyLayoutImportRequest>;

/** The name with ` (2)`, ` (3)` … behind it, shortened where it would be too long; `copy` 1 is the name itself. */
export function nameOfCopy(wanted: string, copy: number): string {
  if (copy === 1) return wanted;
  const suffix = ` (${copy})`;
  // A cut in the middle of a surrogate pair would leave half a character.
  const stem = wanted.slice(0, MAX_NAME - suffix.length).replace(/[\uD800-\uDBFF]$/, "");
  return stem.trimEnd() + suffix;
}

/** A place that an older version or another program stored wrongly is left out, not fatal. */
function storedPositions(stored: Readonly<Record<string, unknown>>): Record<string, LayoutPosition> {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([node, position]) => {
      const known = LayoutPosition.safeParse(position);
      return known.success ? [[node, known.data]] : [];
    }),
  );
}

export function toLayoutRead(row: typeof topologyLayouts.$inferSelect): TopologyLayoutRead {
  return {
    id: row.id,
    owner_user_id: row.ownerUserId,
    name: row.name,
    positions: storedPositions(row.positions),
    display_prefs: row.displayPrefs,
    share_code: row.shareCode,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}
