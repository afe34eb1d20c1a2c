import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client";
import { deviceTypesQuery, type DeviceType } from "../../api/inventory";

export type TypeInput = { label: string; icon: string; color: string };

/** Makes a type, or changes one; built-in ones have nothing of their own but a colour. */
export async function saveType(
  queries: QueryClient,
  { type, input }: { type: DeviceType | undefined; input: TypeInput },
): Promise<void> {
  const saved = type?.is_builtin === true ? type : await saveOwn(type, input);
  const color = input.color.trim();
  if (color !== (type?.color ?? "")) await saveColor(queries, { value: saved.value, color });
  await queries.invalidateQueries({ queryKey: ["inventory"] });
}

function saveOwn(type: DeviceType | undefined, { label, icon }: TypeInput): Promise<DeviceType> {
  if (type === undefined) return answerOf(api.POST("/api/v1/admin/device-types", { body: { label, icon } }));
  const params = { path: { value: type.value } };
  return answerOf(api.PATCH("/api/v1/admin/device-types/{value}", { params, body: { label, icon } }));
}

/** The API takes all colours at once: those of the others are read anew just before. */
async function saveColor(
  queries: QueryClient,
  { value, color }: { value: string; color: string },
): Promise<void> {
  const types = await queries.fetchQuery({ ...deviceTypesQuery(), staleTime: 0 });
  const others = types.flatMap((type) =>
    type.color === null || type.value === value ? [] : [[type.value, type.color] as const],
  );
  const colors = { ...Object.fromEntries(others), ...(color !== "" && { [value]: color }) };
  await answerOf(api.PUT("/api/v1/admin/device-type-colors", { body: { colors } }));
}

export function useDeleteType(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ value }: DeviceType) =>
      answerOf(api.DELETE("/api/v1/admin/device-types/{value}", { params: { path: { value } } })),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: deviceTypesQuery().queryKey });
      onDone();
    },
  });
}
