/** A position in degrees, where it is known. */
interface Position {
  latitude: number | null;
  longitude: number | null;
}

interface MapTarget extends Position {
  name: string;
  address: string;
}

/**
 * Opens a place in the map app of the device: `geo:` on Android, Apple's on iOS, elsewhere a map site. Without a user
 * agent, as on the server, it is the map site.
 */
export function mapLink({ name, address, latitude, longitude }: MapTarget, userAgent = ""): string {
  const isKnown = latitude !== null && longitude !== null;
  const position = isKnown ? `${latitude},${longitude}` : "";
  const words = encodeURIComponent([name, address].filter(Boolean).join(", "));
  if (/Android/.test(userAgent)) {
    const label = position && `${position}(${encodeURIComponent(name)})`;
    return `geo:${position || "0,0"}?q=${label || words}`;
  }
  if (/iPhone|iPad|iPod/.test(userAgent)) {
    return `https://maps.apple.com/?q=${words}${position && `&ll=${position}`}`;
  }
  return `https://www.google.com/maps/search/?api=1&query=${position || words}`;
}
