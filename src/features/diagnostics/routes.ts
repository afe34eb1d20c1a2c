import { actorOf, recordAudit } from "#features/audit";
import type { Metrics } from "#platform/metrics";
import { downloadName } from "#platform/http/download";
import { route, type Route } from "#platform/http/route";
import { packBundle } from "./bundle";
import { SystemDiagnostics } from "./models";
import { readDiagnostics, type DiagnosticsContext } from "./service";

type Deps = DiagnosticsContext & {
  metrics: Metrics;
  settings: Readonly<Record<string, unknown>>;
  changelog: string;
};

const PATH = "/api/v1/system/diagnostics";

export function diagnosticsRoutes(deps: Deps): Route[] {
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "system",
        summary: "How the service and what it stands on are",
        description:
          "Sizes and retention of all tables and of the event store, the disk and when it is full, listeners, queues, periodic work, " +
          "versions, and a verdict on each feature with the line that mends it. Of the process that answers; nothing is secret.",
        access: "superadmin",
        response: SystemDiagnostics,
      },
      () => readDiagnostics(deps),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/bundle`,
        tag: "system",
        summary: "The same, metrics and settings as a file for whoever helps",
        description:
          "A gzipped tar file. Of settings that are texts it says only whether they are set, so that no secret is in it.",
        access: "superadmin",
        produces: ["application/gzip"],
      },
      async (request) => {
        const now = new Date();
        const content = await packBundle({
          diagnostics: await readDiagnostics(deps),
          metrics: await deps.metrics.registry.metrics(),
          settings: deps.settings,
          changelog: deps.changelog,
        });
        await recordAudit({ db: deps.db, actor: actorOf(request) }, { action: "system.support_bundle" });
        const name = downloadName("support", { at: now, extension: "tar.gz" });
        return request.context.body(new Uint8Array(content), 200, {
          "Content-Type": "application/gzip",
          "Content-Disposition": `attachment; filename="${name}"`,
        });
      },
    ),
  ];
}
