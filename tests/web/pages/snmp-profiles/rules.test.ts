import { expect, test } from "bun:test";
import { rulesOf, type ProfileValues } from "../../../../src/web/pages/snmp-profiles/rules";

const EMPTY: ProfileValues = {
  name: "Core",
  community: "",
  username: "",
  auth_protocol: "sha256",
  auth_key: "",
  priv_protocol: "aes",
  priv_key: "",
  context: "",
  port: "161",
  timeout_seconds: "3",
  retries: "1",
};

const FIELDS = ["community", "username", "auth_key", "priv_protocol", "priv_key"] as const;

function faults(version: "v2c" | "v3", typed: Partial<ProfileValues>) {
  const values = { ...EMPTY, ...typed };
  const rules = rulesOf(version, undefined);
  return FIELDS.filter((name) => rules[name](values[name], values) !== null);
}

test.each([
  ["v2c", {}, ["community"]],
  ["v2c", { community: "public" }, []],
  ["v3", {}, ["username", "auth_key", "priv_key"]],
  ["v3", { username: "u", auth_key: "12345678", priv_key: "1234567" }, ["priv_key"]],
  ["v3", { username: "u", auth_protocol: "", priv_protocol: "" }, []],
  ["v3", { username: "u", auth_protocol: "", priv_key: "12345678" }, ["priv_protocol"]],
  ["v3", { username: "u", auth_protocol: "", priv_protocol: "", auth_key: "12345678" }, ["auth_key"]],
] as const)("of a profile of %s with %o what is wrong is %o", (version, typed, wrong) => {
  expect(faults(version, typed)).toEqual([...wrong]);
});
