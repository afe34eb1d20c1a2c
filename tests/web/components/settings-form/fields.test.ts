import { describe, expect, test } from "bun:test";
import { changesIn, toInputs, type SettingField } from "../../../../src/web/components/settings-form/fields";

const FIELDS: readonly SettingField[] = [
  { name: "app_name", label: "Name", kind: "line" },
  { name: "minutes", label: "Minutes", kind: "number" },
  { name: "port", label: "Port", kind: "number" },
  { name: "is_on", label: "On", kind: "switch" },
  { name: "tls", label: "TLS", kind: "switch" },
  { name: "channels", label: "Channels", kind: "list" },
  { name: "password", label: "Password", kind: "secret" },
];

const SETTINGS = {
  app_name: "Netatlas",
  minutes: 15,
  port: "587",
  is_on: false,
  tls: "true",
  channels: ["smtp", "profile:1"],
  password: "__redacted__",
};

const inputs = toInputs(FIELDS, SETTINGS);
const changed = (patch: Record<string, string | boolean>) =>
  changesIn(FIELDS, SETTINGS, { ...inputs, ...patch });

test("inputs hold texts and switches, and never a secret", () => {
  expect(inputs).toEqual({
    app_name: "Netatlas",
    minutes: "15",
    port: "587",
    is_on: false,
    tls: true,
    channels: "smtp, profile:1",
    password: "",
  });
});

test("what was not touched is not sent", () => {
  expect(changed({})).toEqual({});
});

describe("a change goes out as the API takes it", () => {
  test.each([
    [{ app_name: " Atlas " }, { app_name: "Atlas" }],
    [{ app_name: "" }, { app_name: "" }],
    [{ minutes: "30" }, { minutes: 30 }],
    [{ port: "465" }, { port: "465" }],
    [{ is_on: true }, { is_on: true }],
    [{ tls: false }, { tls: "false" }],
    [{ channels: "smtp,, ntfy " }, { channels: ["smtp", "ntfy"] }],
    [{ channels: "" }, { channels: [] }],
    [{ password: "secret" }, { password: "secret" }],
  ])("%p", (patch, sent) => {
    expect(changed(patch)).toEqual(sent);
  });
});

test("a number that is none goes as it was typed: the service says what is wrong with it", () => {
  expect(changed({ minutes: "a lot" })).toEqual({ minutes: "a lot" });
});
