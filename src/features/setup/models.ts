import { z } from "@hono/zod-openapi";
import { AdminCreate } from "#features/users";

export const SetupStatus = z
  .object({
    needs_setup: z.boolean(),
    token_required: z.boolean().openapi({
      description: "this caller must send the setup token; always false when nothing is to be set up",
    }),
  })
  .openapi("SetupStatus");
export type SetupStatus = z.infer<typeof SetupStatus>;

export const SetupRequest = z
  .object({
    ...AdminCreate.shape,
    setup_token: z.string().max(200).nullable().optional().openapi({
      description: "of the link that the start printed, where `token_required` says so",
      example: null,
    }),
  })
  .openapi("AdminCreate");
export type SetupRequest = z.output<typeof SetupRequest>;
