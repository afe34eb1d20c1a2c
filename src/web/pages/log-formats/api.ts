import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { logFormatsQuery, renewLogFormats, type LogFormat } from "../../api/log-formats";
import { noted } from "../../api/noted";
import { moved } from "../../components/move-buttons/moved";
import { tellUndoable } from "../../components/toast/tell-undoable";
import { toasts } from "../../components/toast/toasts";

export const EXPORT_PATH = "/api/v1/syslog/formats/export";

/** Removes a format; for a minute it can be taken back. */
export function useDeleteFormat(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: LogFormat) =>
      noted(api.DELETE("/api/v1/syslog/formats/{format_id}", { params: { path: { format_id: id } } })),
    async onSuccess({ entryId }, { name }) {
      await renewLogFormats(queries);
      tellUndoable(queries, { text: `${name} deleted`, entryIds: [entryId] });
      onDone();
    },
  });
}

/** Switches a format on or off. */
export function useSwitchFormat() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, enabled }: LogFormat) =>
      answerOf(
        api.PATCH("/api/v1/syslog/formats/{format_id}", {
          params: { path: { format_id: id } },
          body: { enabled: !enabled },
        }),
      ),
    onError: (error) => toasts.tellError(error.message),
    onSettled: () => renewLogFormats(queries),
  });
}

/** Moves a format by one place: it is seen at once, and stays if the service takes it. */
export function useMoveFormat() {
  const queries = useQueryClient();
  const { queryKey } = logFormatsQuery();
  return useMutation({
    // One after the other: each says where all of them are.
    scope: { id: "log-format-order" },
    mutationFn: (ids: readonly number[]) =>
      answerOf(api.PUT("/api/v1/syslog/formats/order", { body: { ids: [...ids] } })),
    onMutate(ids) {
      queries.setQueryData(queryKey, (known) =>
        known?.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
      );
    },
    onError: (error) => toasts.tellError(error.message),
    onSettled: () => renewLogFormats(queries),
  });
}

/** The ids with one of them moved by one place. */
export function idsWithMoved(formats: readonly LogFormat[], id: number, by: 1 | -1): readonly number[] {
  const ids = formats.map((format) => format.id);
  const place = ids.indexOf(id);
  return moved(ids, place, place + by);
}

/** Takes the formats of a file in. */
export function useImportFormats() {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(file: File) {
      const body: Model<"LogFormatImport"> = readJson(await file.text());
      return answerOf(api.POST("/api/v1/syslog/formats/import", { body }));
    },
    onSuccess: (imported) => toasts.tell(importedWords(imported)),
    onError: (error) => toasts.tellError(`Cannot import: ${error.message}`),
    onSettled: () => renewLogFormats(queries),
  });
}

/** "2 added, 1 changed, 3 as they were". */
export function importedWords({ created, updated, unchanged }: Model<"LogFormatImported">): string {
  const counts = [
    [created.length, "added"],
    [updated.length, "changed"],
    [unchanged.length, "as they were"],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ");
}

/** What is no file of formats is refused by the service, which names what is wrong. */
function readJson(text: string) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error("the file is not JSON", { cause });
  }
}
