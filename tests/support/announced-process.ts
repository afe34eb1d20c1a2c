import pino from "pino";
import { InstancePresence } from "#features/instances";
import type { Role } from "#platform/roles";
import type { TestService } from "./app";

/** Says of a service that listens that it is there and receives, as a process does itself when it is started. */
export async function announceProcess(
  { database, instance, syslog }: Pick<TestService, "database" | "instance" | "syslog">,
  address: string,
  roles: readonly Role[] = ["collector"],
): Promise<InstancePresence> {
  const presence = new InstancePresence({
    db: database.db,
    entry: {
      id: instance.id,
      keyCheck: instance.keyCheck,
      address,
      roles,
      version: "0.9.0",
      collector: syslog.state().collector,
    },
    key: instance.key,
    log: pino({ level: "silent" }),
  });
  await presence.start();
  return presence;
}
