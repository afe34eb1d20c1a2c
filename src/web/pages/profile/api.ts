import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { meQuery, type Me } from "../../api/me";

export type ApiKey = Model<"ApiKeyRead">;
export type Session = Model<"SessionRead">;

export const keysQuery = () =>
  queryOptions({
    queryKey: ["profile", "keys"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/api-keys", { signal })),
  });

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ["profile", "sessions"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/auth/me/sessions", { signal })),
  });

/**
 * Gives the whole key, once. Sent again with the same idempotency key nothing more is made, and the key stays unknown.
 */
export async function createKey(
  body: Model<"ApiKeyCreateRequest">,
  idempotencyKey: string,
): Promise<Model<"ApiKeyCreateResponse">> {
  const header = { "Idempotency-Key": idempotencyKey };
  const made = await answerOf(api.POST("/api/v1/api-keys", { body, params: { header } }));
  if ("key" in made) return made;
  throw new Error(
    `The key “${made.name}” was made, but the answer with it was lost on its way. Revoke it, and create another.`,
  );
}

export function useRevokeKey(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (key: ApiKey) =>
      answerOf(api.DELETE("/api/v1/api-keys/{key_id}", { params: { path: { key_id: key.id } } })),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keysQuery().queryKey });
      onDone();
    },
  });
}

export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (session: Session) =>
      answerOf(
        api.DELETE("/api/v1/auth/me/sessions/{session_id}", { params: { path: { session_id: session.id } } }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });
}

export async function changePassword(body: Model<"PasswordChangeRequest">): Promise<void> {
  await answerOf(api.POST("/api/v1/auth/change-password", { body }));
}

/** Changes the own profile, and what the shell shows of it. */
export async function updateProfile(
  queries: QueryClient,
  body: Model<"ProfileUpdateRequest">,
): Promise<void> {
  const changed = await answerOf(api.PATCH("/api/v1/auth/me", { body }));
  queries.setQueryData(meQuery().queryKey, (me: Me | undefined) =>
    me === undefined ? me : { ...me, ...changed },
  );
}
