import type { Line } from "../../line";
import { readDateAndTime } from "../../header/vendor-time";
import { isDigit } from "../../values/characters";
import { portNumber } from "../../values/field-text";
import { canonicalAddress } from "../../values/ip-address";

/**
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html, by the order of its
 * columns.
 */
const CLIENT = 4;
const METHOD = 5;
const VERSION = 23;
const CLIENT_PORT = 26;
/** `2026-11-21`, a clock, and which edge answered, `IAD55-P5`. */
const HEAD = /^20\d\d-\d\d-\d\d\t\d\d:\d\d:\d\d\t[A-Z]{3}\d{1,4}(?:-[A-Z]\d{1,3})?\t/;
const MAX_HEAD = 48;
const METHODS = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|-)$/;
const HTTP = /^HTTP\/\d(?:\.\d)?$/;

/**
 * Reads a request as edges of a network of caches write it. False for any other text, of which it looks at the first
 * characters.
 */
export function readEdgeRow(text: string, line: Line): boolean {
  if (!isDigit(text.charCodeAt(0)) || !HEAD.test(text.slice(0, MAX_HEAD))) return false;
  const cells = text.split("\t", CLIENT_PORT + 1);
  const said = (place: number) => cells[place] ?? "";
  const client = canonicalAddress(said(CLIENT));
  if (client === null || !METHODS.test(said(METHOD)) || !HTTP.test(said(VERSION))) return false;
  const { message } = line;
  message.srcIp = client;
  message.srcPort = portNumber(said(CLIENT_PORT)) || null;
  message.eventTimeMicros ??= readDateAndTime(said(0), said(1), { zone: "Z", line });
  return true;
}
