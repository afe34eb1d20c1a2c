import type { Sql } from "#platform/database";

export type KeyQuestion = {
  prefix: string;
  /** SHA-256 of the key that was sent. */
  digest: Buffer;
  /** What failures are counted against: the client's address or network. */
  subject: string;
};

export type KeyAnswer = {
  lockedSeconds: number;
  hasFailures: boolean;
  keyId: number | null;
  /** Of the stored key with that prefix. */
  digest: Buffer | null;
  /** The place of this call in the key's window, from 1; null: the key is not valid, nothing was counted. */
  call: number | null;
  /** Until the window ends. */
  windowSeconds: number;
  /** The only one of the key; null: it may what its owner may. */
  permission: string | null;
  owner:
    | { id: string; username: string; role: string; is_active: boolean; permissions: string[] | null }
    | undefined;
};

type Row = {
  position: number;
  locked_seconds: number;
  has_failures: boolean;
  key_id: string | null;
  digest: Buffer | null;
  calls: number | null;
  window_seconds: number | null;
  permission: string | null;
  id: string | null;
  username: string;
  role: string;
  is_active: boolean;
  permissions: string[] | null;
};

/**
 * One statement for any number of questions: each address's lock, key, owner and rights, and the calls counted. Only
 * valid keys of addresses that are not locked are counted. The counters are an unlogged table: cheap, and a crash
 * forgives a window. What lies further ahead than it can is from before the clock was set back, and counts for nothing.
 * Answers stand in the order of the questions.
 */
export async function lookUpKeys(
  sql: Sql,
  questions: readonly KeyQuestion[],
  windowSeconds: number,
): Promise<KeyAnswer[]> {
  const groups = groupEqual(questions);
  const length = sql`make_interval(secs => ${windowSeconds})`;
  const isRunning = sql`w.started_at BETWEEN now() - ${length} AND now() + ${length}`;
  const rows = await sql<Row[]>`
    WITH asked AS (
      SELECT position::int, prefix, decode(digest, 'hex') AS digest, subject, calls
      FROM unnest(${groups.map((group) => group.question.prefix)}::text[],
        ${groups.map((group) => group.question.digest.toString("hex"))}::text[],
        ${groups.map((group) => group.question.subject)}::text[],
        ${groups.map((group) => group.positions.length)}::int[]) WITH ORDINALITY AS a(prefix, digest, subject, calls, position)
    ), address AS (
      SELECT subject, COALESCE(CASE WHEN updated_at <= now() + interval '1 minute'
        THEN extract(epoch FROM locked_until - now()) END, 0)::float8 AS locked_seconds
      FROM lockouts WHERE scope = 'api_key' AND subject IN (SELECT subject FROM asked)
    ), candidate AS (
      SELECT a.position, a.calls, k.id AS key_id, k.digest, k.user_id, k.permission,
        k.digest = a.digest AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) AS is_valid
      FROM asked a JOIN api_keys k ON k.prefix = a.prefix LEFT JOIN address l ON l.subject = a.subject
      WHERE COALESCE(l.locked_seconds, 0) <= 0
    ), counted AS (
      INSERT INTO api_key_windows AS w (key_id, started_at, calls)
      SELECT key_id, now(), sum(calls) FROM candidate WHERE is_valid GROUP BY key_id ORDER BY key_id
      ON CONFLICT (key_id) DO UPDATE SET
        calls = excluded.calls + CASE WHEN ${isRunning} THEN w.calls ELSE 0 END,
        started_at = CASE WHEN ${isRunning} THEN w.started_at ELSE now() END
      RETURNING key_id, calls, extract(epoch FROM started_at + make_interval(secs => ${windowSeconds}) - now())::float8 AS window_seconds
    )
    SELECT a.position, COALESCE(l.locked_seconds, 0) AS locked_seconds, l.subject IS NOT NULL AS has_failures,
      c.key_id, c.digest, CASE WHEN c.is_valid THEN n.calls END AS calls, n.window_seconds, c.permission,
      u.id, u.username, u.role, u.is_active, r.permissions
    FROM asked a LEFT JOIN address l ON l.subject = a.subject LEFT JOIN candidate c ON c.position = a.position
      LEFT JOIN counted n ON n.key_id = c.key_id LEFT JOIN users u ON u.id = c.user_id LEFT JOIN roles r ON r.name = u.role`;
  return spread(rows, groups, questions.length);
}

type Group = { question: KeyQuestion; positions: number[] };

function groupEqual(questions: readonly KeyQuestion[]): Group[] {
  const groups = new Map<string, Group>();
  for (const [position, question] of questions.entries()) {
    const name = `${question.prefix} ${question.subject} ${question.digest.toString("latin1")}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { question, positions: [position] });
    else group.positions.push(position);
  }
  return [...groups.values()];
}

/** `calls` is the window's count after all calls of this statement: they take the last places, one each. */
function spread(rows: readonly Row[], groups: readonly Group[], count: number): KeyAnswer[] {
  const nextPlace = new Map<string, number>();
  for (const row of rows) {
    if (row.key_id === null || row.calls === null) continue;
    const asked = groups[row.position - 1]?.positions.length ?? 0;
    nextPlace.set(row.key_id, (nextPlace.get(row.key_id) ?? row.calls) - asked);
  }
  const answers: KeyAnswer[] = Array.from({ length: count });
  for (const row of rows) {
    for (const position of groups[row.position - 1]?.positions ?? []) {
      answers[position] = toAnswer(row, takePlace(row, nextPlace));
    }
  }
  return answers;
}

function takePlace(row: Row, nextPlace: Map<string, number>): number | null {
  if (row.key_id === null || row.calls === null) return null;
  const place = (nextPlace.get(row.key_id) ?? 0) + 1;
  nextPlace.set(row.key_id, place);
  return place;
}

function toAnswer(row: Row, call: number | null): KeyAnswer {
  const { id, username, role, is_active, permissions } = row;
  return {
    lockedSeconds: row.locked_seconds,
    hasFailures: row.has_failures,
    keyId: row.key_id === null ? null : Number(row.key_id),
    digest: row.digest,
    call,
    windowSeconds: row.window_seconds ?? 1,
    permission: row.permission,
    owner: id === null ? undefined : { id, username, role, is_active, permissions },
  };
}
