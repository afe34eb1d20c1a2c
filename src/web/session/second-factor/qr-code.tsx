import { encode } from "uqr";

/** Modules of light around the code, which readers need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A text as a QR code that fills its box. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data: rows, size } = encode(text, { ecc: "L", border: QUIET_ZONE });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="100%"
      height="100%"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="var(--qr-light)" />
      <path d={path} fill="var(--qr-dark)" />
    </svg>
  );
}
