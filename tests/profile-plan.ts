import { createTestService } from "./support/app";
import { madeUp } from "./bench/configuration";
import { toYaml } from "../src/features/configuration/bundle/write-yaml";
import { parsePlainYaml } from "../src/features/configuration/text/plain-yaml";
const s = await createTestService();
const token = await s.tokenOf(await s.givenAdmin());
async function t(name: string, work: () => Promise<unknown>) {
  const c = process.cpuUsage(),
    w = performance.now();
  const r = await work();
  const d = process.cpuUsage(c);
  console.log(
    name,
    "cpu",
    ((d.user + d.system) / 1e6).toFixed(2),
    "wall",
    ((performance.now() - w) / 1000).toFixed(2),
  );
  return r;
}
const bundle = toYaml(madeUp());
await t("parse", async () => parsePlainYaml(bundle));
const send = (a: string, text: string) => fetchIt(a, text);
async function fetchIt(a: string, text: string) {
  const r = await s.call(`POST /api/v1/configuration/${a}`, {
    token,
    text,
    headers: { "Content-Type": "application/yaml" },
  });
  if (r.status !== 200) throw new Error(r.text.slice(0, 500));
  return r.text;
}
await t("apply", () => send("apply", bundle));
const out = (await t(
  "export",
  async () => (await s.call("GET /api/v1/configuration", { token })).text,
)) as string;
await t("export2", async () => (await s.call("GET /api/v1/configuration", { token })).text);
await t("plan", () => send("plan", out));
await t("plan2", () => send("plan", out));
await s.close();
process.exit(0);
