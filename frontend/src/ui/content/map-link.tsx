import { type ReactNode, useSyncExternalStore } from "react";
import { mapLink } from "@/domain/values/map-link";
import { ExternalLink } from "./external-link";

interface MapLinkProps {
  place: Parameters<typeof mapLink>[0];
  children: ReactNode;
}

/** The way to a place, in the map app of the device. */
export function MapLink({ place, children }: MapLinkProps) {
  const userAgent = useSyncExternalStore(
    neverTells,
    () => navigator.userAgent,
    () => "",
  );
  return <ExternalLink href={mapLink(place, userAgent)}>{children}</ExternalLink>;
}

const neverTells = () => () => undefined;
