import { z } from "@hono/zod-openapi";
import { boolean } from "./fields";

/** Query of a DELETE that can be tried first. */
export const dryRunFields = {
  dry_run: boolean()
    .default(false)
    .openapi({ description: "`true`: nothing is removed; the answer is 200 and says what would go" }),
};

const Affected = z.object({
  count: z.int(),
  names: z.array(z.string()).openapi({ description: "the first 20" }),
});

/** Kinds of things to how many of them, such as `relationships`; kinds of which there are none are left out. */
export const DeletionPreview = z
  .object({
    would_delete: z.record(z.string(), Affected),
    would_unassign: z
      .record(z.string(), Affected)
      .openapi({ description: "things that stay, without their reference to what goes" }),
  })
  .openapi("DeletionPreview");
export type DeletionPreview = z.infer<typeof DeletionPreview>;

type Kinds = Readonly<Record<string, readonly string[]>>;

const NAMED = 20;

/** Puts the names of what a deletion touches into the form of the answer. */
export function deletionPreview(touched: { deleted: Kinds; unassigned?: Kinds }): DeletionPreview {
  return {
    would_delete: affected(touched.deleted),
    would_unassign: affected(touched.unassigned ?? {}),
  };
}

function affected(kinds: Kinds): DeletionPreview["would_delete"] {
  return Object.fromEntries(
    Object.entries(kinds)
      .filter(([, names]) => names.length > 0)
      .map(([kind, names]) => [kind, { count: names.length, names: names.slice(0, NAMED) }]),
  );
}
