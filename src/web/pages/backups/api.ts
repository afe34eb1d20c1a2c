import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { pollEvery } from "../../api/polling";
import { failureOf } from "../../api/request-failure";
import { isRunning, type Operation } from "../../components/operation/words";

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

export type Wanted = { passphrase: string; withHistory: boolean; withEvents: boolean };

/** An encrypted backup as a file. */
export async function fetchEncrypted(wanted: Wanted): Promise<Blob> {
  const { data } = await api.POST("/api/v1/exports/backup", {
    body: { passphrase: wanted.passphrase, ...partsOf(wanted) },
    parseAs: "blob",
  });
  if (data === undefined) throw new Error("our bug: a failure that nobody threw");
  return data;
}

const partsOf = ({ withHistory, withEvents }: Wanted) => ({
  check_history: withHistory,
  bindings: withHistory,
  events: withEvents,
});

/** Where a browser downloads from. */
export function backupPath(wanted: Wanted): string {
  const query = Object.entries(partsOf(wanted)).map(([name, value]) => `${name}=${value}`);
  return `/api/v1/exports/backup?${query.join("&")}`;
}

const BEHIND = { Prefer: "respond-async" } as const;

/** Has the service write the backup into a file of its own, as an operation. */
export function useWriteBehind() {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(wanted: Wanted) {
      const header = BEHIND;
      const body = { passphrase: wanted.passphrase, ...partsOf(wanted) };
      if (wanted.passphrase !== "")
        await api.POST("/api/v1/exports/backup", { params: { header }, body, parseAs: "text" });
      else
        await api.GET("/api/v1/exports/backup", {
          params: { header, query: partsOf(wanted) },
          parseAs: "text",
        });
    },
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: OPERATIONS }),
  });
}

const OPERATIONS = ["operations", "backups"];
const LISTED = 5;
const POLL_MS = { running: 1000, quiet: 10_000 };

/** The latest backups that were written behind, and the latest restores. */
export const workQuery = () =>
  queryOptions({
    queryKey: OPERATIONS,
    async queryFn({ signal }) {
      const list = (kind: "backup" | "restore") =>
        answerOf(api.GET("/api/v1/operations", { params: { query: { kind, limit: LISTED } }, signal }));
      const lists = await Promise.all([list("backup"), list("restore")]);
      return lists.flat().toSorted((one, other) => other.started_at.localeCompare(one.started_at));
    },
    refetchInterval(query) {
      const hasRunning = query.state.data?.some(isRunning);
      return pollEvery(hasRunning === true ? POLL_MS.running : POLL_MS.quiet)(query);
    },
  });

/** Asks a backup or a restore to end. */
export function useCancel() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Operation, "id">) =>
      answerOf(api.DELETE("/api/v1/operations/{operation_id}", { params: { path: { operation_id: id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: OPERATIONS }),
  });
}

export const keptPath = ({ filename, place }: KeptBackup) =>
  `/api/v1/exports/scheduled-backups/${encodeURIComponent(filename)}?place=${place}`;

/** The file itself is the body, so that a browser sends it from the disk. */
function uploadOf({ file, passphrase }: Chosen, more: Record<string, string> = {}) {
  return {
    headers: {
      "Content-Type": "application/octet-stream",
      ...(passphrase !== "" && { "X-Backup-Passphrase": encodeURIComponent(passphrase) }),
      ...more,
    },
    body: file.name,
    bodySerializer: () => file,
  };
}

export function previewRestore(chosen: Chosen): Promise<BackupPreview> {
  return answerOf(api.POST("/api/v1/exports/restore/validate", uploadOf(chosen)));
}

/** Begins to put a backup in place; gives the operation that does so. */
export async function beginRestore(chosen: Chosen): Promise<Operation> {
  const begun = await answerOf(api.POST("/api/v1/exports/restore", uploadOf(chosen, BEHIND)));
  if (begun === undefined) throw new Error("our bug: a restore that is no operation");
  return begun;
}

/** A running restore as it goes on. Its end ends the session, and with it whoever watches: null. */
export const restoreQuery = (begun: Operation) =>
  queryOptions({
    queryKey: ["operations", "restore", begun.id],
    async queryFn({ signal }): Promise<Operation | null> {
      // Past the client that asks for a new session: there is nothing to go on with in one.
      const answer = await fetch(`/api/v1/operations/${begun.id}`, { signal });
      if (answer.status === 401) return null;
      if (!answer.ok) throw await failureOf(answer);
      return answer.json();
    },
    initialData: begun,
    refetchInterval: (query) =>
      query.state.data === null || query.state.data?.state !== "running" ? false : pollEvery(1000)(query),
  });
