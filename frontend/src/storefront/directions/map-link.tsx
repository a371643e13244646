import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useSyncExternalStore } from "react";
import { serverConfigQuery } from "@/domain/api/server-config";
import { ExternalLink } from "@/ui/controls/button";

interface MapLinkProps {
  place: Parameters<typeof mapAddress>[0];
  children: ReactNode;
}

/** The way to a place, in the map app of the device or on the installation's map site. */
export function MapLink({ place, children }: MapLinkProps) {
  const userAgent = useSyncExternalStore(
    neverTells,
    () => navigator.userAgent,
    () => "",
  );
  const { data: config } = useQuery({ ...serverConfigQuery(), enabled: !hasMapApp(userAgent) });
  return (
    <ExternalLink href={mapAddress(place, userAgent, config?.mapSite)}>{children}</ExternalLink>
  );
}

const neverTells = () => () => undefined;

/** A position in degrees, where it is known. */
interface Position {
  latitude: number | null;
  longitude: number | null;
}

interface MapTarget extends Position {
  name: string;
  address: string;
}

/** The map site until the installation's settings are known; what is searched for is appended. */
const DEFAULT_SITE = "https://www.google.com/maps/search/?api=1&query=";

/** Whether the device has a map app of its own, which needs no map site. */
function hasMapApp(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod/.test(userAgent);
}

/**
 * Opens a place in the map app of the device: `geo:` on Android, Apple's on iOS, elsewhere a map site. Without a user
 * agent, as on the server, it is the map site.
 */
export function mapAddress(
  { name, address, latitude, longitude }: MapTarget,
  userAgent = "",
  site = DEFAULT_SITE,
): string {
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
  return `${site}${position || words}`;
}
