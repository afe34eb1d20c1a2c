import { actorOf } from "#features/audit";
import { route, type Route } from "#platform/http/route";
import { BackupTargetRead, BackupTargetTest, BackupTargetUpdate } from "./models";
import { describeTarget, TARGET_VERSION, updateTarget, type TargetContext } from "./service";
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
        versioned: TARGET_VERSION,
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
        isTryable: true,
        versioned: TARGET_VERSION,
        body: BackupTargetUpdate,
        response: BackupTargetRead,
        replay: { whole: PATH },
      },
      ({ db, body: update, ifMatch, ...request }) =>
        updateTarget({ ...deps, db, actor: actorOf(request) }, update, ifMatch),
    ),
    route(
      {
        method: "post",
        path: `${PATH}/test`,
        tag: "exports",
        summary: "Try the saved target: a small file is written, found, read and removed",
        access: "superadmin",
        noTrial: "A question: what it writes it removes again.",
        response: BackupTargetTest,
        replay: "refused",
      },
      () => testTarget(deps),
    ),
  ];
}
