import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { meQuery } from "../../api/me";
import { usersQuery, type User } from "../../api/users";

export function createUser(body: Model<"UserCreateRequest">): Promise<User> {
  return answerOf(api.POST("/api/v1/auth/users", { body }));
}

/** Changes a user; the lists know at once, and the shell where it is oneself. */
export async function updateUser(
  queries: QueryClient,
  { id, changes }: { id: number; changes: Model<"UserUpdateRequest"> },
): Promise<void> {
  const changed = await answerOf(
    api.PATCH("/api/v1/auth/users/{user_id}", { params: { path: { user_id: id } }, body: changes }),
  );
  queries.setQueryData(usersQuery().queryKey, (users: User[] | undefined) =>
    users?.map((user) => (user.id === id ? changed : user)),
  );
  await queries.invalidateQueries({ queryKey: meQuery().queryKey });
}

export async function setPassword(id: number, body: Model<"AdminPasswordResetRequest">): Promise<void> {
  await answerOf(
    api.POST("/api/v1/auth/users/{user_id}/reset-password", {
      params: { path: { user_id: id } },
      body,
    }),
  );
}

const ACTIONS = {
  unlock: (params: { path: { user_id: number } }) =>
    answerOf(api.POST("/api/v1/auth/users/{user_id}/unlock-login", { params })),
  endSessions: (params: { path: { user_id: number } }) =>
    answerOf(api.DELETE("/api/v1/auth/users/{user_id}/sessions", { params })),
  removeSecondFactor: (params: { path: { user_id: number } }) =>
    answerOf(api.DELETE("/api/v1/auth/users/{user_id}/second-factor", { params })),
};

export type UserAction = keyof typeof ACTIONS;

export function useUserAction(onDone: (action: UserAction) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ action, id }: { action: UserAction; id: number }) =>
      ACTIONS[action]({ path: { user_id: id } }),
    onSuccess(_, { action }) {
      void queries.invalidateQueries({ queryKey: ["profile"] });
      onDone(action);
    },
  });
}
