import { actorOf } from "#features/audit";
import { route, type Route } from "#platform/http/route";
import { BackupTargetRead, BackupTargetTest, BackupTargetUpdate } from "./models";
import { describeTarget, updateTarget, type TargetContext } from "./service";
import { testTarget } from "./test-target";

const PATH = "/api/v1/exports/backup-target";

/** Where scheduled backups go. */
export function backupTargetRoutes(deps: TargetContext): Route[] {
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "exports",
        summary: "Where scheduled backups go",
        description: "The secret access key and the passphrase are never shown.",
        access: "superadmin",
        response: BackupTargetRead,
      },
      () => describeTarget(deps),
    ),
    route(
      {
        method: "put",
        path: PATH,
        tag: "exports",
        summary: "Change where scheduled backups go",
        description: "Those that are in another place stay there, and are kept as long as the settings say.",
        access: "superadmin",
        body: BackupTargetUpdate,
        response: BackupTargetRead,
        replay: { whole: PATH },
      },
      (request) => updateTarget({ ...deps, actor: actorOf(request) }, request.body),
    ),
    route(
      {
        method: "post",
        path: `${PATH}/test`,
        tag: "exports",
        summary: "Try the saved target: a small file is written, found, read and removed",
        access: "superadmin",
        response: BackupTargetTest,
        replay: "refused",
      },
      () => testTarget(deps),
    ),
  ];
}
