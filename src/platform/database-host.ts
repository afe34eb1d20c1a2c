import { DatabaseFollower, type HostOptions } from "./database-follower";
import type { Database } from "./database";
import { unavailable } from "./errors";
import type { Writes } from "./write-watch";

export type DatabaseHost = {
  /** Goes to where the database is, also where a move takes it elsewhere meanwhile. */
  database: Database;
  /** How it is reached, for people: without a password. */
  readonly description: string;
  readonly limitations: readonly string[];
  /** It is our own server's, which no other service uses. */
  readonly isOurs: boolean;
  /** What others write to it. */
  writes: Writes;
  /** Resolves once the schema is current; rejects only for what no waiting can mend. */
  ready: Promise<void>;
  /** Rejects where the database was moved away later, and this data directory does not know to where. */
  lost: Promise<never>;
  isReady(): boolean;
  /** Throws 503 with Retry-After while the database is not there. */
  require: () => void;
  stop(): Promise<void>;
};

/** The database, ours or yours, with its schema brought up to date. A database that is away is waited for. */
export async function openDatabase(options: HostOptions): Promise<DatabaseHost> {
  const follower = await DatabaseFollower.open(options);
  return {
    database: follower.database,
    get description() {
      return follower.description;
    },
    get limitations() {
      return follower.limitations;
    },
    get isOurs() {
      return follower.isOurs;
    },
    writes: follower.writes,
    ready: follower.ready,
    lost: follower.lost,
    isReady: () => follower.isReady(),
    require() {
      if (!follower.isReady()) throw unavailable("The database is not available at the moment", 2);
    },
    stop: () => follower.stop(),
  };
}
