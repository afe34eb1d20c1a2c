import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import type { SnmpSession } from "#platform/snmp/session";
import type { WalkOptions } from "#platform/snmp/walk";

/** A device that is asked just now. */
export type Poll = {
  device: { id: number; name: string };
  /** One for all that is asked of the device in its turn; whoever opened it closes it. */
  session: SnmpSession;
  /** What a poller may take of the agent's time and rows. */
  options: WalkOptions;
  /** When the poller began, by the database's clock. */
  at: Date;
  /**
   * Hundredths of a second since the agent began, as it says (sysUpTime, which goes around after 497 days); null: it
   * does not say.
   */
  upTime: number | null;
};

export type PollContext = { db: Db; log: Logger };

/** What a feature wants to know of devices, again and again. */
export type Poller = {
  /** Its name in the database, in metrics and for people: `interfaces`. */
  name: string;
  /** How often a device is asked; null: not by itself. Asked each time, so that a setting counts at once. */
  everySeconds: () => Promise<number | null> | number | null;
  /**
   * Asks, and keeps what it gets. A ProbeTrouble (the agent's silence, a table that was broken off) becomes the
   * device's last error of this poller, and stops no other; anything else is a failure of ours.
   */
  poll: (ctx: PollContext, poll: Poll) => Promise<void>;
};
