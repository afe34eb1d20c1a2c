export type Growth = {
  freeBytes: number;
  /** SYSLOG_MIN_FREE_BYTES: below it nothing is received. */
  minFreeBytes: number;
  /** What stored events take, and what a day adds to them. */
  storedBytes: number;
  dailyBytes: number;
  retentionDays: number;
  /** FIREWALL_LOG_RETENTION_BYTES; 0: any amount. */
  retentionBytes: number;
};

/** `expectedBytes`: what events will take when as many are dropped as arrive. `fullInDays` null: they fit by then. */
export type DiskForecast = { daily_bytes: number; expected_bytes: number; full_in_days: number | null };

/** When the disk of the events is full, if days go on as they were. What the database grows by is not in it. Pure. */
export function forecastDisk(growth: Growth): DiskForecast {
  const { freeBytes, minFreeBytes, storedBytes, dailyBytes, retentionDays, retentionBytes } = growth;
  const byAge = dailyBytes * retentionDays;
  const expectedBytes = Math.max(storedBytes, retentionBytes > 0 ? Math.min(byAge, retentionBytes) : byAge);
  const room = Math.max(0, freeBytes - minFreeBytes);
  const isFitting = expectedBytes - storedBytes <= room;
  return {
    daily_bytes: Math.round(dailyBytes),
    expected_bytes: Math.round(expectedBytes),
    full_in_days: isFitting || dailyBytes === 0 ? null : Math.floor((room / dailyBytes) * 10) / 10,
  };
}
