/** The ways by which messages reach the collector. */
export const TRANSPORTS = ["udp", "tcp", "tls", "snmp-trap"] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** What the journal says about a message: what does not come from its text. */
export type Arrival = {
  /** Of the event; unique per collector. */
  id: number;
  receivedAtMicros: number;
  /** The address that it came from. */
  sender: string;
  transport: Transport;
  /** It was longer than what is kept. */
  truncated: boolean;
  /** How many bytes came. */
  originalBytes: number;
};
