import type { Appearance } from "@stripe/stripe-js";
import { useEffect, useState } from "react";

/** The card fields live in frames of the provider; this carries our tokens over to them, live. */
export function useStripeAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance);
  useEffect(() => {
    const update = () => setAppearance(readAppearance());
    const theme = new MutationObserver(update);
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const night = window.matchMedia("(prefers-color-scheme: dark)");
    night.addEventListener("change", update);
    return () => {
      theme.disconnect();
      night.removeEventListener("change", update);
    };
  }, []);
  return appearance;
}

function readAppearance(): Appearance {
  const { color, length } = tokenReader();
  return {
    theme: "stripe",
    variables: {
      colorPrimary: color("--action"),
      colorBackground: color("--surface-card"),
      colorText: color("--text"),
      colorTextSecondary: color("--text-soft"),
      colorTextPlaceholder: color("--text-soft"),
      colorDanger: color("--danger"),
      borderRadius: length("--radius-control"),
      fontFamily: "Figtree, system-ui, sans-serif",
      fontSizeBase: "16px",
    },
    // The action's chili would look like an error around a field that is only being filled in.
    rules: {
      ".Input:focus": {
        borderColor: color("--focus"),
        boxShadow: `0 0 0 1px ${color("--focus")}`,
      },
    },
  };
}

/** Tokens may be light-dark() or rem; only a computed style says what they come to. */
function tokenReader() {
  const read = (property: "color" | "width", token: string) => {
    const probe = document.createElement("span");
    probe.style.position = "absolute";
    probe.style.setProperty(property, `var(${token})`);
    document.body.append(probe);
    const value = getComputedStyle(probe)[property];
    probe.remove();
    return value;
  };
  return {
    color: (token: string) => read("color", token),
    length: (token: string) => read("width", token),
  };
}
