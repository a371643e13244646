import type { QueryClient } from "@tanstack/react-query";

/** Acts once for all events of a moment; up to `spread` milliseconds later, so that a crowd does not ask at once. */
export function gathered(
  milliseconds: number,
  act: (client: QueryClient) => void,
  spread = 0,
): (client: QueryClient) => void {
  let isWaiting = false;
  return (client) => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(
      () => {
        isWaiting = false;
        act(client);
      },
      milliseconds + Math.random() * spread,
    );
  };
}
