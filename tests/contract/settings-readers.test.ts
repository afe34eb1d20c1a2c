import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { listSettings } from "../../src/settings/listed";
import { GROUPS } from "../../src/web/pages/settings/groups";
import { createTestService } from "../support/app";
import { readDocument } from "../support/conformance";

/** Whoever may change a setting learns whether anything reads it: it has a reader, or it says that it has none yet. */
const ROOT = join(import.meta.dir, "../..");
const NOT_YET = /not used yet/i;

const service = await createTestService();
const { components } = await readDocument(service.app);
afterAll(service.close);

const SOURCES = [...new Bun.Glob("src/**/*.{ts,tsx}").scanSync(ROOT)].map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), "utf8"),
}));

/** Whether a file names the setting that neither offers nor keeps it. */
function hasReader(name: string, offeredBy: readonly string[]): boolean {
  const offers = ["src/web/api/schema.d.ts", ...offeredBy];
  const isNamed = new RegExp(`\\b${name}\\b`);
  return SOURCES.some(
    ({ path, text }) => !offers.some((offer) => path.startsWith(offer)) && isNamed.test(text),
  );
}

const Properties = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })),
});

/** What the document says of each field of a schema. */
function descriptionsOf(schema: string): Map<string, string> {
  const { properties } = Properties.parse(components.schemas[schema]);
  return new Map(Object.entries(properties).map(([name, { description = "" }]) => [name, description]));
}

const OFFERS: [schema: string, offeredBy: string[]][] = [
  ["SystemSettingsRead", ["src/features/settings/", "src/web/pages/settings/"]],
  ["SystemSettingsUpdate", ["src/features/settings/", "src/web/pages/settings/"]],
  ["NotificationSettings", ["src/features/notifications/models.ts", "src/web/pages/mail-settings/"]],
  ["OidcSettingsUpdate", ["src/features/oidc/models.ts", "src/web/pages/sso-settings/"]],
  [
    "ProfileUpdateRequest",
    ["src/features/users/models.ts", "src/features/users/profile.ts", "src/web/pages/profile/"],
  ],
];

test.each(OFFERS)("each field of %s has a reader, or says that it is not used yet", (schema, offeredBy) => {
  const told = [...descriptionsOf(schema)].map(([name, description]) => ({
    name,
    isUnread: !hasReader(name, offeredBy),
    saysSo: NOT_YET.test(description),
  }));
  expect(told.length).toBeGreaterThan(2);
  expect(told.filter(({ isUnread, saysSo }) => isUnread !== saysSo)).toEqual([]);
});

test("the settings page shows every setting of the service, and says of the same ones that they are not used yet", () => {
  const document = descriptionsOf("SystemSettingsUpdate");
  const shown = new Map<string, string>(
    GROUPS.flatMap(({ fields }) => fields).map(({ name, description = "" }) => [name, description]),
  );
  const unused = (texts: Map<string, string>) =>
    [...texts]
      .filter(([, text]) => NOT_YET.test(text))
      .map(([name]) => name)
      .toSorted();
  expect([...shown.keys()].toSorted()).toEqual([...document.keys()].toSorted());
  expect(unused(shown)).toEqual(unused(document));
});

test("each variable of the environment has a reader, or docs/settings.md says that it has no effect", () => {
  const settings = listSettings();
  expect(settings.length).toBeGreaterThan(50);
  const told = settings.map(({ name, meaning }) => ({
    name,
    // The listing is read where the settings themselves are, too.
    isUnread: !hasReader(`settings\\.${name}`, []) && !hasReader(name, ["src/settings/schema.ts"]),
    saysSo: /accepted and (?:ignored|checked; nothing)/.test(meaning),
  }));
  const FORWARDED = "FORWARDED_ALLOW_IPS";
  // Read for the warning that it is ignored.
  expect(told.filter(({ name, isUnread, saysSo }) => name !== FORWARDED && isUnread !== saysSo)).toEqual([]);
});
