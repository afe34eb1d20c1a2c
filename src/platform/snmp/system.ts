/** The group `system` of RFC 1213: what an agent says of itself. */
export const SYS_DESCR = "1.3.6.1.2.1.1.1.0";
export const SYS_UPTIME = "1.3.6.1.2.1.1.3.0";
export const SYS_NAME = "1.3.6.1.2.1.1.5.0";
