import { NETBOX } from "./netbox";
import { PHPIPAM } from "./phpipam";
import { PLAIN_CSV } from "./plain-csv";
import type { Source } from "./source";

/** Every product whose data can be taken over. */
export const SOURCES: readonly Source[] = [NETBOX, PHPIPAM, PLAIN_CSV];
