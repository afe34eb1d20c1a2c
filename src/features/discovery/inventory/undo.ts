import type { Undoer } from "#features/undo";

const DEVICES = ["topology.device_created", "topology.device_updated"];

const stands = { permission: null, standsForCompanions: true, undo: () => Promise.resolve() } as const;

/**
 * What discovery has brought into the inventory goes as a whole: its own entries only say that it was done. An observation
 * that was applied stays resolved.
 */
export const IMPORTED_HOSTS_UNDOERS: readonly Undoer[] = [
  {
    ...stands,
    actions: ["discovery.results_imported"],
    companions: [...DEVICES, "topology.group_updated", "ipam.subnet_updated"],
  },
  { ...stands, actions: ["discovery.observation_applied"], companions: DEVICES },
];
