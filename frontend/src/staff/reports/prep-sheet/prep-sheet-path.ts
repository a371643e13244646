/** Where the prep sheet of a stop is. */
export function prepSheetPath(stopId: string): string {
  return `/admin/schedule/stops/${stopId}/prep-sheet`;
}
