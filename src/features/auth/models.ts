import { z } from "@hono/zod-openapi";
import { givenPassword } from "#features/users";

export const LoginRequest = z
  .object({
    username: z.string().min(1).max(80).openapi({ example: "alice" }),
    password: givenPassword,
  })
  .openapi("LoginRequest");
export type LoginRequest = z.output<typeof LoginRequest>;

export const TokenPair = z
  .object({
    access_token: z.string().openapi({ description: "JWT; also set as the cookie `svc_access`" }),
    token_type: z.literal("bearer"),
  })
  .openapi("TokenPair");

const SECOND_FACTOR_METHODS = ["totp", "recovery_code", "passkey"] as const;
export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number];

export const SecondFactorRequired = z
  .object({
    second_factor_required: z.literal(true),
    methods: z
      .array(z.enum(SECOND_FACTOR_METHODS))
      .openapi({ description: "what the user may answer with", example: ["totp", "recovery_code"] }),
    challenge_token: z
      .string()
      .openapi({ description: "goes with the answer; good for five minutes and one sign-in" }),
  })
  .openapi("SecondFactorRequired");
export type SecondFactorRequired = z.infer<typeof SecondFactorRequired>;

export const LogoutRequest = z
  .object({
    refresh_token: z
      .string()
      .min(1)
      .nullable()
      .default(null)
      .openapi({ description: "instead of the cookie" }),
  })
  .openapi("LogoutRequest");
