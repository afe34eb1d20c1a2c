import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageManifest from "../../package.json" with { type: "json" };
import { signIn, waitForDatabase } from "../support/api-client";
import { buildImage, entering, missingForImages, type BuiltImage } from "../support/container-image";
import { takeReadmeTour } from "../support/readme-tour";
import { freePort } from "../support/free-port";
import { waitFor } from "../support/wait-for";

/** Building takes a minute or two. */
const BUILD_MS = 600_000;
setDefaultTimeout(BUILD_MS);

const OWN_MEGABYTES = 260;
const USER = 10_001;

const missing = missingForImages();
if (missing.length > 0) console.log(`SKIPPED the container image: needs ${missing.join(", ")}`);

describe.skipIf(missing.length > 0)("the image of the Containerfile", () => {
  let image: BuiltImage;
  let running: Awaited<ReturnType<typeof startIn>>;
  const scratch = mkdtempSync(join(tmpdir(), "netatlas-volume-"));
  let tour: Promise<void> | undefined;
  /** It makes the administrator, by whom others sign in, in whatever order they come. */
  const tourTaken = () => (tour ??= takeReadmeTour(running));

  beforeAll(async () => {
    image = await buildImage();
    running = await startIn(image, join(scratch, "data"));
  }, BUILD_MS);

  afterAll(async () => {
    try {
      await running?.stop();
    } finally {
      await image?.remove();
      rmSync(scratch, { recursive: true, force: true });
    }
  }, BUILD_MS);

  test("takes README's tour, read-only and without capabilities", async () => {
    const status = readFileSync(`/proc/${running.service}/status`, "utf8");
    expect(status).toMatch(/^CapEff:\s0+$/m);
    expect(status).toMatch(/^CapBnd:\s0+$/m);
    expect(status).toMatch(new RegExp(`^Uid:\\s${USER}\\s`, "m"));
    await tourTaken();
  });

  test("has what pages, documents and reports are made of", async () => {
    await tourTaken();
    const page = await fetch(running.url);
    expect(await page.text()).toContain('type="module"');
    const docs = await fetch(`${running.url}/api/docs/swagger-ui-bundle.js`);
    expect(docs.status).toBe(200);
    await docs.arrayBuffer();
    const client = await signIn(running.url, { username: "admin", password: "correct horse battery staple" });
    await client.send("POST", "/api/v1/topology/devices", {
      name: "Übergang 東京 العربية",
      ip_address: "192.0.2.7",
    });
    const report = await client.fetch("/api/v1/exports/report.pdf");
    expect(report.status).toBe(200);
    expect(new TextDecoder().decode(await report.arrayBuffer()).slice(0, 5)).toBe("%PDF-");
  });

  test("has the service as one file that is made of the sources beside it", () => {
    const find = 'console.log((await import("/app/src/build/place.ts")).findBundle("main"))';
    const data = join(scratch, "data");
    const found = Bun.spawnSync([...entering(image, data, { DATA_DIR: "/app/data" }), "bun", "--eval", find]);
    expect(found.stdout.toString()).toMatch(/^\/app\/dist\/service\/[0-9a-f]{32}\/main\.js/);
  });

  test("is found well by its own health check, and ill where nothing answers", () => {
    const check = (port: string) =>
      Bun.spawnSync([
        ...entering(image, join(scratch, "data"), { APP_PORT: port, DATA_DIR: "/app/data" }),
        ...image.settings.Healthcheck.Test.slice(1),
      ]).exitCode;
    expect(check(new URL(running.url).port)).toBe(0);
    expect(check("9")).toBe(1);
  });

  test("leaves no process behind whose parent has ended", async () => {
    const orphan = Bun.spawnSync(["nsenter", ...inNamespacesOf(running.init), "sh", "-c", "(sleep 0.1 &)"]);
    expect(orphan.exitCode).toBe(0);
    await waitFor("it to be taken in", async () => zombiesBelow(running.init).length === 0);
  });

  test("adds no more than its share to the base image", () => {
    expect(image.ownBytes / 1e6).toBeLessThan(OWN_MEGABYTES);
  });

  test("says what it is and how it is run", () => {
    const { settings } = image;
    expect(settings.User).toBe("netatlas");
    expect(settings.StopSignal).toBe("SIGTERM");
    expect(Object.keys(settings.Volumes)).toEqual(["/app/data"]);
    expect(Object.keys(settings.ExposedPorts).sort()).toEqual([
      "1514/tcp",
      "1514/udp",
      "6514/tcp",
      "8080/tcp",
    ]);
    expect(settings.Labels["org.opencontainers.image.title"]).toBe("Netatlas");
    expect(settings.Labels["org.opencontainers.image.version"]).toBe(packageManifest.version);
  });

  test("holds nothing that its user could change, but for the volume", async () => {
    const places = ["/proc", "/dev", "/sys", "/tmp", "/var/tmp", "/run/lock"];
    const search = `find ${image.root} -xdev \\( ${places.map((path) => `-path ${image.root}${path}`).join(" -o ")} \\) -prune \
      -o \\( -perm -0002 -o -uid ${USER} \\) -not -type l -print`;
    const found = (await Bun.$`sh -euc ${search}`.text()).trim().split("\n");
    expect(found.map((path) => path.slice(image.root.length))).toEqual(["/app/data"]);
  });

  test("brings a bill of materials that holds its schema, with what the pages are made of and what the system has", () => {
    const bill = JSON.parse(readFileSync(join(image.root, "app/sbom.cdx.json"), "utf8"));
    expect(validateBill(bill)).toEqual([]);
    const names = new Set(bill.components.map(({ name }: { name: string }) => name));
    for (const name of ["hono", "react", "bun", "libc6", "@duckdb/node-api"]) expect(names).toContain(name);
  });

  test("ends within seconds when it is told to, and starts again on its volume in two", async () => {
    await tourTaken();
    const began = performance.now();
    expect(await running.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(20_000);
    running = await startIn(image, join(scratch, "data"));
    console.log(`ready ${(running.readyAfterMs / 1000).toFixed(2)} s after its second start`);
    await signIn(running.url, { username: "admin", password: "correct horse battery staple" });
  });
});

async function startIn(image: BuiltImage, data: string) {
  mkdirSync(data, { recursive: true });
  chownSync(data, USER, USER);
  const [http, syslog] = [freePort(), freePort()];
  const began = performance.now();
  const child = Bun.spawn(
    [
      ...entering(image, data, {
        APP_HOST: "127.0.0.1",
        APP_PORT: String(http),
        SYSLOG_HOST: "127.0.0.1",
        SYSLOG_UDP_PORT: String(syslog),
        SYSLOG_TCP_PORT: String(syslog),
        SYSLOG_MIN_FREE_BYTES: "0",
        LOG_LEVEL: "error",
      }),
      ...image.settings.Entrypoint,
      ...image.settings.Cmd,
    ],
    { stdout: "inherit", stderr: "inherit" },
  );
  const url = `http://127.0.0.1:${http}`;
  try {
    await waitFor("the service to listen", async () => {
      if (child.exitCode !== null) throw new Error(`the container ended with ${child.exitCode}`);
      return fetch(url).then(
        (answer) => answer.ok,
        () => false,
      );
    });
    await waitForDatabase(url);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  const readyAfterMs = performance.now() - began;
  const [init] = childrenOf(child.pid);
  const [service] = init === undefined ? [] : childrenOf(init);
  if (init === undefined || service === undefined) throw new Error("nothing runs in the container");
  return {
    url,
    syslogPort: syslog,
    init,
    service,
    readyAfterMs,
    async stop(): Promise<number> {
      if (child.exitCode === null) process.kill(init, "SIGTERM");
      return child.exited;
    },
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
      .trim()
      .split(" ")
      .filter(Boolean)
      .map(Number),
  );
}

const inNamespacesOf = (pid: number) => ["--target", String(pid), "--pid", "--mount"];

function zombiesBelow(init: number): number[] {
  return childrenOf(init).filter((pid) => /^State:\sZ/m.test(readFileSync(`/proc/${pid}/status`, "utf8")));
}

/** What CycloneDX's own schema finds fault with. */
function validateBill(bill: unknown): unknown[] {
  const folder = join(import.meta.dir, "../../node_modules/@cyclonedx/cyclonedx-library/res/schema");
  const schemaOf = (name: string) =>
    JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), "utf8"));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  for (const name of ["spdx", "jsf-0.82"])
    ajv.addSchema({ ...schemaOf(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` });
  // Formats of international addresses, which nothing here has.
  for (const format of ["iri-reference", "idn-email"]) ajv.addFormat(format, true);
  const isValid = ajv.compile(schemaOf("bom-1.6"));
  return isValid(bill) ? [] : (isValid.errors ?? []);
}
