import type { QueryClient } from "@tanstack/react-query";

/** Acts once for all events of a moment. */
export function gathered(
  milliseconds: number,
  act: (client: QueryClient) => void,
): (client: QueryClient) => void {
  let isWaiting = false;
  return (client) => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      act(client);
    }, milliseconds);
  };
}
