import { z } from "@hono/zod-openapi";
import { givenPassword, newPassword, revokesKeys } from "#features/users";

export const PasswordChangeRequest = z
  .object({ current_password: givenPassword, new_password: newPassword, revoke_api_keys: revokesKeys })
  .openapi("PasswordChangeRequest");

export const ForgotPasswordRequest = z
  .object({ username_or_email: z.string().min(1).max(254).openapi({ example: "alice@example.com" }) })
  .openapi("ForgotPasswordRequest");

export const ResetPasswordRequest = z
  .object({
    reset_token: z.string().min(1).openapi({ description: "from the mail's link" }),
    new_password: newPassword,
    revoke_api_keys: revokesKeys,
  })
  .openapi("ResetPasswordRequest");

export const AdminPasswordResetRequest = z
  .object({ new_password: newPassword, revoke_api_keys: revokesKeys })
  .openapi("AdminPasswordResetRequest");
