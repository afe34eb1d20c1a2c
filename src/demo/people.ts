/** Who works with the demo beside its administrator; nobody knows their passwords. */
export const PEOPLE = [
  { username: "jana.novak", role: "NetworkAdmin" },
  { username: "tom.fischer", role: "NetworkAdmin" },
  { username: "sara.lindqvist", role: "SecurityAnalyst" },
  { username: "ali.demir", role: "Viewer" },
] as const;
