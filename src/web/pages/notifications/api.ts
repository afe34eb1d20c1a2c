import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { RequestFailure } from "../../api/request-failure";
import { toasts } from "../../components/toast/toasts";

export type Profile = Model<"NotificationProfileRead">;

export const profilesQuery = () =>
  queryOptions({
    queryKey: ["notification-profiles", "list"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/admin/notification-profiles", { signal })),
  });

const renew = (queries: QueryClient) => queries.invalidateQueries({ queryKey: profilesQuery().queryKey });

/** Makes a profile, or changes one. */
export async function saveProfile(
  queries: QueryClient,
  { id, profile }: { id: number | undefined; profile: Model<"NotificationProfileCreate"> },
): Promise<void> {
  await flat(
    id === undefined
      ? answerOf(api.POST("/api/v1/admin/notification-profiles", { body: profile }))
      : changeProfile(id, profile),
  );
  await renew(queries);
}

function changeProfile(id: number, body: Model<"NotificationProfileUpdate">): Promise<Profile> {
  const params = { path: { profile_id: id } };
  return answerOf(api.PATCH("/api/v1/admin/notification-profiles/{profile_id}", { params, body }));
}

/** The form has the configuration's fields beside the others: what was refused is found there. */
async function flat<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const { status, message, requestId, retryAfter } = error;
    const fields = error.fields.map((field) =>
      field.path[0] === "config" ? { ...field, path: field.path.slice(1) } : field,
    );
    throw new RequestFailure({ status, message, requestId, retryAfter, fields, cause: error });
  }
}

export function useChangeProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: { id: number; changes: Model<"NotificationProfileUpdate"> }) =>
      changeProfile(id, changes),
    onSuccess: () => renew(queries),
  });
}

export type TestResult = Model<"NotificationTestResult">;

type TestNews = {
  onBegin: (id: number) => void;
  /** Undefined: the test did not run. */
  onEnd: (id: number, result: TestResult | undefined) => void;
};

/** Several tests may be under way, and each is told of. */
export function useTestProfile({ onBegin, onEnd }: TestNews) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      answerOf(
        api.POST("/api/v1/admin/notification-profiles/{profile_id}/test", {
          params: { path: { profile_id: id } },
        }),
      ),
    onMutate: onBegin,
    // One that arrives ends a quarantine.
    onSuccess: () => renew(queries),
    onSettled: (result, _error, id) => onEnd(id, result),
    onError: (error) => toasts.tellError(error.message),
  });
}

export function useDeleteProfile(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      answerOf(
        api.DELETE("/api/v1/admin/notification-profiles/{profile_id}", {
          params: { path: { profile_id: id } },
        }),
      ),
    async onSuccess() {
      await renew(queries);
      onDone();
    },
  });
}
