import { readLeaseUpload, type LeaseUpload, type ReadUpload } from "../src/features/ipam/leases/parse/upload";
import { canonicalMacAddress } from "../src/platform/mac-address";

/** Reads a file of DHCP leases; see readLeaseUpload. */
export default function parseLeasesTask(upload: LeaseUpload): ReadUpload {
  return readLeaseUpload(upload, canonicalMacAddress);
}
