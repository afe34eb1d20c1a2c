import { afterAll, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { ADMIN, createApiClient, setUpAdmin } from "../support/api-client";
import { readDocument, routesOf } from "../support/conformance";
import { startService, type ServiceProcess } from "../support/service-process";

/** Fault 37: no key, token or password in the repository, in logs, in what is stored, in answers or in the document. */
const ROOT = join(import.meta.dir, "../..");

const SHAPES: [string, RegExp][] = [
  ["an API key", /svc_[A-Za-z0-9]{12}_[A-Za-z0-9]{43}/],
  ["a token", /eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/],
  ["a private key", /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----[\s\S]{0,4}[A-Za-z0-9+/]{20}/],
  ["a password hash", /\$argon2id\$v=\d+\$m=\d+[^$]*\$[A-Za-z0-9+/]{16,}/],
  ["a password in an address", /postgres(?:ql)?:\/\/[A-Za-z0-9_.-]+:(?!password@)[A-Za-z0-9_.%-]{8,}@/],
];

const shapesIn = (text: string) => SHAPES.filter(([, shape]) => shape.test(text)).map(([name]) => name);

async function repositoryFiles(): Promise<string[]> {
  const listed = await Bun.$`git ls-files --cached --others --exclude-standard`
    .cwd(ROOT)
    .quiet()
    .nothrow()
    .text();
  return listed
    .split("\n")
    .filter((name) => name !== "" && statSync(join(ROOT, name), { throwIfNoEntry: false })?.isFile());
}

test("fault 37: the repository holds nothing that looks like a live secret", async () => {
  const files = await repositoryFiles();
  // A made-up hash that stands for users who do not exist.
  const known = new Map([["src/features/users/passwords.ts", ["a password hash"]]]);
  const found = files.flatMap((name) => {
    const shapes = shapesIn(readFileSync(join(ROOT, name), "latin1"));
    return shapes.filter((shape) => !known.get(name)?.includes(shape)).map((shape) => `${name}: ${shape}`);
  });
  expect(found).toEqual([]);
});

let service: ServiceProcess | undefined;
afterAll(() => service?.remove());

/** Every file below the folder but those whose purpose is to keep a secret. */
function storedFiles(folder: string): string[] {
  const kept = new Set(["secret-key", "master-key", "database-password"]);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !kept.has(relative(folder, path)));
}

type Secrets = Record<string, string>;

