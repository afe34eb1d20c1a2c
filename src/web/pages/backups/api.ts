import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";

export type KeptBackup = Model<"ScheduledBackupRead">;
export type Place = KeptBackup["place"];
export type BackupSchedule = Model<"BackupScheduleStatus">;
export type BackupPreview = Model<"RestoreValidationResult">;

/** What somebody wants to put back. */
export type Chosen = { file: File; passphrase: string };

const KEY = ["backups"];

/** Those of one place: the bucket may be away while the folder is there. */
export const keptBackupsQuery = (place: Place) =>
  queryOptions({
    queryKey: [...KEY, "list", place],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/exports/scheduled-backups", { params: { query: { place } }, signal })),
  });

export const targetQuery = () =>
  queryOptions({
    queryKey: [...KEY, "target"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/exports/backup-target", { signal })),
  });

/** Changes what is given. What lies where may be another thing then. */
export async function saveTarget(queries: QueryClient, changes: Model<"BackupTargetUpdate">): Promise<void> {
  const target = await answerOf(api.PUT("/api/v1/exports/backup-target", { body: changes }));
  queries.setQueryData(targetQuery().queryKey, target);
  await queries.invalidateQueries({ queryKey: KEY });
}

export const testTarget = () => answerOf(api.POST("/api/v1/exports/backup-target/test"));

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
    mutationFn: (backup: KeptBackup) =>
      answerOf(api.DELETE("/api/v1/exports/scheduled-backups/{filename}", { params: paramsOf(backup) })),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: KEY });
      onDone();
    },
  });
}

/** Restores it where nobody sees it. */
export function useVerifyBackup() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (backup: KeptBackup) =>
      answerOf(api.POST("/api/v1/exports/scheduled-backups/{filename}/verify", { params: paramsOf(backup) })),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

function paramsOf({ filename, place }: KeptBackup) {
  return { path: { filename }, query: { place } };
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

export const keptPath = ({ filename, place }: KeptBackup) =>
  `/api/v1/exports/scheduled-backups/${encodeURIComponent(filename)}?place=${place}`;

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
