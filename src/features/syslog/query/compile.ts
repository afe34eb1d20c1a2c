import { parseNetwork } from "#platform/ip";
import { ADDRESS_COLUMNS, SEARCHED_COLUMNS } from "../event/columns";
import { compileField, FIELD_NAMES, isFieldName, refuseParameter, refuseTerm, toSubnet } from "./fields";
import type { Condition, Predicate } from "./predicate";
import { splitQuery, type Term } from "./query-text";
import type { Subnet } from "./subnet";

/** The filters as they came in. Instants are microseconds since the epoch. */
export type EventFilters = {
  q?: string | undefined;
  src_ip?: string | undefined;
  dst_ip?: string | undefined;
  ip?: string | undefined;
  src_port?: number | undefined;
  dst_port?: number | undefined;
  port?: number | undefined;
  action?: string | undefined;
  verdict?: string | undefined;
  protocol?: string | undefined;
  interface?: string | undefined;
  rule_id?: string | undefined;
  source_host?: string | undefined;
  sender?: string | undefined;
  app?: string | undefined;
  vendor?: string | undefined;
  severity?: number | undefined;
  startMicros?: number | undefined;
  endMicros?: number | undefined;
};

/**
 * Turns filters into conditions: the one compiler of list, export, histogram, top and live, so that a
 * filter means the same in each.
 * @throws ApiError 400 where a parameter cannot have its value, 422 where a field of `q` has a value that it cannot
 * have.
 */
export function compileFilters(filters: EventFilters): Predicate {
  const { startMicros, endMicros } = filters;
  return {
    conditions: [...compileParameters(filters), ...compileQuery(filters.q)],
    ...(startMicros === undefined ? {} : { startMicros }),
    ...(endMicros === undefined ? {} : { endMicros }),
  };
}

function compileParameters(filters: EventFilters): Condition[] {
  return Object.entries(filters).flatMap(([name, value]) =>
    value !== undefined && isFieldName(name) ? [compileField(name, value, refuseParameter)] : [],
  );
}

/** Each of them may be looked for in every line. */
const MAX_TERMS = 32;

/** The conditions of a search text alone, each once. @throws ApiError 422 */
export function compileQuery(q = ""): Condition[] {
  // A lone half of a surrogate pair, which JSON can carry, is U+FFFD in every stored line.
  const terms = splitQuery(q.toWellFormed(), FIELD_NAMES).map(compileTerm);
  const conditions = [...Map.groupBy(terms, sameness).values()].flatMap((same) => same.slice(0, 1));
  if (conditions.length > MAX_TERMS)
    throw refuseTerm(`a search has at most ${MAX_TERMS} different words, phrases and fields`);
  return conditions;
}

/** Equal for conditions that take the same events. */
function sameness(condition: Condition): string {
  return JSON.stringify(
    condition.kind === "contains" ? { ...condition, text: foldCase(condition.text) } : condition,
  );
}

/**
 * Letters whose lower case is one letter are found in either case; of others, such as a dotted capital I, that is not
 * known.
 */
function foldCase(text: string): string {
  const fold = (letter: string) => {
    const lower = letter.toLowerCase();
    return Array.from(lower).length === 1 ? lower : letter;
  };
  return Array.from(text, fold).join("");
}

function compileTerm({ field, text, isNegated, isQuoted }: Term): Condition {
  if (field !== undefined && isFieldName(field))
    return { ...compileField(field, text, refuseTerm), isNegated };
  const within = isQuoted ? undefined : namedNetwork(text);
  if (within === undefined) return { kind: "contains", columns: SEARCHED_COLUMNS, text, isNegated };
  const columns = [...SEARCHED_COLUMNS, ...ADDRESS_COLUMNS];
  return { kind: "names network", columns, text, within, isNegated };
}

/**
 * The network or IPv6 address that a word names. An IPv4 address is written in one way, so that its text is enough.
 */
function namedNetwork(text: string): string | Subnet | undefined {
  if (!/[/:]/.test(text)) return undefined;
  const network = parseNetwork(text);
  return network && (toSubnet(network) ?? network.address.toString());
}
