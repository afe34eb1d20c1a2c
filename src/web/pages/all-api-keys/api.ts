import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";

export type OwnedKey = Model<"ApiKeyAdminRead">;

export const allKeysQuery = () =>
  queryOptions({
    queryKey: ["api-keys", "list"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/api-keys/admin/all", { signal })),
  });

export function useRevokeOwnedKey(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: OwnedKey) =>
      answerOf(api.DELETE("/api/v1/api-keys/admin/{key_id}", { params: { path: { key_id: id } } })),
    async onSuccess() {
      void queries.invalidateQueries({ queryKey: ["profile", "keys"] });
      await queries.invalidateQueries({ queryKey: allKeysQuery().queryKey });
      onDone();
    },
  });
}
