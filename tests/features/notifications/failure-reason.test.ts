import { expect, test } from "bun:test";
import { failureReasonOf } from "../../../src/features/notifications/delivery/failure-reason";

const withCode = (code: string, message = "x") => Object.assign(new Error(message), { code });

test.each<[unknown, string]>([
  [withCode("ECONNREFUSED"), "the connection was refused"],
  [withCode("ENOTFOUND"), "the name is not known"],
  [withCode("ERR_TLS_CERT_ALTNAME_INVALID"), "the certificate is for another name"],
  [withCode("ESOCKET", "connect ECONNREFUSED 127.0.0.1:9"), "the connection was refused"],
  [withCode("EAUTH", "Invalid login: 535 no"), "Invalid login: 535 no"],
  [new DOMException("The operation timed out.", "TimeoutError"), "no answer came in time"],
  [new Error('fetching "https://host/bot1:a/send?x=1" failed'), 'fetching "<address>" failed'],
  [new Error("x".repeat(1000)), "x".repeat(255)],
  ["a text", "a text"],
])("%p is told as %p", (error, reason) => {
  expect(failureReasonOf(error)).toBe(reason);
});
