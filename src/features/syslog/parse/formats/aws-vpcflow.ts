import { isDigit, wordEnd } from "../values/characters";
import { type Field, fillMessage } from "../values/fields";
import type { Line } from "../line";
import { readEpoch } from "../header/vendor-time";

/** Columns of the default format, version 2. */
const COLUMNS: { readonly [field in Field]?: number } = {
  interface: 2,
  srcIp: 3,
  dstIp: 4,
  srcPort: 5,
  dstPort: 6,
  protocol: 7,
  packets: 8,
  bytes: 9,
  action: 12,
};
const COUNT = 14;
const START = 10;
const STATUS = 13;

/** A VPC flow log record as text. https://docs.aws.amazon.com/vpc/latest/userguide/flow-log-records.html */
export function parseAwsVpcFlow(body: string, { message }: Line): boolean {
  if (!isDigit(body.charCodeAt(0))) return false;
  const account = wordEnd(body, 0) + 1;
  const network = wordEnd(body, account) + 1;
  if (account > 4 || !body.startsWith("eni-", network)) return false;
  const words = body.trimEnd().split(" ", COUNT + 1);
  const status = words[STATUS];
  if (status !== "OK" && status !== "NODATA" && status !== "SKIPDATA") return false;
  message.parser = "aws-vpcflow";
  message.vendor = "aws";
  fillMessage(message, (field) => words[COLUMNS[field] ?? -1] ?? "");
  message.eventTimeMicros = readEpoch(words[START] ?? "") ?? message.eventTimeMicros;
  return true;
}
