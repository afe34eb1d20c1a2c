/** What interfaces of systems and devices are called, before their number. */
const HEADS =
  `eth enp eno ens enx em igb ixl? vmx vtnet hn xn re bge bce msk nfe sk wan lan dmz vlan ppp pppoe tun tap wg bond br wlan lo
  wwan wwp wlp ath ra rmnet usb lte cell venet veth cali swp ether sfp ge- xe- et- te- gi- fe- so- ae irb st reth
  bundle-ether vlanif vlan-interface gigaethernet serial tunnel dialer cellular port port-channel portchannel eth-trunk trunk
  lag bvi smartgroup gigabitethernet ten-gigabitethernet tengigabitethernet tengige twentyfivegige fortygige hundredgige
  fastethernet ethernet xgigabitethernet po gi te fa ge gei xgei \\d{2,3}ge`
    .split(/\s+/)
    .join("|");

/** The name of an interface of which nothing but itself says that it is one; its group is the name. */
export const KNOWN_IF_NAME = String.raw`((?:${HEADS})\d[\w./:-]{0,20})`;
const KNOWN = new RegExp(`^${KNOWN_IF_NAME}$`, "i");

/** Whether a text is the name of an interface and nothing else. */
export function isInterfaceName(text: string): boolean {
  return KNOWN.test(text);
}

/** By what somebody manages a device. */
const USER_INTERFACE =
  /^ ?(?:gui|cli|web(?:[ _-]?(?:ui|gui))?|api|rest(?:[ _-]?api)?|ssh|telnet|console|https?|snmp) ?$/i;

/** Whether a text tells by what somebody manages a device, `interface=GUI`. */
export function isUserInterface(text: string): boolean {
  return USER_INTERFACE.test(text);
}
