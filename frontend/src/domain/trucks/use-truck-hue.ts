import { useLayoutEffect } from "react";
import { type HuedTruck, hueOf, hueTokens } from "./truck-hue";

/** Gives the whole page a truck's colours while it is open; dialogs and drawers live outside its element. */
export function useTruckHue(truck: HuedTruck): void {
  const hue = hueOf(truck);
  useLayoutEffect(() => {
    const { body } = document;
    body.dataset.truckHue = hueTokens(hue);
    return () => {
      delete body.dataset.truckHue;
    };
  }, [hue]);
}
