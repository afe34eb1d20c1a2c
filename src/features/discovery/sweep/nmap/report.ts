import { canonicalAddress } from "#platform/ip";
import { cleanText, hostNameIn } from "../clean-text";
import type { SweepEvidence } from "../models";
import type { XmlTag } from "./xml-reader";

/** A host that nmap says is up. */
export type NmapHost = {
  address: string;
  macAddress: string | undefined;
  vendor: string | undefined;
  hostname: string | undefined;
  by: SweepEvidence;
  roundTripMs: number | undefined;
  openPorts: number[];
};

export type NmapEvent =
  | { kind: "host"; host: NmapHost }
  | { kind: "progress"; task: string; percent: number }
  /** The program says that it has done all, or what stood in its way. */
  | { kind: "end"; trouble: string | undefined };

const MAC_ADDRESS = /^[\dA-Fa-f]{2}(?::[\dA-Fa-f]{2}){5}$/;
/** Of a host: what is more is not believed. */
const MAX_PORTS = 1024;
const MICROSECONDS = 1000;

/** Puts hosts together out of the tags of nmap's report, one at a time. */
export class NmapReport {
  #host: Partial<NmapHost> | undefined;
  #isUp = false;
  #port: number | undefined;

  /** What the tag completes; undefined: nothing yet. */
  take({ name, isEnd, attributes }: XmlTag): NmapEvent | undefined {
    if (isEnd) return name === "host" ? this.#endHost() : undefined;
    if (name === "taskprogress")
      return {
        kind: "progress",
        task: attributes["task"] ?? "",
        percent: between(Number(attributes["percent"]), 0, 100),
      };
    if (name === "finished") {
      const isWell = attributes["exit"] === "success";
      return { kind: "end", trouble: isWell ? undefined : cleanText(attributes["errormsg"] ?? "it failed") };
    }
    if (name === "host") {
      this.#host = { openPorts: [] };
      this.#isUp = false;
    } else if (this.#host !== undefined) this.#learn(this.#host, name, attributes);
    return undefined;
  }

  #learn(host: Partial<NmapHost>, name: string, attributes: XmlTag["attributes"]): void {
    switch (name) {
      case "status":
        this.#isUp = attributes["state"] === "up";
        host.by = evidenceOf(attributes["reason"] ?? "");
        break;
      case "address":
        learnAddress(host, attributes);
        break;
      case "hostname":
        host.hostname ??= hostNameIn(attributes["name"] ?? "") ?? undefined;
        break;
      case "times":
        host.roundTripMs = roundTripOf(Number(attributes["srtt"]));
        break;
      case "port":
        this.#port = attributes["protocol"] === "tcp" ? Number(attributes["portid"]) : undefined;
        break;
      case "state":
        if (attributes["state"] === "open") learnPort(host, this.#port);
        break;
      default:
    }
  }

  #endHost(): NmapEvent | undefined {
    const { address, by = "icmp", openPorts = [], ...rest } = this.#host ?? {};
    this.#host = undefined;
    this.#port = undefined;
    if (address === undefined || !this.#isUp) return undefined;
    const { macAddress, vendor, hostname, roundTripMs } = rest;
    return { kind: "host", host: { address, by, openPorts, macAddress, vendor, hostname, roundTripMs } };
  }
}

function between(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least;
}

function learnAddress(host: Partial<NmapHost>, { addr = "", addrtype, vendor }: XmlTag["attributes"]): void {
  if (addrtype === "ipv4" || addrtype === "ipv6") host.address ??= canonicalAddress(addr);
  if (addrtype !== "mac" || !MAC_ADDRESS.test(addr)) return;
  host.macAddress ??= addr.toUpperCase();
  if (vendor !== undefined && vendor !== "") host.vendor ??= cleanText(vendor);
}

function learnPort({ openPorts = [] }: Partial<NmapHost>, port: number | undefined): void {
  if (port !== undefined && openPorts.length < MAX_PORTS) openPorts.push(port);
}

/** Microseconds; nmap writes -1 where it knows none. */
function roundTripOf(microseconds: number): number | undefined {
  return Number.isFinite(microseconds) && microseconds > 0 ? microseconds / MICROSECONDS : undefined;
}

function evidenceOf(reason: string): SweepEvidence {
  if (reason === "arp-response") return "arp";
  if (reason === "nd-response") return "neighbour";
  return /^(?:syn-ack|reset|conn-refused)$/.test(reason) ? "tcp" : "icmp";
}
