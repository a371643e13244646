import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { PLACE } from "@/test/staff/staff-backend";

/** What axe looks at: opened on its screen, then there. */
export interface Opened {
  name: string;
  /** What there is before the screen is opened. */
  arrange?: () => void;
  path: string;
  open: (user: UserEvent) => Promise<void>;
  shown: () => Promise<HTMLElement>;
}

export const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole("button", { name }));
export const pressing = (name: string | RegExp) => (user: UserEvent) => press(user, name);
export const question = () => screen.findByRole("alertdialog");
export const dialog = (name: string) => () => screen.findByRole("dialog", { name });
export const words = (text: string | RegExp) => () => screen.findByText(text);

export const openStop = (part: string) => async (user: UserEvent) => {
  await press(user, new RegExp(PLACE.name));
  await user.click(await screen.findByRole("radio", { name: part }));
};

export async function answer(
  user: UserEvent,
  name: string | RegExp,
  role: "dialog" | "alertdialog" = "dialog",
) {
  await user.click(within(await screen.findByRole(role)).getByRole("button", { name }));
}
