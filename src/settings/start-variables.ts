/**
 * What a service is started with that its runtime, and not the service, reads: as `bun start`, the image and the systemd
 * unit have it (docs/decisions/light-at-rest.md).
 */
export const START_VARIABLES = {
  UV_THREADPOOL_SIZE: "8",
  MIMALLOC_PURGE_DELAY: "2000",
  MIMALLOC_PURGE_HOLES_MIN_INTERVAL: "6000",
  MIMALLOC_PURGE_HOLES_FULL_EVERY: "3",
  MIMALLOC_ALLOW_THP: "0",
} as const;
