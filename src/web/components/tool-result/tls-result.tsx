import type { Model } from "../../api/client";
import { StatusMark } from "../badge/status-mark";
import { Facts } from "../detail-panel/facts";
import { TimeValue } from "../value/time-value";
import { Value } from "../value/value";
import { formatCount } from "../../format/number";

type Certificate = NonNullable<Model<"TlsCertificate">>;

/** Fewer days are soon, for whoever has to renew it by hand. */
const SOON_DAYS = 21;

/** The certificate of a server, and what is wrong with it. */
export function TlsResult({
  certificate,
  error,
  tls_version: version,
  address,
  port,
}: Model<"TlsCheckFinding">) {
  if (certificate === null) return <StatusMark status="down" label={error ?? "No certificate was shown"} />;
  return (
    <>
      <Verdict certificate={certificate} />
      <Facts
        facts={[
          { label: "For", value: <Value text={certificate.names.join(", ")} isMono /> },
          { label: "Issuer", value: certificate.issuer },
          { label: "Valid from", value: <TimeValue at={certificate.valid_from} /> },
          { label: "Valid until", value: <TimeValue at={certificate.valid_to} /> },
          { label: "Key", value: keyOf(certificate) },
          { label: "Version", value: version },
          { label: "Address", value: <Value text={`${address}, port ${port}`} isMono /> },
          { label: "SHA-256", value: <Value text={certificate.sha256_fingerprint} isMono /> },
        ]}
      />
    </>
  );
}

function Verdict({ certificate: { problem, days_left: days } }: { certificate: Certificate }) {
  if (problem !== null) return <StatusMark status="down" label={problem} />;
  const left = `Trusted, ${formatCount(days, ["day", "days"])} left`;
  return <StatusMark status={days < SOON_DAYS ? "degraded" : "ok"} label={left} />;
}

function keyOf({ key_type: type, key_bits: bits }: Certificate): string | undefined {
  if (type === null) return undefined;
  return bits === null ? type : `${type}, ${bits} bits`;
}
