import { z } from "@hono/zod-openapi";

export const SecondFactorProof = z
  .object({
    password: z.string().min(1).max(256).optional().openapi({ format: "password" }),
    code: z
      .string()
      .min(6)
      .max(40)
      .optional()
      .openapi({ description: "of the authenticator app, or a recovery code, which is used up by it" }),
  })
  .refine(
    ({ password, code }) => (password === undefined) !== (code === undefined),
    "give either the password or a code",
  )
  .openapi("SecondFactorProof", { description: "that the caller is the user: the password, or a code" });
export type SecondFactorProof = z.output<typeof SecondFactorProof>;
