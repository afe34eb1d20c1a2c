/** What one probe of one target found, before anything is confirmed. */
export type ProbeOutcome = {
  /**
   * `unknown`: the probe could not tell (UDP that stays silent, no right to send, our own network gone); never a reason
   * to call a target down.
   */
  status: "up" | "down" | "unknown";
  /** Milliseconds from the request to the answer that decided; null where there was none. */
  latencyMs: number | null;
  /** One line for people, at most 255 characters, control characters replaced; null where all is well. */
  error: string | null;
  /** Of HTTP. */
  statusCode: number | null;
  /**
   * What else the answer said: banner, version, offset of the clock, address that a name has, days of a certificate;
   * shown to people.
   */
  details: Readonly<Record<string, string | number | boolean>>;
};