/** Uses all that is secret, in the right way and in wrong ways that are logged. Gives what must be nowhere. */
async function useSecrets(url: string): Promise<{ secrets: Secrets; key: string }> {
  const { key } = await setUpAdmin(url);
  const login = await createApiClient(url).fetch("/api/v1/auth/login", {
    method: "POST",
    body: JSON.stringify(ADMIN),
  });
  const cookies = new Map(
    login.headers.getSetCookie().map((cookie) => {
      const [name = "", value = ""] = cookie.split(";")[0]?.split("=") ?? [];
      return [name, value] as const;
    }),
  );
  const wrongPassword = "a wrong password that was typed";
  const newPassword = "a new password, never shown";
  const wrongKey = `${key.slice(0, -43)}${"W".repeat(43)}`;
  const wrongLogin = JSON.stringify({ ...ADMIN, password: wrongPassword });
  await createApiClient(url).fetch("/api/v1/auth/login", { method: "POST", body: wrongLogin });
  await createApiClient(url, { "X-API-Key": wrongKey }).fetch("/api/v1/auth/me");
  await createApiClient(url, { Authorization: `Bearer ${cookies.get("svc_refresh") ?? ""}` }).fetch(
    "/api/v1/auth/me",
  );
  await createApiClient(url, { "X-API-Key": key }).send("POST", "/api/v1/auth/users", {
    username: "carol",
    password: newPassword,
    email: "carol@example.com",
  });
  await createApiClient(url, { "X-API-Key": key }).fetch("/api/v1/auth/users", {
    method: "POST",
    body: `{"password": "${newPassword}"`,
  });
  const mailPassword = `mail-${crypto.randomUUID()}`;
  const clientSecret = `client-${crypto.randomUUID()}`;
  const put = (path: string, body: unknown) =>
    createApiClient(url, { "X-API-Key": key }).fetch(path, { method: "PUT", body: JSON.stringify(body) });
  const hookToken = `hook-${crypto.randomUUID()}`;
  await put("/api/v1/admin/notification-settings", { smtp_password: mailPassword });
  const hooks = { webhook_url: "http://127.0.0.1:1/", webhook_token: hookToken };
  const post = (path: string, body: unknown) =>
    createApiClient(url, { "X-API-Key": key }).fetch(path, { method: "POST", body: JSON.stringify(body) });
  await post("/api/v1/admin/notification-profiles", { name: "hook", provider: "webhook", config: hooks });
  await post("/api/v1/admin/notification-profiles/1/test", {});
  // The second needs the provider, which nobody is: the failure is logged.
  const provider = {
    enabled: true,
    issuer: "http://127.0.0.1:1",
    client_id: "x",
    client_secret: clientSecret,
  };
  await put("/api/v1/admin/oidc-settings", { ...provider, redirect_url: "https://net.example.com/back" });
  await put("/api/v1/admin/oidc-settings", { require_sso: true });
  const secrets = {
    "the mail server's password": mailPassword,
    "a webhook's token": hookToken,
    "the client secret of single sign-on": clientSecret,
    "the administrator's password": ADMIN.password,
    "a wrong password": wrongPassword,
    "a user's password": newPassword,
    "an API key": key,
    "an API key's secret": key.slice(-43),
    "a wrong key": wrongKey.slice(-43),
    "an access token": cookies.get("svc_access") ?? "",
    "a refresh token": cookies.get("svc_refresh") ?? "",
    "a CSRF token": cookies.get("svc_csrf") ?? "",
  };
  for (const [name, secret] of Object.entries(secrets))
    expect([name, secret.length > 20]).toEqual([name, true]);
  return { secrets, key };
}

test("fault 37: what was used is neither in the service's log, nor in its files, nor in any answer or example", async () => {
  service = await startService({ environment: { LOG_LEVEL: "debug", AUTH_PROGRESSIVE_DELAY_SECONDS: "0" } });
  const { secrets, key } = await useSecrets(service.url);
  const places = new Map<string, string>();
  const admin = createApiClient(service.url, { "X-API-Key": key });
  const document = await readDocument({
    request: (path) => fetch(`${service?.url}${path}`),
  });
  places.set("the OpenAPI document", JSON.stringify(document));
  for (const { method, path } of routesOf(document)) {
    if (method !== "GET" || path === "/metrics") continue;
    const answer = await admin.fetch(path.replaceAll(/\{\w+\}/g, "1"));
    // Live events: an answer without an end, of which nothing has come yet.
    if (answer.headers.get("Content-Type")?.startsWith("text/event-stream")) await answer.body?.cancel();
    else places.set(`the answer of ${path}`, await answer.text());
  }
  const { dataDirectory } = service;
  await service.stop();
  places.set("the log", service.output());
  for (const path of storedFiles(dataDirectory))
    places.set(relative(dataDirectory, path), readFileSync(path, "latin1"));
  expect(places.size).toBeGreaterThan(100);
  const found = [...places].flatMap(([place, text]) =>
    Object.entries(secrets)
      .filter(([, secret]) => text.includes(secret))
      .map(([name]) => `${place}: ${name}`),
  );
  expect(found).toEqual([]);
  const shown = [...places].filter(([place]) => place.startsWith("the "));
  expect(shown.flatMap(([place, text]) => shapesIn(text).map((shape) => `${place}: ${shape}`))).toEqual([]);
}, 60_000);
