import type { Collector } from "./collector";
import { readQuarantine } from "./quarantine";

/** Beyond this age of the oldest message that is not stored, the service is not well. */
const MAX_LAG_SECONDS = 60;
const MAX_NAMED = 3;

/** For readiness: whether messages are taken, by every listener that is wanted, and become searchable. */
export async function checkCollector(
  collector: Pick<Collector, "state" | "options" | "maintenance" | "formats">,
): Promise<{ ok: boolean; message: string }> {
  const quarantine = await readQuarantine(collector.options.folders.journal);
  const { error, refusal, listeners, journal, certificate } = collector.state();
  const failure = error ?? quarantine.error;
  if (failure !== null) return { ok: false, message: failure };
  if (refusal !== null) return { ok: false, message: `messages are refused: ${refusal}` };
  const closed = listeners.find((listener) => listener.error !== null);
  if (closed?.error) return { ok: false, message: closed.error };
  const waiting = `${journal.messages} messages wait to be stored, the oldest for ${Math.round(journal.lagSeconds)} s`;
  // A database that is away has a check of its own.
  const damaged = await collector.maintenance.listDamaged().catch(() => []);
  // The rest is searched and received: no reason to send callers elsewhere.
  const setAside = [
    ...nameSome(
      "damaged segments",
      damaged.map(({ path }) => path),
    ),
    ...nameSome("quarantined journal ranges", quarantine.names),
    ...nameSome("own formats that take too much time and rest", listResting(collector)),
    ...(certificate?.problem ? [certificate.problem] : []),
  ];
  return { ok: journal.lagSeconds < MAX_LAG_SECONDS, message: [waiting, ...setAside].join("; ") };
}

/**
 * For readiness of a process that receives and nothing else: whether messages are taken. Where they cannot be stored
 * they wait in its journal, which is no reason to send them to where there is none.
 */
export function checkReceiving(collector: Pick<Collector, "state">): { ok: boolean; message: string } {
  const { refusal, receiver, listeners, journal, error } = collector.state();
  const failure = receiver?.journal.failedBecause ?? null;
  if (failure !== null)
    return { ok: false, message: `messages cannot be written to the journal: ${failure}` };
  if (refusal !== null) return { ok: false, message: `messages are refused: ${refusal}` };
  const closed = listeners.find((listener) => listener.error !== null);
  if (closed?.error) return { ok: false, message: closed.error };
  const waiting = `${journal.messages} messages wait to be stored, the oldest for ${Math.round(journal.lagSeconds)} s`;
  return { ok: true, message: error === null ? waiting : `${waiting}: ${error}` };
}

function listResting({ formats }: Pick<Collector, "formats">): string[] {
  const measured = formats?.measure() ?? [];
  return measured.filter(({ state }) => state === "resting").map(({ name }) => name);
}

function nameSome(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const rest = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return [`${what}: ${names.slice(0, MAX_NAMED).join(", ")}${rest}`];
}
