/** What the process that fills the network in tells the demo once it is there. */
export type NetworkThere = {
  /** Where to report for the job that the demo plays; null: for none. */
  reportTo: string | null;
};

/** Whether that is what another process has sent. */
export function isNetworkThere(message: unknown): message is NetworkThere {
  return typeof message === "object" && message !== null && "reportTo" in message;
}
