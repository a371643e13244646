import { encode } from "uqr";

/** A quarter of a symbol may be dirty or torn before a camera cannot read it. */
const ERROR_CORRECTION = "Q";
/** White modules around the symbol, as the standard asks. */
const QUIET_ZONE = 4;

interface QrCodeProps {
  address: string;
  /** What a screen reader says. */
  label: string;
  className?: string | undefined;
}

/** An address as a QR code, as sharp as the printer is. */
export function QrCode({ address, label, className }: QrCodeProps) {
  const { data, size } = encode(address, { ecc: ERROR_CORRECTION, border: QUIET_ZONE });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={squares.join("")} fill="currentColor" />
    </svg>
  );
}
