import { NAGIOS, ZABBIX } from "./host-lists";
import { LIBRENMS } from "./librenms";
import { NETBOX } from "./netbox";
import { PHPIPAM } from "./phpipam";
import { PLAIN_CSV } from "./plain-csv";
import type { Source } from "./source";
import { UPTIME_KUMA } from "./uptime-kuma";

/** Every product whose data can be taken over. */
export const SOURCES: readonly Source[] = [NETBOX, PHPIPAM, UPTIME_KUMA, LIBRENMS, NAGIOS, ZABBIX, PLAIN_CSV];
