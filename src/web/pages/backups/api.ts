import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";

export type KeptBackup = Model<"ScheduledBackupRead">;
export type BackupPreview = Model<"RestoreValidationResult">;

/** What somebody wants to put back. */
export type Chosen = { file: File; passphrase: string };

const KEY = ["backups"];

export const keptBackupsQuery = () =>
  queryOptions({
    queryKey: [...KEY, "list"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/exports/scheduled-backups", { signal })),
  });

export const scheduleQuery = () =>
  queryOptions({
    queryKey: [...KEY, "schedule"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/exports/backup-schedule", { signal })),
  });

export function useMakeBackup() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.POST("/api/v1/exports/scheduled-backups")),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export function useRemoveBackup(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ filename }: KeptBackup) =>
      answerOf(
        api.DELETE("/api/v1/exports/scheduled-backups/{filename}", { params: { path: { filename } } }),
      ),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: KEY });
      onDone();
    },
  });
}

export type Wanted = { passphrase: string; withHistory: boolean };

/** An encrypted backup as a file. */
export async function fetchEncrypted({ passphrase, withHistory }: Wanted): Promise<Blob> {
  const { data } = await api.POST("/api/v1/exports/backup", {
    body: { passphrase, check_history: withHistory, bindings: withHistory },
    parseAs: "blob",
  });
  if (data === undefined) throw new Error("our bug: a failure that nobody threw");
  return data;
}

/** Where a browser downloads from. */
export function backupPath(withHistory: boolean): string {
  return `/api/v1/exports/backup?check_history=${withHistory}&bindings=${withHistory}`;
}

export const keptPath = ({ filename }: KeptBackup) =>
  `/api/v1/exports/scheduled-backups/${encodeURIComponent(filename)}`;

/** The file itself is the body, so that a browser sends it from the disk. */
function uploadOf({ file, passphrase }: Chosen) {
  return {
    headers: {
      "Content-Type": "application/octet-stream",
      ...(passphrase !== "" && { "X-Backup-Passphrase": encodeURIComponent(passphrase) }),
    },
    body: file.name,
    bodySerializer: () => file,
  };
}

export function previewRestore(chosen: Chosen): Promise<BackupPreview> {
  return answerOf(api.POST("/api/v1/exports/restore/validate", uploadOf(chosen)));
}

export async function restoreBackup(chosen: Chosen): Promise<void> {
  await answerOf(api.POST("/api/v1/exports/restore", uploadOf(chosen)));
}
