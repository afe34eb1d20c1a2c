import type { Model } from "../../api/client";
import { FIELD_NAMES, QUERY_FIELDS } from "./fields";
import { MAX_QUERY_LENGTH, meantBy, removeTerm, splitQuery, type Term } from "./query-text";

/** How a query was read otherwise than its writer may have meant. */
export type Misread = {
  /** Sentences, each once, in the order of the query. */
  texts: readonly string[];
  /** The query as it may be meant; undefined where that cannot be told. */
  meant: string | undefined;
};

/** What the service says of names that are no field. */
export type Unknown = Model<"FirewallEventList">["unknown_fields"];

/**
 * Habits of other search languages in a query, all of which ours takes for words of the line: names that are no field
 * (`unknown`), `field=value`, "or" and "and", brackets, wildcards.
 */
export function findMisread(query: string, unknown: Unknown = []): Misread {
  const listed = listAlternatives(query);
  // From behind, so that the places of those before stay what they are.
  const meant = readingsOf(listed, unknown).reduceRight(
    (text, { term, instead }) => (instead === undefined ? text : replaceTerm(text, term, instead)),
    listed,
  );
  return {
    texts: [...new Set(readingsOf(query, unknown).map(({ text }) => text))],
    meant: meant === query || meant === "" || meant.length > MAX_QUERY_LENGTH ? undefined : meant,
  };
}

/** What is said of the names that are no field alone, where the rest of the query has found something. */
export function findNoFields(query: string, unknown: Unknown): Misread {
  const { meant } = findMisread(query, unknown);
  return { texts: unknown.map(({ name, nearest }) => describeNoField(name, nearest)), meant };
}

function describeNoField(name: string, nearest: string | null | undefined): string {
  return nearest === null || nearest === undefined
    ? `“${name}” is no field.`
    : `“${name}” is no field; the nearest is ${nearest}.`;
}

function readingsOf(query: string, unknown: Unknown) {
  return splitQuery(query, FIELD_NAMES).flatMap((term) => {
    const written = query.slice(term.start, term.end);
    const reading = written.includes('"') ? undefined : read(term, written, unknown);
    return reading === undefined ? [] : { term, ...reading };
  });
}

/** Fields of which one of several values is enough. */
const LISTS =
  /_ip$|_port$|^(?:ip|port|sender|severity|facility|verdict|action|protocol|direction|transport)$/;

/** `dst_port:22 or dst_port:23` as `dst_port:22,23`. */
function listAlternatives(query: string): string {
  const terms = splitQuery(query, FIELD_NAMES);
  const place = terms.findIndex((term, index) => isOr(term) && canList(terms[index - 1], terms[index + 1]));
  const [one, other] = [terms[place - 1], terms[place + 1]];
  if (place === -1 || one === undefined || other === undefined) return query;
  const list = `${one.field}:${one.text},${other.text}`;
  return listAlternatives(`${query.slice(0, one.start)}${list}${query.slice(other.end)}`);
}

function isOr({ text, field }: Term): boolean {
  return field === undefined && ["or", "||", "|"].includes(text.toLowerCase());
}

/** Networks stand alone, and what is in quotes may have commas of its own. */
function canList(one: Term | undefined, other: Term | undefined): boolean {
  if (one?.field === undefined || one.field !== other?.field || !LISTS.test(one.field)) return false;
  const isPlain = ({ text, isNegated }: Term) => !isNegated && /^[\w.:,<>=-]+$/.test(text);
  return isPlain(one) && isPlain(other);
}

/** `instead`: what would stand in its place; an empty one is left out. */
type Reading = { text: string; instead?: string | undefined };

function read(term: Term, written: string, unknown: Unknown): Reading | undefined {
  const word = term.text.toLowerCase();
  const sign = term.isNegated ? "-" : "";
  if (term.text.includes("*")) {
    // A field takes its whole value: what is left of one is looked for in the line.
    const rest = term.text.replaceAll("*", "").replace(/^[a-z_.]+:/i, "");
    const instead = /^[\w.:-]+$/.test(rest) ? `${sign}${rest}` : undefined;
    return {
      text: `There are no wildcards: “${written}” was looked for with its asterisk. Words are found inside of longer ones.`,
      instead,
    };
  }
  if (term.field !== undefined) return readHost(term, written);
  if (["and", "&&"].includes(word))
    return { text: `“${term.text}” was looked for, too: all terms have to fit anyway.`, instead: "" };
  if (isOr(term))
    return {
      text: `“${term.text}” was looked for as a word, for all terms have to fit. Of values of one field, one is enough: dst_port:22,23.`,
    };
  if (word === "not")
    return { text: `“${term.text}” was looked for as a word: a hyphen negates, as in -tcp.` };
  if (/^[()]+$/.test(word) || /^\(.*[^)]$|^[^(]*\)$/.test(word))
    return { text: `There are no brackets: “${written}” was looked for as it is.` };
  return readPair(term, written, unknown);
}

/** Elsewhere `host` is whoever has the address. */
function readHost({ text, isNegated }: Term, written: string): Reading | undefined {
  if (!/^-?host:/i.test(written) || !ADDRESS.test(text)) return undefined;
  return {
    text: `“${written}” asks who wrote the line: an address that the line is about is found by ip.`,
    instead: `${isNegated ? "-" : ""}ip:${text}`,
  };
}

/** A MAC or IPv6 address may begin like a name with a colon. */
const ADDRESS = /^[\da-f]*[.:][\da-f.:/]*$/i;

function readPair({ text, isNegated }: Term, written: string, unknown: Unknown): Reading | undefined {
  if (ADDRESS.test(text)) return undefined;
  const [, name, mark, value] = /^(_?[a-z][a-z_.-]*)(:|==?)([^\s/=:].*)$/i.exec(text) ?? [];
  if (name === undefined || mark === undefined || value === undefined) return undefined;
  const nearest = unknown.find((one) => one.name === name)?.nearest ?? undefined;
  const field = fieldMeant(name, value) ?? nearest;
  const instead = field === undefined ? undefined : `${isNegated ? "-" : ""}${field}:${value}`;
  if (mark !== ":" && instead === undefined) return undefined;
  return {
    text:
      mark === ":"
        ? `${describeNoField(name, field)} “${written}” was looked for in the lines as it is.`
        : `“${written}” was looked for in the lines as it is: between field and value stands a colon.`,
    instead,
  };
}

/** By its name or another word for it, else by how its name begins: `src` is `src_ip`, and `src_port` of a port. */
function fieldMeant(word: string, value: string): string | undefined {
  const wanted = meantBy(word).replaceAll(".", "_");
  const fits = (name: string) => (name === "ip" || name.endsWith("_ip") ? ADDRESS.test(value) : true);
  const named = QUERY_FIELDS.filter(({ name, aliases = [] }) => name === wanted || aliases.includes(wanted));
  const begun = QUERY_FIELDS.filter(({ name }) => name.startsWith(`${wanted}_`));
  return [...named, ...begun].find(({ name }) => fits(name))?.name;
}

function replaceTerm(query: string, term: Term, instead: string): string {
  return instead === ""
    ? removeTerm(query, term)
    : `${query.slice(0, term.start)}${instead}${query.slice(term.end)}`;
}
