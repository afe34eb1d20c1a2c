import { z } from "@hono/zod-openapi";
import { timestamp } from "#platform/http/fields";

/** Of the filters as JSON text, in UTF-16 units; far more than a search form can fill in. */
const MAX_FILTERS_LENGTH = 16_384;

const filters = z
  .record(z.string(), z.unknown())
  .openapi({ description: "whatever the client wants to keep", example: { q: "sshd -10.0.0.1" } });

export const SavedSecuritySearchCreate = z
  .object({
    name: z.string().trim().min(1).max(80).openapi({ example: "Blocked from outside" }),
    filters: filters
      .refine((value) => JSON.stringify(value).length <= MAX_FILTERS_LENGTH, {
        message: `Filters must not be longer than ${MAX_FILTERS_LENGTH} characters`,
      })
      .default({}),
  })
  .openapi("SavedSecuritySearchCreate");
export type SavedSecuritySearchCreate = z.output<typeof SavedSecuritySearchCreate>;

export const SavedSecuritySearch = z
  .object({ id: z.int(), name: z.string(), filters, created_at: timestamp })
  .openapi("SavedSecuritySearch");
export type SavedSecuritySearch = z.infer<typeof SavedSecuritySearch>;
