import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useSyncExternalStore } from "react";
import { configQuery } from "@/domain/api/config";
import { ExternalLink } from "@/ui/controls/button";
import { hasMapApp, mapAddress } from "./map-address";

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
  const { data: config } = useQuery({ ...configQuery(), enabled: !hasMapApp(userAgent) });
  return (
    <ExternalLink href={mapAddress(place, userAgent, config?.mapSite)}>{children}</ExternalLink>
  );
}

const neverTells = () => () => undefined;
