import type { Truck } from "@/domain/api/types";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";

const SITE = "Chuckwagon";
const ICON = "/icon-512.png";
/** What search engines show in full. */
const MAX_ABOUT_LENGTH = 160;

interface PageHeadProps {
  origin: string;
  path: string;
  truck: Truck | undefined;
}

/** What search engines and messengers show of a page. */
export function PageHead({ origin, path, truck }: PageHeadProps) {
  const about = shorten(truck ? aboutTruck(truck) : m.head.description);
  const image = truck?.bannerImage || truck?.imageUrl || ICON;
  return (
    <>
      <title>{truck ? `${truck.name} · ${SITE}` : SITE}</title>
      <meta name="description" content={about} />
      <link rel="canonical" href={origin + path} />
      <meta property="og:type" content={truck ? "restaurant" : "website"} />
      <meta property="og:locale" content={currentLocale().replace("-", "_")} />
      <meta property="og:site_name" content={SITE} />
      <meta property="og:title" content={truck?.name ?? m.head.shareTitle} />
      <meta property="og:description" content={about} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:image" content={image.startsWith("/") ? origin + image : image} />
    </>
  );
}

function aboutTruck({ name, shortDescription, description }: Truck): string {
  return shortDescription || description || m.head.truckDescription({ name });
}

/** One line of whole words; counted in characters, so that no emoji is cut in half. */
function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  const characters = [...line];
  if (characters.length <= MAX_ABOUT_LENGTH) return line;
  const start = characters.slice(0, MAX_ABOUT_LENGTH - 1).join("");
  const end = start.lastIndexOf(" ");
  return `${end > 0 ? start.slice(0, end) : start}…`;
}
