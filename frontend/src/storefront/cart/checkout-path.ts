/** The truck's slug in an address: the first path segment, or the second if the first is `truck`. */
export function slugOfPath(pathname: string): string | null {
  const [first, second] = pathname.split("/").filter(Boolean);
  const slug = first === "truck" ? second : first;
  return slug ? decodeSegment(slug) : null;
}

export function checkoutPath(slug: string): string {
  return `/${encodeURIComponent(slug)}/checkout`;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
