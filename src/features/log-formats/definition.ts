/** What the columns of JSON hold, as the log engine has it. */
export type { FieldMapping, OwnConditions } from "#features/syslog";
