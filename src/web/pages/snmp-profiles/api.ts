import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { snmpProfilesQuery } from "../../api/inventory";

export type SnmpProfile = Model<"SnmpProfileRead">;

/** Makes a profile, or changes one. */
export async function saveProfile(
  queries: QueryClient,
  { id, profile }: { id: number | undefined; profile: Model<"SnmpProfileCreate"> },
): Promise<void> {
  await (id === undefined
    ? answerOf(api.POST("/api/v1/tools/snmp/profiles", { body: profile }))
    : answerOf(
        api.PATCH("/api/v1/tools/snmp/profiles/{profile_id}", {
          params: { path: { profile_id: id } },
          body: profile,
        }),
      ));
  await queries.invalidateQueries({ queryKey: snmpProfilesQuery().queryKey });
}

function remove(id: number, query: { dry_run?: boolean }, signal?: AbortSignal) {
  return answerOf(
    api.DELETE("/api/v1/tools/snmp/profiles/{profile_id}", {
      params: { path: { profile_id: id }, query },
      ...(signal !== undefined && { signal }),
    }),
  );
}

/** The devices that would be without a profile. */
export const deletionQuery = (id: number) =>
  queryOptions({
    queryKey: ["snmp-profiles", "deletion", id],
    queryFn: ({ signal }) => remove(id, { dry_run: true }, signal),
    staleTime: 0,
    gcTime: 0,
  });

export function useDeleteProfile(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => remove(id, {}),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ["inventory"] });
      onDone();
    },
  });
}
