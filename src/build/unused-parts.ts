import type { PluginBuilder } from "bun";

/** Parts of packages that this service never runs, and what stands for each in its bundle. */
const REPLACED = [
  // What checks say in sixty languages that nobody asks for.
  { file: /zod\/v4\/locales\/index\.js$/, by: 'export { default as en } from "./en.js";' },
  // Gathering from a cluster's processes, pushing to a gateway and measures of Node's, with its HTTP and OpenTelemetry.
  {
    file: /prom-client\/index\.js$/,
    by: ["Counter", "Gauge", "Histogram", "Registry"]
      .map((name) => `exports.${name} = require("./lib/${name.toLowerCase()}");`)
      .join("\n"),
  },
  // Who made a logger, which only a transport of its own asks for: a trace, for which the whole map would be read.
  { file: /pino\/lib\/caller\.js$/, by: "module.exports = () => [];" },
] as const;

/** A plugin of bundles that leaves out what takes memory and is never run. */
export function leaveOutUnused(build: PluginBuilder): void {
  for (const { file, by } of REPLACED) build.onLoad({ filter: file }, () => ({ contents: by, loader: "js" }));
}
