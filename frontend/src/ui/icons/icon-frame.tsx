import type { ReactNode } from "react";

export interface IconProps {
  size?: number;
}

/** The frame of every icon: 24 units a side, drawn in the color of the text. */
export function IconFrame({ size = 20, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}
