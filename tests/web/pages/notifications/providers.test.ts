import { expect, test } from "bun:test";
import { PROVIDERS as KNOWN, SECRET_KEYS } from "../../../../src/features/notifications/profile-models";
import {
  findProvider,
  PROVIDERS,
  secretsIn,
  settingsOf,
  targetOf,
} from "../../../../src/web/pages/notifications/providers";

test("every provider of the service can be chosen, and shows nothing that is a secret", () => {
  expect(new Set<string>(PROVIDERS.map(({ name }) => name))).toEqual(new Set<string>(KNOWN));
  for (const { fields, needs, target } of PROVIDERS) {
    const names = fields.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...needs, ...(target === undefined ? [] : [target])]));
    for (const { name, kind } of fields)
      expect([name, kind === "secret"]).toEqual([name, SECRET_KEYS.has(name)]);
    expect(SECRET_KEYS.has(target ?? "")).toBe(false);
  }
});

test("what a configuration does not say is as the service takes it", () => {
  const mail = findProvider("smtp");
  expect(mail && settingsOf(mail, { smtp_host: "mail.example.com", own: [1] })).toEqual({
    smtp_host: "mail.example.com",
    smtp_port: "587",
    smtp_tls: "true",
  });
});

test("secrets that are set are known by their mark", () => {
  expect(secretsIn({ ntfy_url: "x", ntfy_token: "__redacted__" })).toEqual(["ntfy_token"]);
});

test("a profile says where it goes, unless that is secret or unknown", () => {
  expect(targetOf("ntfy", { ntfy_url: "https://ntfy.example.com/a" })).toBe("https://ntfy.example.com/a");
  expect(targetOf("apprise", { url: "__redacted__" })).toBeNull();
  expect(targetOf("smtp", {})).toBeNull();
  expect(targetOf("pigeon", { url: "x" })).toBeNull();
});
