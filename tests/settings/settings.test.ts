import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeFernetKey } from "#platform/secrets";
import { listSettings } from "../../src/settings/listed";
import { parseSettings, SettingsError } from "../../src/settings/settings";
import { settingsWarnings } from "../../src/settings/warnings";
import { settingsPage } from "../support/settings-page";

const scratch = mkdtempSync(join(tmpdir(), "netatlas-settings-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const SECRET = "0123456789abcdef0123456789abcdef";

function problemsOf(environment: Record<string, string>): string[] {
  try {
    parseSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

function file(name: string, content: string): string {
  const path = join(scratch, name);
  writeFileSync(path, content);
  return path;
}

test("without any variable every setting has its default", () => {
  expect(parseSettings({})).toMatchObject({
    APP_ENV: "development",
    APP_PORT: 8080,
    APP_URL: "",
    DATA_DIR: "./data",
    CORS_ORIGINS: ["http://localhost:8080"],
    SETUP_WINDOW_MINUTES: 15,
    TRUSTED_HOSTS: [],
    TRUSTED_PROXY_IPS: [],
    MONITORING_ROOT_ADDRESSES: [],
    SECURE_HEADERS_ENABLED: true,
    SECURE_HSTS_ENABLED: false,
    SECURE_HSTS_MAX_AGE: 31_536_000,
    AUTH_COOKIE_SECURE: false,
    ACCESS_TOKEN_MINUTES: 60,
    REFRESH_TOKEN_DAYS: 7,
    AUTH_MAX_FAILED_ATTEMPTS: 5,
    AUTH_LOCKOUT_MINUTES: 15,
    AUTH_PROGRESSIVE_DELAY_SECONDS: 0.5,
    API_KEY_RATE_LIMIT_MAX_CALLS: 120,
    API_KEY_RATE_LIMIT_WINDOW_SECONDS: 60,
    API_KEY_MAX_FAILED_LOOKUPS: 10,
    API_KEY_LOOKUP_LOCKOUT_MINUTES: 15,
    OIDC_ENABLED: false,
    OIDC_ISSUER: "",
    OIDC_CLIENT_ID: "",
    OIDC_CLIENT_SECRET: "",
    OIDC_REDIRECT_URL: "",
    OIDC_SCOPES: "openid profile email",
    OIDC_ALLOWED_EMAIL_DOMAINS: [],
    OIDC_AUTO_PROVISION: false,
    OIDC_PROVIDER_NAME: "SSO",
    OIDC_LINK_BY_EMAIL: true,
    OIDC_ALLOW_UNVERIFIED_EMAIL: false,
    OIDC_GROUP_CLAIM: "groups",
    OIDC_ROLE_MAPPINGS: "",
    OIDC_MANAGE_ROLES: false,
    OIDC_DEFAULT_ROLE: "Viewer",
    OIDC_ALLOW_SUPER_ADMIN: false,
    EVENT_RETENTION_DAYS: 7,
    FIREWALL_LOG_RETENTION_DAYS: 7,
    SYSLOG_ENABLED: true,
    SYSLOG_UDP_ENABLED: true,
    SYSLOG_TCP_ENABLED: true,
    SYSLOG_HOST: "::",
    SYSLOG_UDP_PORT: 1514,
    SYSLOG_TCP_PORT: 1514,
    SYSLOG_SENDER_ALLOWLIST: [],
    SYSLOG_MAX_LINE_BYTES: 8192,
    LOG_LEVEL: "info",
  });
  expect(parseSettings({}).DATABASE_URL).toBeUndefined();
});

describe("a value is read", () => {
  test.each([
    ["true", true],
    ["1", true],
    ["yes", true],
    ["on", true],
    [" TRUE ", true],
    ["false", false],
    ["0", false],
    ["no", false],
    ["OFF", false],
  ])("boolean %p", (text, value) => {
    expect(parseSettings({ SYSLOG_ENABLED: text }).SYSLOG_ENABLED).toBe(value);
  });

  test("numbers, lists, choices", () => {
    const settings = parseSettings({
      APP_PORT: " 9090 ",
      AUTH_PROGRESSIVE_DELAY_SECONDS: "0.25",
      CORS_ORIGINS: '["https://a.example"]',
      TRUSTED_PROXY_IPS: '["10.0.0.0/8","2001:db8::1"]',
      LOG_LEVEL: "WARNING",
      SYSLOG_TIME_ZONE: "Europe/Berlin",
    });
    expect(settings).toMatchObject({
      APP_PORT: 9090,
      AUTH_PROGRESSIVE_DELAY_SECONDS: 0.25,
      CORS_ORIGINS: ["https://a.example"],
      TRUSTED_PROXY_IPS: ["10.0.0.0/8", "2001:db8::1"],
      LOG_LEVEL: "warning",
      SYSLOG_TIME_ZONE: "Europe/Berlin",
    });
  });

  test("names are case-insensitive", () => {
    expect(parseSettings({ app_port: "1", Syslog_Udp_Port: "2" })).toMatchObject({
      APP_PORT: 1,
      SYSLOG_UDP_PORT: 2,
    });
  });

  test("blank means unset", () => {
    expect(parseSettings({ APP_PORT: "", SYSLOG_HOST: " ", CORS_ORIGINS: "", DATABASE_URL: "  " })).toEqual(
      parseSettings({}),
    );
  });

  test("variables that are none of ours are ignored", () => {
    expect(parseSettings({ PATH: "/bin", APP_PORTS: "x" })).toEqual(parseSettings({}));
  });
});

describe("a bad value is named", () => {
  test.each([
    ["APP_PORT", "http", "must be a whole number"],
    ["APP_PORT", "65536", "must be from 0 to 65535"],
    ["APP_PORT", "-1", "must be from 0 to 65535"],
    ["APP_PORT", "80.5", "must be a whole number"],
    ["APP_PORT", "0x50", "must be a whole number"],
    ["ACCESS_TOKEN_MINUTES", "0", "must be from 1 to 576000"],
    ["FIREWALL_LOG_RETENTION_DAYS", "0", "must be from 1 to 100000"],
    ["EVENT_RETENTION_DAYS", "0", "must be from 1 to 100000"],
    ["REFRESH_TOKEN_DAYS", "401", "must be from 1 to 400"],
    ["ACCESS_TOKEN_MINUTES", "576001", "must be from 1 to 576000"],
    ["SESSION_MAX_DAYS", "100001", "must be from 1 to 100000"],
    ["AUTH_LOCKOUT_MINUTES", "525601", "must be from 1 to 525600"],
    ["AUTH_MAX_FAILED_ATTEMPTS", "2147483648", "must be from 1 to 2147483647"],
    ["AUTH_PROGRESSIVE_DELAY_SECONDS", "soon", "must be a number"],
    ["AUTH_PROGRESSIVE_DELAY_SECONDS", "-1", "must be at least 0"],
    ["AUTH_PROGRESSIVE_DELAY_SECONDS", "Infinity", "must be a number"],
    ["SYSLOG_ENABLED", "maybe", "must be true, false, 1, 0, yes, no, on or off"],
    ["CORS_ORIGINS", "https://a.example", "must be valid JSON"],
    ["CORS_ORIGINS", '"https://a.example"', 'must be a JSON array of strings, such as ["a","b"]'],
    ["CORS_ORIGINS", '[1,"a",2]', 'must be a JSON array of strings, such as ["a","b"]'],
    ["TRUSTED_PROXY_IPS", '["10.0.0.0/33"]', "each entry must be an IP address or CIDR"],
    ["SYSLOG_SENDER_ALLOWLIST", '["firewall"]', "each entry must be an IP address or CIDR"],
    ["LOG_LEVEL", "loud", "must be one of debug, info, warning, error, critical"],
    ["DATABASE_URL", "mysql://localhost/x", "must begin with postgres:// or postgresql://"],
    ["APP_URL", "netatlas.example", "must be an http or https address"],
    ["SYSLOG_HOST", "localhost", "must be an IP address"],
    ["SYSLOG_TIME_ZONE", "Mars/Olympus", "is not a known time zone"],
    ["SECRET_KEY", "short", "must have at least 32 characters"],
    ["SYSLOG_MAX_LINE_BYTES", "100", "must be from 480 to 262144"],
    ["ROLES", "api,wrker", "must be any of api, collector, worker, parted by commas or spaces"],
    ["INSTANCE_URL", "collector-1:8080", "must be an http or https address"],
    ["INSTANCE_URL", "http://collector 1:8080", "must be an http or https address"],
    ["APP_URL", "https://netatlas.example:99999", "must be an http or https address"],
    ["RELAY_NAME", "x".repeat(101), "must have at most 100 characters"],
    ["DRAIN_SECONDS", "-1", "must be from 0 to 3600"],
  ])("%s=%s", (name, value, problem) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name}: ${problem}`]);
  });

  test("a process that does not do everything needs a database that others can work on", () => {
    expect(problemsOf({ ROLES: "collector worker" })).toEqual([
      "DATABASE_URL: is required by ROLES=collector,worker: who does the rest has to work on the same database",
    ]);
    expect(problemsOf({ ROLES: "collector", DATABASE_URL: "postgres://db/netatlas" })).toEqual([]);
    expect(problemsOf({ ROLES: "worker,api,collector" })).toEqual([]);
  });

  test("every bad name is listed in one go, rules of every kind together", () => {
    const problems = problemsOf({
      APP_ENV: "production",
      APP_PORT: "http",
      APP_URL: "nowhere",
      DATABASE_URL: "mysql://x",
      CORS_ORIGINS: "{",
      LOG_LEVEL: "loud",
      SYSLOG_HOST: "localhost",
      SYSLOG_TIME_ZONE: "Mars/Olympus",
      SECRET_KEY: "replace-with-a-long-random-value-of-your-own",
      METRICS_TOKEN_FILE: join(scratch, "absent"),
    });
    expect(problems.map((problem) => problem.split(":")[0] ?? "").sort()).toEqual(
      [
        "APP_PORT",
        "APP_URL",
        "DATABASE_URL",
        "CORS_ORIGINS",
        "LOG_LEVEL",
        "METRICS_TOKEN_FILE",
        "SYSLOG_HOST",
        "SYSLOG_TIME_ZONE",
        "SECRET_KEY",
      ].sort(),
    );
  });

  test("the message names each on a line of its own, and no value of a secret", () => {
    const message = new SettingsError(problemsOf({ APP_PORT: "x", SECRET_KEY: "hunter2" })).message;
    expect(message.split("\n")).toEqual([
      "wrong settings:",
      "  APP_PORT: must be a whole number",
      "  SECRET_KEY: must have at least 32 characters",
    ]);
  });
});

describe("secrets", () => {
  test("SECRET_KEY_FILE and METRICS_TOKEN_FILE are read, without the end of line", () => {
    const settings = parseSettings({
      SECRET_KEY_FILE: file("key", `${SECRET}\n`),
      metrics_token_file: file("token", "scrape me\r\n"),
    });
    expect(settings).toMatchObject({ SECRET_KEY: SECRET, METRICS_TOKEN: "scrape me" });
  });

  test("the variable wins over the file, a blank variable does not", () => {
    const path = file("other", "f".repeat(40));
    expect(parseSettings({ SECRET_KEY: SECRET, SECRET_KEY_FILE: path }).SECRET_KEY).toBe(SECRET);
    expect(parseSettings({ SECRET_KEY: " ", SECRET_KEY_FILE: path }).SECRET_KEY).toBe("f".repeat(40));
  });

  test("a file that is absent or empty is named", () => {
    expect(problemsOf({ SECRET_KEY_FILE: join(scratch, "absent") })).toMatchObject([
      expect.stringMatching(/^SECRET_KEY_FILE: cannot read .*absent/),
    ]);
    expect(problemsOf({ SECRET_KEY_FILE: file("empty", " \n") })).toMatchObject([
      expect.stringMatching(/^SECRET_KEY_FILE: .*empty is empty$/),
    ]);
  });

  test("a placeholder is refused in production and nowhere else", () => {
    const placeholder = "change-me-to-something-long-and-random-please";
    expect(problemsOf({ APP_ENV: "production", SECRET_KEY: placeholder })).toHaveLength(1);
    expect(
      problemsOf({ APP_ENV: "production", SECRET_KEY_FILE: file("placeholder", placeholder) }),
    ).toHaveLength(1);
    expect(problemsOf({ SECRET_KEY: placeholder })).toEqual([]);
    expect(problemsOf({ APP_ENV: "production", SECRET_KEY: SECRET })).toEqual([]);
  });
});

test.each<[string, string[]]>([
  ["", ["api", "collector", "worker"]],
  ["worker, API", ["api", "worker"]],
  ["collector worker api", ["api", "collector", "worker"]],
  [" collector ", ["collector"]],
])("ROLES=%s", (text, roles) => {
  const settings = parseSettings({ ROLES: text, DATABASE_URL: "postgres://db/netatlas" });
  expect<readonly string[]>(settings.ROLES).toEqual(roles);
});

test("a process that shares a database is warned where its keys are its own", () => {
  const shared = { ROLES: "api", DATABASE_URL: "postgres://db/netatlas" };
  const warnings = settingsWarnings(parseSettings(shared)).join("\n");
  expect(warnings).toContain("SECRET_KEY");
  expect(warnings).toContain("MASTER_KEY");
  const keys = { SECRET_KEY: SECRET, MASTER_KEY: makeFernetKey() };
  expect(settingsWarnings(parseSettings({ ...shared, ...keys }))).toEqual([]);
});

test("an address of this process that no other one asks is told at the start", () => {
  const warnings = (INSTANCE_URL: string) => settingsWarnings(parseSettings({ INSTANCE_URL })).join("\n");
  expect(warnings("http://collector-1:8080")).toBe("");
  expect(warnings("http://169.254.1.7:8080")).toContain("INSTANCE_URL is not asked by other processes");
  expect(warnings("http://me:secret@collector-1:8080")).not.toContain("secret");
});

test("production is warned of open defaults, FORWARDED_ALLOW_IPS of being ignored, and traps of being off", () => {
  const warnings = (environment: Record<string, string>) =>
    settingsWarnings(parseSettings(environment)).join("\n");
  expect(warnings({})).toBe("");
  expect(warnings({ FORWARDED_ALLOW_IPS: "*" })).toContain("TRUSTED_PROXY_IPS");
  expect(warnings({ SNMP_TRAP_PORT: "1162", SYSLOG_ENABLED: "false" })).toContain("no traps");
  const open = warnings({ APP_ENV: "production", CORS_ORIGINS: '["*"]' });
  for (const name of [
    "APP_URL",
    "CORS_ORIGINS",
    "TRUSTED_HOSTS",
    "SYSLOG_SENDER_ALLOWLIST",
    "SECRET_KEY",
    "MASTER_KEY",
  ]) {
    expect(open).toContain(name);
  }
  const closed = {
    APP_ENV: "production",
    APP_URL: "https://netatlas.example",
    TRUSTED_HOSTS: '["netatlas.example"]',
    SYSLOG_SENDER_ALLOWLIST: '["192.0.2.1"]',
    SECRET_KEY: SECRET,
    MASTER_KEY: makeFernetKey(),
  };
  expect(warnings(closed)).toBe("");
  expect(warnings({ ...closed, TRUSTED_HOSTS: '["netatlas.example","*"]' })).toContain("TRUSTED_HOSTS");
  expect(warnings({ ...closed, TRUSTED_HOSTS: '["localhost","127.0.0.1","[::1]"]' })).toContain("loopback");
});

test("`.env` of the working folder is read, and the real environment wins", async () => {
  writeFileSync(join(scratch, ".env"), "APP_PORT=7001\nSYSLOG_UDP_PORT=7002\n");
  const program = `
    const { readEnvironment } = await import(${JSON.stringify(join(import.meta.dir, "../../src/settings/settings.ts"))});
    const { APP_PORT, SYSLOG_UDP_PORT } = readEnvironment();
    process.stdout.write(JSON.stringify({ APP_PORT, SYSLOG_UDP_PORT }));`;
  const child = Bun.spawn([process.execPath, "-e", program], {
    cwd: scratch,
    env: { PATH: process.env["PATH"], HOME: scratch, APP_PORT: "7003" },
    stdout: "pipe",
    stderr: "inherit",
  });
  expect(await child.stdout.json()).toEqual({ APP_PORT: 7003, SYSLOG_UDP_PORT: 7002 });
});

test("of the environment a child is told what sets the allocator alone", async () => {
  const program = `
    const { allocatorVariables } = await import(${JSON.stringify(join(import.meta.dir, "../../src/settings/settings.ts"))});
    process.stdout.write(JSON.stringify(allocatorVariables()));`;
  const child = Bun.spawn([process.execPath, "-e", program], {
    cwd: scratch,
    env: { HOME: scratch, SECRET_KEY: SECRET, MIMALLOC_ALLOW_THP: "0", MIMALLOC_PURGE_DELAY: "2000" },
    stdout: "pipe",
    stderr: "inherit",
  });
  expect(await child.stdout.json()).toEqual({ MIMALLOC_ALLOW_THP: "0", MIMALLOC_PURGE_DELAY: "2000" });
});

test("docs/settings.md says what src/settings/schema.ts does", () => {
  const page = readFileSync(join(import.meta.dir, "../../docs/settings.md"), "utf8");
  // The formatter aligns the columns.
  const plain = (text: string) => text.replaceAll(/ +/g, " ").replaceAll(/\| ?-+ ?(?=\|)/g, "|---");
  expect(plain(page)).toBe(plain(settingsPage(listSettings())));
});

test("a setting that belongs to no group of docs/settings.md is named", () => {
  const stray = { name: "NEW_THING", type: "text", shown: "none", meaning: "" };
  expect(() => settingsPage([...listSettings(), stray])).toThrow("NEW_THING");
});

describe("MASTER_KEY", () => {
  test("is a Fernet key, or unset", () => {
    const key = makeFernetKey();
    expect(parseSettings({ MASTER_KEY: key }).MASTER_KEY).toBe(key);
    expect(parseSettings({}).MASTER_KEY).toBe("");
  });

  test.each(["a-key-of-44-characters-that-is-no-fernet-key", "short", makeFernetKey().slice(0, 43)])(
    "%p is refused, always",
    (MASTER_KEY) => {
      expect(() => parseSettings({ MASTER_KEY })).toThrow("MASTER_KEY: must be a Fernet key");
    },
  );

  test.each(["change-me-please", "replace-with-a-fernet-key"])(
    "the placeholder %p is refused in production by its name",
    (MASTER_KEY) => {
      const settings = { MASTER_KEY, APP_ENV: "production" };
      expect(() => parseSettings(settings)).toThrow("MASTER_KEY: is a placeholder");
    },
  );

  test("may come from the file that MASTER_KEY_FILE names", () => {
    const folder = mkdtempSync(join(tmpdir(), "netatlas-settings-"));
    const key = makeFernetKey();
    writeFileSync(join(folder, "key"), `${key}\n`);
    expect(parseSettings({ MASTER_KEY_FILE: join(folder, "key") }).MASTER_KEY).toBe(key);
    rmSync(folder, { recursive: true });
  });
});

test.each([
  ["OIDC_ISSUER", "id.example.com", "must be an http or https address"],
  ["OIDC_REDIRECT_URL", "/back", "must be an http or https address"],
  ["OIDC_ROLE_MAPPINGS", "[]", 'must be a JSON object, such as {"net-admins": "NetworkAdmin"}'],
  ["OIDC_ROLE_MAPPINGS", "admins", 'must be a JSON object, such as {"net-admins": "NetworkAdmin"}'],
  ["OIDC_DEFAULT_ROLE", "SuperAdmin", "must not be SuperAdmin"],
])("%s=%s stops the start", (name, value, refusal) => {
  expect(problemsOf({ [name]: value })).toEqual([`${name}: ${refusal}`]);
});

test("the client secret of single sign-on may come from a file", () => {
  const path = file("client-secret", "from a file\n");
  expect(parseSettings({ OIDC_CLIENT_SECRET_FILE: path }).OIDC_CLIENT_SECRET).toBe("from a file");
});
