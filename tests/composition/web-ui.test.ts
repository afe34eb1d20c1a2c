import { afterAll, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { openWebUi } from "../../src/composition/web-ui";
import { buildWeb } from "../../src/web/build/build";
import { BuildManifest, MANIFEST_FILE } from "../../src/web/build/manifest";
import { hashSources } from "../../src/web/build/source-hash";

const ROOT = join(import.meta.dir, "../..");
const folder = mkdtempSync(join(tmpdir(), "netatlas-web-build-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a build", () => {
  const built = buildWeb(ROOT, join(folder, "web"));
  const manifest = async () => {
    await built;
    return BuildManifest.parse(JSON.parse(readFileSync(join(folder, "web", MANIFEST_FILE), "utf8")));
  };
  const asset = (name: string) => readFileSync(join(folder, "web/assets", name), "utf8");

  test("knows the sources that it was made from", async () => {
    expect((await manifest()).sourceHash).toBe(hashSources(ROOT));
  });

  test("lists everything that its page names", async () => {
    const { page, assets } = await manifest();
    const named = [...page.matchAll(/\/assets\/([\w.-]+)/g)].map(([, name]) => name ?? "");
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => assets[name] === undefined)).toEqual([]);
  });

  test("has one inline script, the one that the policy names", async () => {
    const { page, inlineScript } = await manifest();
    const scripts = [...page.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text]) => text ?? "");
    expect(scripts).toHaveLength(1);
    const hash = new Bun.CryptoHasher("sha256").update(scripts[0] ?? "").digest("base64");
    expect(inlineScript).toBe(`'sha256-${hash}'`);
    expect(page).not.toMatch(/\son\w+=|style=/);
  });

  test("takes fonts as files, and the styles of the components that are used", async () => {
    const { assets } = await manifest();
    const sheet = Object.keys(assets).find((name) => name.endsWith(".css")) ?? "";
    const styles = asset(sheet);
    expect(styles.startsWith("@layer mantine, app;")).toBe(true);
    expect(styles).not.toContain("data:font");
    const fonts = [...styles.matchAll(/url\(\/assets\/([\w.-]+\.woff2)\)/g)].map(([, name]) => name ?? "");
    expect(fonts.length).toBeGreaterThan(8);
    expect(fonts.filter((name) => assets[name] === undefined)).toEqual([]);
    const button = /\.(m_[0-9a-f]+)/.exec(
      readFileSync(join(ROOT, "node_modules/@mantine/core/styles/Button.css"), "utf8"),
    )?.[1];
    const other = /\.(m_[0-9a-f]+)/.exec(
      readFileSync(join(ROOT, "node_modules/@mantine/core/styles/TableOfContents.css"), "utf8"),
    )?.[1];
    expect(styles).toContain(button ?? "no class");
    expect(styles).not.toContain(other ?? "no class");
  });

  test("asks no other host for anything", async () => {
    const { page, assets } = await manifest();
    const styles = Object.keys(assets).filter((name) => name.endsWith(".css"));
    for (const text of [page, ...styles.map(asset)]) {
      expect([...text.matchAll(/(?:src|href)="https?:|url\(["']?https?:/g)]).toEqual([]);
    }
  });
});

describe("a service", () => {
  const log = pino({ level: "silent" });
  const nowhere = join(folder, "nowhere");
  const pageOf = (state: ReturnType<ReturnType<typeof openWebUi>["state"]>) =>
    state.name === "ready" ? state.build.renderPage("a-nonce") : undefined;

  test("without a build makes one in its data directory, and has it at once at the next start", async () => {
    const dataDirectory = mkdtempSync(join(folder, "data-"));
    const first = openWebUi({ dataDirectory, log, prebuilt: nowhere });
    expect(first.state().name).toBe("building");
    await first.settled;
    expect(pageOf(first.state())).toContain('content="a-nonce"');
    const second = openWebUi({ dataDirectory, log, prebuilt: nowhere });
    expect(pageOf(second.state())).toBe(pageOf(first.state()) ?? "");
  });

  test.each(["", "\0\0\0\0"])("takes a build whose list a power cut left as %j for none", async (left) => {
    const dataDirectory = mkdtempSync(join(folder, "data-"));
    mkdirSync(join(dataDirectory, "web"));
    writeFileSync(join(dataDirectory, "web", MANIFEST_FILE), left);
    const ui = openWebUi({ dataDirectory, log, prebuilt: nowhere });
    expect(ui.state().name).toBe("building");
    await ui.stop();
  });

  test("takes one that was made ahead of time and writes nothing", async () => {
    const dataDirectory = mkdtempSync(join(folder, "data-"));
    const prebuilt = join(folder, "ahead");
    await buildWeb(ROOT, prebuilt);
    const ui = openWebUi({ dataDirectory, log, prebuilt });
    expect(ui.state().name).toBe("ready");
    expect(readdirSync(dataDirectory)).toEqual([]);
  });

  test("notices that the first script of its page was removed, and does not take that build at its next start", async () => {
    const prebuilt = join(folder, "cut");
    await buildWeb(ROOT, prebuilt);
    const open = () => openWebUi({ dataDirectory: mkdtempSync(join(folder, "data-")), log, prebuilt });
    const state = open().state();
    if (state.name !== "ready") throw new Error("the build was not taken");
    expect(state.build.isWhole()).toBe(true);
    const script = /<script type="module" src="\/assets\/([\w.-]+)"/.exec(state.build.renderPage(""))?.[1];
    rmSync(join(prebuilt, "assets", script ?? ""));
    expect(state.build.isWhole()).toBe(false);
    const next = open();
    expect(next.state().name).toBe("building");
    await next.stop();
  });

  test("does not take one of other sources", async () => {
    const prebuilt = join(folder, "stale");
    await buildWeb(ROOT, prebuilt);
    const file = join(prebuilt, MANIFEST_FILE);
    writeFileSync(file, readFileSync(file, "utf8").replace(hashSources(ROOT), "of another time"));
    const ui = openWebUi({ dataDirectory: mkdtempSync(join(folder, "data-")), log, prebuilt });
    expect(ui.state().name).toBe("building");
    await ui.stop();
    expect(ui.state().name).toBe("failed");
  });

  test("that cannot write its build says so and goes on", async () => {
    const dataDirectory = join(folder, "a-file");
    writeFileSync(dataDirectory, "");
    const ui = openWebUi({ dataDirectory, log, prebuilt: nowhere });
    await ui.settled;
    expect(ui.state().name).toBe("failed");
  });
});

test("what a killed build has left goes with the next one, that of a running one stays", async () => {
  const out = join(folder, "drafts", "web");
  const gone = Bun.spawn(["true"]);
  await gone.exited;
  const drafts = [gone.pid, process.ppid].map((pid) => `${out}.draft-${pid}`);
  for (const draft of drafts) mkdirSync(draft, { recursive: true });
  await buildWeb(ROOT, out);
  expect(drafts.map((draft) => existsSync(draft))).toEqual([false, true]);
});

test("another source, another hash", () => {
  const copy = join(folder, "project");
  const write = (text: string) => {
    mkdirSync(join(copy, "src/web"), { recursive: true });
    writeFileSync(join(copy, "bun.lock"), "{}");
    writeFileSync(join(copy, "src/web/main.tsx"), text);
    return hashSources(copy);
  };
  const first = write("1");
  expect(write("2")).not.toBe(first);
  expect(write("1")).toBe(first);
});
