import { Glob } from "bun";
import { FINAL_ACTIONS } from "../../src/composition/final-actions";

/** Of what is written into the audit log: `topology.device_created`, with the quotes around it. */
const ACTION = /["`]([a-z_]+)\.([a-z_]+(?:\.[a-z_]+)?)["`]/g;
/** After these, whatever their first word is; a constant may also hold the name of a file. */
const WRITTEN =
  /\b(?:action(?::|\s*=)|const [A-Z_]+ =)\s*["`]([a-z_]+\.(?!(?:conf|json|tar)\b)[a-z_.]+)["`]/g;

/** Names of metrics, of jobs, of fields of the log engine and of tables of ClickHouse that look like actions. */
const OTHERS = new Set([
  "alerts.retention",
  "audit.undone",
  "discovery.retention",
  "discovery.scan",
  "discovery.scheduled_scan",
  "ipam.reservation_reminders",
  "monitoring.packing",
  "monitoring.retention",
  "syslog.compaction",
  "syslog.retention",
  "syslog.scrub",
  "syslog.sweep",
  "system.parts",
  "tools.retention",
]);

async function readSources(): Promise<string[]> {
  const root = new URL("../../src/", import.meta.url).pathname;
  const texts: string[] = [];
  for await (const path of new Glob("{features,cli,composition,platform}/**/*.ts").scan(root))
    // That would say that all it names is written.
    if (path !== "composition/final-actions.ts") texts.push(await Bun.file(root + path).text());
  return texts;
}

/** Actions that the sources of the service write into the audit log, but for those put together of words. */
export async function readWrittenActions(): Promise<string[]> {
  const found = new Set<string>();
  const texts = await readSources();
  for (const text of texts) for (const [, action = ""] of text.matchAll(WRITTEN)) found.add(action);
  const areas = new Set([...found].map((action) => action.split(".")[0]));
  for (const text of texts)
    for (const [, area = "", rest = ""] of text.matchAll(ACTION))
      if (areas.has(area)) found.add(`${area}.${rest}`);
  return [...found].filter((action) => !OTHERS.has(action) && !action.endsWith(".rows")).sort();
}

/** The same with those that are put together: all of them are final. */
export async function readActions(): Promise<string[]> {
  const final = FINAL_ACTIONS.flatMap(({ actions }) => actions);
  return [...new Set([...(await readWrittenActions()), ...final])].sort();
}
