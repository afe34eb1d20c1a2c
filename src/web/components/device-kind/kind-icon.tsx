import { KINDS, type Kind } from "./kinds";

/** What a kind of device is drawn as, beside its name. */
export function KindIcon({ kind, size = 16 }: { kind: Kind; size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden style={{ flex: "none" }}>
      <path
        d={KINDS[kind]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
