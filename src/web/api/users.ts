import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";

export type User = Model<"UserRead">;

/** Everybody with an account, deactivated ones too. */
export const usersQuery = () =>
  queryOptions({
    queryKey: ["users", "list"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/auth/users", { signal })),
  });
